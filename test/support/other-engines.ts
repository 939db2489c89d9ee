import * as assert from 'uvu/assert';
import { demo } from './demo-config.ts';
import { startOrigin, type Origin } from '../origin/index.ts';
import { builtPage } from './built-page.ts';
import type { DriverPage } from './engine-page.ts';
import { findFirefox, openFirefox } from './firefox.ts';
import { skipTest } from './skip-test.ts';
import { watchedPage } from './watched-page.ts';
import { findWebKit, openWebKit } from './webkit.ts';

/** An engine that Playwright does not drive. */
interface Engine {
	name: string;
	/** Starts it, or names what is not installed. */
	open: () => Promise<DriverPage> | string;
}

export const ENGINES: Engine[] = [
	{
		name: 'Firefox',
		open() {
			const program = findFirefox();
			return program ? openFirefox(program) : 'firefox-esr';
		},
	},
	{
		name: 'WebKitGTK',
		open() {
			const programs = findWebKit();
			return typeof programs === 'string' ? programs : openWebKit(programs);
		},
	},
];

/** Runs with a page of an installed engine, or skips the test, and checks at the end that nothing was thrown. */
export async function visitEngine({ name, open }: Engine, act: (page: DriverPage, origin: Origin) => Promise<void>) {
	const opening = open();
	if (typeof opening === 'string') return skipTest(`${name} needs ${opening}, which is not installed`);
	const page = await opening;
	try {
		const origin = await startOrigin({ dist: watchedPage(builtPage(demo)), signKey: demo.api.signKey, quiet: true });
		try {
			await act(page, origin);
			assert.equal(await page.problems(), []);
		} finally {
			await origin.close();
		}
	} finally {
		await page.close();
	}
}
