/**
 * A stream that is requested beside the detail call, as it played last or as the configuration says: the answer decides
 * whether it is shown. A second visit: HTML and scripts come from the browser, a new build arrives behind it, and a withdrawn one goes.
 */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hashSource } from '../../src/build/csp.mjs';
import { findBrowser } from '../support/browser.ts';
import { openDevtoolsPage } from '../support/devtools-page.ts';
import { until as untilInPage, untilText } from '../support/engine-page.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { movement, playing } from '../support/picture.ts';
import { attempts, type CountedPage, connections, counting } from '../support/reconnect.ts';
import { scriptRan, siteFor } from '../support/site.ts';
import { until, within } from '../support/until.ts';

const it = suite('second visit');

const AS_42 = '?id=1&userId=42&token=demo';
const DETAIL = '/juvenile/api/live/detail';

// No second attempt, also on a busy machine.
const PATIENT = { playTimeout: 60_000, maxPlayTimeout: 60_000, deadTimeout: 60_000 };
const site = siteFor(it, { config: { player: PATIENT } });
/** The stream as a first visit has remembered it. */
let stream: string;
it.before(async () => {
	const { page, close } = await site.visit(AS_42);
	// Looked at each 3 s, once the stage script is there.
	const stored = await page.waitForFunction(() => localStorage.getItem('stream:'), undefined, within(10_000));
	stream = (await stored.jsonValue())!;
	await close();
});

/** Opens the page again where the stream is remembered, while the detail call is held back; `release` lets it go on. */
async function comeBack() {
	const { page, problems } = await site.visit('icon.svg');
	await counting(page);
	await page.evaluate((stream) => localStorage.setItem('stream:', stream), stream);
	await page.addInitScript(() => {
		addEventListener('playing', () => ((self as unknown as { played: number }).played = innerWidth), true);
	});
	const release = await holdRequests(page, `**${DETAIL}*`);
	const open = (query: string) => page.goto(`${site.origin.url}/${query}`, { waitUntil: 'domcontentloaded' });
	return { page, problems, release, open };
}
/** The same, once the stream was requested. */
async function comeBackAs42() {
	const opened = await comeBack();
	await opened.open(AS_42);
	await until(() => offers() === 1, 'an offer');
	return opened;
}
/** Whether anything was ever shown or heard. */
const hasPlayed = (page: Page) => page.evaluate(() => 'played' in self);
const hydrated = (page: Page) => page.locator('.drawer-toggle').waitFor({ state: 'attached' });
const offers = () => attempts(site.origin, '/live/demo');

/** Opens a live for the first time, where the configuration has its stream, and a route of signalling that answers from a moment on. */
async function comeFirst(routed: Promise<void>) {
	const host = `${site.origin.host}:${site.origin.port}`;
	const rts = { stream: `artc://${host}/live/{id}`, signal: '/routed' };
	serve('/$', (await textOf('/')).replace('"rts":{', `"rts":{${JSON.stringify(rts).slice(1, -1)},`));
	site.origin.setLive({ id: 'demo', originRts: `artc://${host}/live/demo?auth_key=1` });
	const { page, release, open } = await comeBack();
	await page.evaluate(() => localStorage.clear());
	await page.route('**/routed/**', async (route) => {
		await routed;
		await route.continue({ url: route.request().url().replace('/routed', '') });
	});
	await open('?id=demo');
	return { page, release };
}

it("should request the configured stream before the answer through the page's host, load the stage script once that answers, and show the stream after the answer alone", async () => {
	let reply = () => {};
	const { page, release } = await comeFirst(new Promise((resolve) => (reply = resolve)));
	// What comes after hydration has begun.
	await hydrated(page);
	assert.is(await page.locator('script[src*="/stage."]').count(), 0, 'it would delay the reply');
	reply();
	await scriptRan(page, 'stage');
	await page.waitForFunction(async () => {
		const { latestConnection } = self as unknown as CountedPage;
		let frames = 0;
		(await latestConnection?.getStats())?.forEach((entry) => (frames += entry.framesDecoded || 0));
		// Two seconds after its first frame a remembered one would be shown.
		return frames > 45;
	});
	assert.is(await hasPlayed(page), false);
	release();
	await playing(page);
	assert.equal([offers(), (await connections(page)).made], [1, 1]);
});

