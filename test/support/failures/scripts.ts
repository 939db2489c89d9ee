/** Scripts that fail to load: they are requested again, and the page works in the end. */
import * as assert from 'uvu/assert';
import { type Case, checkTabs } from './cases.ts';

/** Should request scripts again that failed. */
export async function reloadScript({ origin, visit }: Case, path: string): Promise<void> {
	origin.setFault({ path, times: path === '/deferred.' ? -1 : 2, status: 503 });
	const page = await visit('?id=0');
	await page.locator('.viewers:not([hidden])').waitFor();
	await checkTabs(page);
	if (path === '/deferred.') {
		await page.waitForFunction(() =>
			performance.getEntriesByType('resource').some(({ name }) => name.includes('/deferred.')),
		);
		await page.getByRole('button', { name: '关注' }).tap();
		await page.getByText('网络不给力，请检查网络后重试').waitFor();
		origin.setFault({ path, times: 0 });
		await page.getByRole('button', { name: '关注' }).tap();
		await page.getByText('请打开阳光校园App').waitFor();
	}
}

/** Should load the deferred script in the end when it failed, without a click. */
export async function reloadDeferred({ origin, visit }: Case): Promise<void> {
	origin.setFault({ path: '/deferred.', times: 2, status: 503 });
	const page = await visit('?id=0');
	await page.waitForFunction(() => window.livePage!.deferred, undefined, { timeout: 20_000 });
	assert.is(origin.requests().filter(({ path }) => path?.startsWith('/deferred.')).length, 3);
}
