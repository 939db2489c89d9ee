/** A deployment under visitors: two real builds, of which the second one takes the first one's files off the server. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findBrowser } from '../support/browser.ts';
import { openDevtoolsPage } from '../support/devtools-page.ts';
import { until as untilInPage } from '../support/engine-page.ts';
import { playing } from '../support/picture.ts';
import { openCopy, runNode } from '../support/repository-copy.ts';
import { scriptRan, siteFor, sitePage } from '../support/site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const it = suite('another build');

/** What the origin serves. */
const dist = temporaryFolder('deployed');
const site = siteFor(it, { dist });
const first = sitePage();
const copy = openCopy();

it.before(async () => {
	// Minified once and hardly compressed, which takes a second in place of ten.
	const file = (name: string) => join(copy, `src/build/${name}.mjs`);
	writeFileSync(file('minify'), 'export const createMinifier = () => async (code) => ({ code, map: "" });');
	const compress = readFileSync(file('compress'), 'utf8');
	writeFileSync(file('compress'), compress.replace('params: {', 'params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1,'));
	const texts = join(copy, 'src/texts.ts');
	// Every script has some.
	writeFileSync(texts, readFileSync(texts, 'utf8').replace(/(= ['`]|=> ['`])(?=[\u4e00-\u9fff])/g, '$1新'));
	const { code, stderr } = await runNode(['build.mjs', '--config', 'test/origin/demo.json'], copy);
	assert.is(code, 0, stderr);
});
it.after(() => [dist, copy].forEach((folder) => rmSync(folder, { recursive: true, force: true })));

function deploy(build: string) {
	rmSync(dist, { recursive: true, force: true });
	cpSync(build, dist, { recursive: true });
}
const deployNext = () => deploy(join(copy, 'dist'));
it.before.each(() => deploy(first));

/** Its first tab has another name. */
const isNext = (page: Page) => page.getByRole('tab', { name: '新直播介绍' }).waitFor();

it('should go over to it at a tap whose script is gone, while nothing plays, and show what was tapped', async () => {
	const { page, problems } = await site.visit('?id=2&userId=42&token=demo');
	await scriptRan(page, 'stage');
	deployNext();
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await isNext(page);
	await page.getByRole('textbox', { name: '新说点什么' }).waitFor();
	assert.equal(problems, []);
});

it('should say so while a broadcast plays, and go over by a tap', async () => {
	const { page } = await site.visit('?id=1');
	await playing(page);
	await scriptRan(page, 'stage');
	deployNext();
	await page.getByRole('tab', { name: '相关资讯' }).tap();
	await page.getByRole('status').getByText('页面已更新，暂停后自动刷新').waitFor();
	await page.getByRole('tabpanel').getByRole('button', { name: '点击刷新' }).tap();
	await isNext(page);
	await page.getByRole('tabpanel', { name: '新相关资讯' }).getByRole('listitem').first().waitFor();
});

it('should have a replay whose script is gone go over at once, as nothing plays', async () => {
	deployNext();
	// The address would play on a busy machine.
	let release = () => {};
	site.origin.setFault({ path: '/media/upright', until: new Promise<void>((resolve) => (release = resolve)) });
	const { page } = await site.visit('?id=8', {
		async before(page) {
			// As a worker of the first build answers.
			const kept = readdirSync(first).filter((name) => /^(app|preact|stage|rich-text)\..*js$/.test(name));
			for (const name of kept) await page.route(`**/${name}*`, (route) => route.fulfill({ path: join(first, name) }));
			const html = { path: join(first, 'index.html') };
			await page.route('**/?id=8', (route) => route.fulfill(html), { times: 1 });
		},
	});
	await isNext(page);
	release();
	await playing(page);
	await page.getByRole('button', { name: /^新播放速度/ }).waitFor();
});

it('should go over to it, once, where the page has not even its bundle', async () => {
	deployNext();
	let loads = 0;
	const { page } = await site.visit('?id=1', {
		async before(page) {
			page.on('request', (request) => request.isNavigationRequest() && loads++);
			// As a cache has kept it.
			await page.route('**/?id=1', (route) => route.fulfill({ path: join(first, 'index.html') }), { times: 1 });
		},
	});
	await isNext(page);
	await playing(page);
	assert.is(loads, 2);
});

it('should keep the scripts of a build for its next visit, which then has all it asks for', async () => {
	const page = await openDevtoolsPage(findBrowser());
	const kept = (name: string) =>
		untilInPage(
			page,
			`${name} in a cache`,
			async (name) => {
				for (const cache of await caches.keys())
					for (const { url } of await (await caches.open(cache)).keys()) if (url.includes(name)) return true;
				return false;
			},
			name,
		);
	try {
		await page.goto(`${site.origin.url}/?id=2`);
		await kept('/replay.');
		const [replay = ''] = readdirSync(first).filter((name) => /^replay\..*js$/.test(name));
		deployNext();
		await page.goto(`${site.origin.url}/?id=8`);
		await untilInPage(page, 'the controls', () => !!document.querySelector('[aria-label^=播放速度]'));
		assert.ok(site.origin.requests().every(({ path, status }) => !path.includes(replay) || status === 200));
		assert.equal(await page.problems(), []);
	} finally {
		await page.close();
	}
});

it.run();