it('should request the stream before the answer, show it where that stays out, and go on when it comes', async () => {
	const { page, problems, release } = await comeBackAs42();
	assert.not(await hasPlayed(page));
	await playing(page);
	const emptied = await page.evaluateHandle(() => {
		const seen = { count: 0 };
		document.querySelector('video')!.addEventListener('emptied', () => seen.count++);
		return seen;
	});
	release();
	await page.locator('.organization-title').waitFor();
	await playing(page);
	assert.is(await emptied.evaluate(({ count }) => count), 0);
	assert.equal([offers(), await connections(page)], [1, { open: 1, most: 1, made: 1 }]);
	assert.equal(problems, []);
});

const isRegistered = (page: Page) => page.evaluate(async () => !!(await navigator.serviceWorker.getRegistration()));
/** What the browser keeps, without the marks of builds. */
const kept = (page: Page) =>
	page.evaluate(async () => {
		const urls: string[] = [];
		for (const name of await caches.keys())
			for (const { url } of await (await caches.open(name)).keys())
				urls.push(url.replace(location.origin, '').replace(/\.\w{8}\./, '.'));
		return urls.sort();
	});
const textOf = async (path: string) => (await fetch(site.origin.url + path)).text();
const serve = (path: string, body: string) => {
	const contentType = path.endsWith('.js') ? 'text/javascript' : 'text/html';
	site.origin.setFault({ path, times: -1, body, contentType });
};

it('should answer a second visit without a server, keep no token, and retire when the page was withdrawn', async () => {
	const { page } = await site.visit('?id=0&userId=42&token=demo', { serviceWorkers: 'allow' });
	await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active!.state === 'activated');
	await page.goto('about:blank');
	for (const path of ['/$', '/app.', '/rich-text.']) site.origin.setFault({ path, times: -1, hang: true });
	// Another live, too.
	await page.goto(`${site.origin.url}/?id=1&userId=42&token=demo`);
	await playing(page);
	assert.ok((await movement(page)) > 1);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.getByRole('textbox', { name: '说点什么' }).waitFor();
	// Loaded last.
	await until(async () => (await kept(page)).includes('/reports.js'), 'all scripts are kept');
	const scripts = ['api-calls', 'app', 'more', 'preact', 'reports', 'rich-text', 'stage'].map((name) => `/${name}.js`);
	// Those of replays come once the link has room.
	assert.equal(
		(await kept(page)).filter((url) => !/replay/.test(url)),
		['/', ...scripts],
	);

	await site.origin.reset();
	site.origin.setFault({ path: '/$', times: 1, status: 503 });
	const requested = () => site.origin.requests().some(({ path }) => path === '/');
	await page.goto(`${site.origin.url}/?id=0`);
	await until(requested, 'the page looks for changes');
	assert.ok(await isRegistered(page));
	site.origin.setFault({ path: '/$', times: -1, status: 404 });
	await page.goto(`${site.origin.url}/?id=0`);
	await until(async () => !(await isRegistered(page)), 'the worker is gone');
	assert.equal(await kept(page), []);
});

it('should finish each visit with the scripts it began with, until one begins with the new build', async () => {
	// Attached to workers, as Playwright is, Chromium now and then never answers a visit during their change.
	const page = await openDevtoolsPage(findBrowser());
	try {
		/** Visits; answers with the name of the bundle. */
		const visit = async () => {
			await page.goto(`${site.origin.url}/?id=0`);
			await untilText(page, '直播尚未开始');
			return page.evaluate(() => document.documentElement.outerHTML.match(/app\.\w{8}\.js/)![0]);
		};
		await visit();
		await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
		const html = await textOf('/');
		const [bundle = ''] = /app\.\w{8}\.js/.exec(html)!;
		const [script, worker] = [await textOf(`/${bundle}`), await textOf('/service-worker.js')];
		const next = 'app.0123abcd.js';
		const [, boot = ''] = /<script>([^]*)<\/script>/.exec(html.slice(html.indexOf('</head>')))!;
		const nextBoot = boot.replaceAll(bundle, next);
		serve('/$', html.replace(boot, () => nextBoot).replaceAll(hashSource(boot), hashSource(nextBoot)));
		serve(`/${next}`, script);
		serve('/service-worker.js', worker.replaceAll(bundle, next));
		site.origin.setFault({ path: `/${bundle}`, times: -1, status: 404 });

		const seen = [await visit()];
		await untilInPage(
			page,
			'the new build',
			(next) => caches.keys().then((names) => names.join().includes(next)),
			next,
		);
		assert.is(await page.evaluate((url) => fetch(url).then(({ status }) => status), `./${bundle}`), 200);
		await until(async () => {
			seen.push(await visit());
			return seen.includes(next);
		}, 'a visit with the new build');
		assert.equal([...new Set(seen)], [bundle, next]);
	} finally {
		await page.close();
	}
});

it.run();
