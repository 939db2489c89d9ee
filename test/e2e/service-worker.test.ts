/** The second visit: HTML and scripts come from the browser, a new build arrives behind it, and a withdrawn one goes. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hashSource } from '../../src/build/csp.mjs';
import { findBrowser } from '../support/browser.ts';
import { openDevtoolsPage } from '../support/devtools-page.ts';
import { until as untilInPage, untilText } from '../support/engine-page.ts';
import { movement, playing } from '../support/picture.ts';
import { siteFor } from '../support/site.ts';
import { until } from '../support/until.ts';

const it = suite('service worker');

const site = siteFor(it);

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
	await until(async () => (await kept(page)).length > 4, 'all scripts are kept');
	assert.equal(await kept(page), ['/', '/app.js', '/live.js', '/more.js', '/rich-text.js']);

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
		await untilInPage(page, 'the new build', (next) => caches.keys().then((names) => names.join().includes(next)), [
			next,
		]);
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
