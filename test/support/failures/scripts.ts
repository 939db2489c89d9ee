/** Scripts that fail to load: they are requested again, and the page works in the end. */
import type { Fault } from '../../origin/faults.ts';
import { type Case, checkTabs } from './cases.ts';
import { toastShown } from '../toast.ts';

/** Faults in place of a script. */
export const INSTEAD: Record<string, Partial<Fault>> = {
	'an error': { status: 503 },
	'a page of another site': { body: '<!doctype html><title>Sign in</title>', contentType: 'text/html' },
	'half of the script': { body: '"use strict";(()=>{var a=1', contentType: 'text/javascript' },
	'an empty file': { body: '', contentType: 'text/javascript' },
};

/** Should request the bundle again when something else came in its place. */
export async function replaceBundle({ origin, visit }: Case, instead: Partial<Fault>): Promise<void> {
	origin.setFault({ ...instead, path: '/app.', times: 1 });
	const page = await visit('?id=0');
	await page.locator('.viewers:not([hidden])').waitFor();
	await checkTabs(page);
}

/** Should request scripts again that failed. */
export async function reloadScript({ origin, visit }: Case, path: string): Promise<void> {
	origin.setFault({ path, times: path === '/more.' ? -1 : 2, status: 503 });
	const page = await visit('?id=0');
	await page.locator('.viewers:not([hidden])').waitFor();
	if (path === '/more.') {
		await page.getByRole('button', { name: '查看图片' }).first().tap();
		await toastShown(page, '网络不给力，请检查网络后重试');
		origin.setFault({ path, times: 0 });
	}
	await checkTabs(page);
}
