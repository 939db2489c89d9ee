/** The second visit: HTML and scripts come from the browser, a new build arrives behind it, and a broken one heals. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BROWSERS } from '../../build.mjs';
import { createBundler } from '../../src/build/bundle.mjs';
import { hashSource } from '../../src/build/csp.mjs';
import { findBrowser } from '../support/browser.ts';
import { openDevtoolsPage, type DevtoolsPage } from '../support/devtools-page.ts';
import { until as untilInPage, untilText } from '../support/engine-page.ts';
import { movement, playing } from '../support/picture.ts';
import { root } from '../support/root.ts';
import { openSite, type Site } from '../support/site.ts';
import { until } from '../support/until.ts';

const it = suite('service worker');

let site: Site;
it.before(async () => void (site = await openSite()));
it.before.each(() => site.origin.reset());
let pages: DevtoolsPage[] = [];
it.after.each(async () => {
	await Promise.all(pages.map((page) => page.close()));
	pages = [];
	await site.closePages();
});
it.after(() => site?.close());

/** A first visit, at the end of which the service worker is ready. */
async function firstVisit(query = '?id=0'): Promise<Page> {
	const { page } = await site.visit(query, { serviceWorkers: 'allow' });
	await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active!.state === 'activated');
	return page;
}

const isControlled = (page: Page) => page.evaluate(() => !!navigator.serviceWorker.controller);
const isRegistered = (page: Page) => page.evaluate(async () => !!(await navigator.serviceWorker.getRegistration()));
const cacheNames = (page: Page) => page.evaluate(() => caches.keys());
const later = (page: Page, query: string) => page.goto(`${site.origin.url}/${query}`);
const htmlRequests = () => site.origin.requests().filter(({ path }) => path === '/').length;
const textOf = async (path: string) => (await fetch(site.origin.url + path)).text();
const serve = (path: string, body: string) => {
	const contentType = path.endsWith('.js') ? 'text/javascript' : 'text/html';
	site.origin.setFault({ path, times: -1, body, contentType });
};
/** The service worker of a deployment without one. */
const retiring = () =>
	createBundler({ root, target: BROWSERS }).script('entry/service-worker.ts', {
		define: { __SCRIPTS__: '[{"url":"","integrity":""}]', __ENABLED__: 'false' },
	});

it('should answer a second visit, to another live too, while neither HTML nor scripts can be had', async () => {
	const page = await firstVisit();
	await page.goto('about:blank');
	site.origin.setFault({ path: '/$', times: -1, hang: true });
	for (const script of ['/app.', '/rich-text.']) site.origin.setFault({ path: script, times: -1, hang: true });
	await later(page, '?id=1&userId=42&token=demo');
	await playing(page);
	assert.ok((await movement(page)) > 1);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.getByRole('textbox', { name: '说点什么' }).waitFor();
});

it('should keep the page, the scripts it has loaded and nothing else, and no token', async () => {
	const page = await firstVisit('?id=1&userId=42&token=demo');
	await playing(page);
	await later(page, '?id=0&userId=42&token=demo');
	assert.ok(await isControlled(page));
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.getByRole('textbox', { name: '说点什么' }).waitFor();
	const kept = () =>
		page.evaluate(async () => {
			const urls: string[] = [];
			for (const name of await caches.keys())
				for (const { url } of await (await caches.open(name)).keys())
					urls.push(url.replace(location.origin, '').replace(/\.\w{8}\./, '.'));
			return urls.sort();
		});
	await until(async () => (await kept()).includes('/more.js'), 'the script of the chat is kept');
	assert.equal(await kept(), ['/', '/app.js', '/live.js', '/more.js', '/rich-text.js']);
});

it('should show what an operator has edited in the HTML on the visit after the next', async () => {
	const page = await firstVisit();
	serve('/$', (await textOf('/')).replace('加载中', '稍候'));
	await later(page, '?id=404');
	assert.ok(await isControlled(page));
	const kept = () =>
		page.evaluate(async () => {
			const cache = await caches.open((await caches.keys())[0]!);
			return (await (await cache.match('./'))!.text()).includes('稍候');
		});
	await until(kept, 'the edited HTML is kept');
	assert.ok(await isRegistered(page));
});

it('should finish each visit with the scripts it began with, until one begins with the new build', async () => {
	// Attached to workers, as Playwright is, Chromium now and then never answers a visit during their change.
	const page = await openDevtoolsPage(findBrowser());
	pages.push(page);
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
});

it('should stay while the server fails, and retire when the page was withdrawn', async () => {
	const page = await firstVisit();
	site.origin.setFault({ path: '/$', times: 1, status: 503 });
	const before = htmlRequests();
	await later(page, '?id=0');
	await until(() => htmlRequests() > before, 'the page looks for changes');
	await later(page, '?id=0');
	assert.ok((await isControlled(page)) && (await isRegistered(page)));

	site.origin.setFault({ path: '/$', times: -1, status: 404 });
	await later(page, '?id=0');
	await until(async () => !(await isRegistered(page)), 'the worker is gone');
	assert.equal(await cacheNames(page), []);
});

it('should be removed by a deployment that turns it off', async () => {
	const page = await firstVisit();
	serve('/service-worker.js', await retiring());
	serve('/$', (await textOf('/')).replace('"serviceWorker":true', '"serviceWorker":false'));
	await later(page, '?id=0');
	await until(async () => !(await cacheNames(page)).length, 'nothing is kept');
	await later(page, '?id=0');
	await until(async () => !(await isRegistered(page)), 'the worker is gone');
	assert.equal(await cacheNames(page), []);
});

it('should leave a reload to the network, and the copy for when there is none', async () => {
	const page = await firstVisit();
	await later(page, '?id=0');
	assert.ok(await isControlled(page));
	const before = htmlRequests();
	await page.reload();
	assert.ok(htmlRequests() > before);
	site.origin.setFault({ path: '/$', times: -1, cut: true });
	await page.reload();
	assert.ok(await page.getByRole('tab', { name: '直播介绍' }).isVisible());
});

it.run();
