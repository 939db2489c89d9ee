/** The page that the browser keeps as it was, and shows again on Back. */
import { type Browser, chromium, type Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { demo } from '../support/demo-config.ts';
import { startOrigin, type Origin } from '../origin/index.ts';
import { findBrowser, PHONE, RECORD_SCRIPTS } from '../support/browser.ts';
import { builtPage } from '../support/built-page.ts';
import { playing } from '../support/picture.ts';
import { untilMoving } from '../support/reconnect.ts';
import { scriptRan } from '../support/site.ts';
import { suiteUnless } from '../support/skip-test.ts';

// The headless shell has no such cache.
const executablePath = findWholeBrowser();
const it = suiteUnless(executablePath ? '' : 'chromium is not installed', 'back-forward cache');

let origin: Origin;
let browser: Browser;
it.before(async () => {
	const dist = builtPage({ ...demo, livePollInterval: 200, liveRefreshInterval: 200 });
	origin = await startOrigin({ dist, signKey: demo.api.signKey, quiet: true });
	browser = await chromium.launch({
		executablePath,
		args: ['--no-sandbox', '--disable-gpu', '--mute-audio', '--autoplay-policy=no-user-gesture-required'],
		// Playwright turns the cache off.
		ignoreDefaultArgs: ['--disable-back-forward-cache'],
	});
});
it.after(async () => {
	await browser?.close();
	await origin?.close();
});

function findWholeBrowser(): string | undefined {
	try {
		return findBrowser(true);
	} catch {
		return undefined;
	}
}

/** Opens a tab with a page; `visit` goes to another one. */
async function open(query: string) {
	const context = await browser.newContext({ ...PHONE, deviceScaleFactor: 1, serviceWorkers: 'block' });
	await context.addInitScript(RECORD_SCRIPTS);
	const page = await context.newPage();
	const visit = async (query: string) => {
		await page.goto(`${origin.url}/${query}`);
		await page.getByRole('heading').first().waitFor();
		await page.evaluate(() => addEventListener('pageshow', (event) => Object.assign(self, { kept: event.persisted })));
	};
	/** Goes to and fro in the history, to a page that was kept. Playwright would wait for it to load. */
	const go = async (delta: number) => {
		await page.evaluate((delta) => {
			Object.assign(self, { kept: false });
			setTimeout(() => history.go(delta));
		}, delta);
		await page.waitForFunction(() => (self as unknown as { kept: boolean }).kept);
	};
	await visit(query);
	/** Goes to a page that was kept, but whose user is no longer signed in: it begins anew. */
	const goAnew = async (delta: number) => {
		await page.evaluate((delta) => void setTimeout(() => history.go(delta)), delta);
		await page.waitForFunction(() => (performance.getEntriesByType('navigation')[0] as any)?.type === 'reload');
	};
	return { page, visit, go, goAnew, close: () => context.close() };
}

/** Whose detail call comes next. */
async function nextPerson(page: Page): Promise<string> {
	const call = await page.waitForRequest(/live\/detail/);
	const { userId = '', token } = JSON.parse(new URL(call.url()).searchParams.get('packet')!);
	return `${userId} ${token}`.trim();
}

// What looks whose page it is may come only after it was left.
for (const late of [false, true])
	it(`should stay the page of its person${late ? ', whose later script comes late' : ''}`, async () => {
		if (late) origin.setFault({ path: '/stage.', delayMs: 1500 });
		const { page, visit, go, goAnew, close } = await open('?id=0&userId=880042001&token=a');
		if (!late) await scriptRan(page, 'stage');
		await visit('?id=0&userId=7001&token=b');
		assert.is(await nextPerson(page), '7001 b');
		await scriptRan(page, 'stage');
		await goAnew(-1);
		assert.is(await nextPerson(page), '');
		await go(1);
		assert.is(await nextPerson(page), '7001 b');
		await visit('?id=0&userId=&token=');
		assert.is(await nextPerson(page), '');
		await goAnew(-1);
		assert.is(await nextPerson(page), '');
		await close();
	});

// What is still on its way when the page is left comes later, if ever.
for (const missing of ['', 'stage', 'more', 'app'])
	it(missing ? `should play again without the ${missing} script` : 'should play again', async () => {
		if (missing) origin.setFault({ path: `/${missing}.`, delayMs: 3000 });
		const { page, visit, go, close } = await open('?id=1');
		await playing(page);
		if (!missing) await scriptRan(page, 'stage');
		await visit('?id=0');
		await go(-1);
		await untilMoving(page);
		await close();
	});

for (const [what, query, isLate] of [
	['a replay', '?id=9', false],
	['a live by its URL before its later script has come', '?id=5', true],
] as const)
	it(`should go on with ${what} at its place`, async () => {
		if (isLate) origin.setFault({ path: '/stage.', delayMs: 3000 });
		const { page, visit, go, close } = await open(query);
		const place = () => page.evaluate(() => document.querySelector('video')!.currentTime);
		await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);
		if (!isLate) await scriptRan(page, 'stage');
		const before = await place();
		await visit('?id=0');
		await go(-1);
		await page.waitForFunction((before) => document.querySelector('video')!.currentTime > before + 1, before);
		await close();
	});

it.run();
