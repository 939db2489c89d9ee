/** Images of description and news give way to a stream. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { holdRequests } from '../support/hold-requests.ts';
import { playing } from '../support/picture.ts';
import { openSite, scriptRan, type Site } from '../support/site.ts';
import { until } from '../support/until.ts';

const it = suite('held images');
let site: Site;
it.before(
	async () =>
		void (site = await openSite({
			config: {
				chatPollInterval: 0,
				livePollInterval: 0,
				serviceWorker: false,
				// A busy machine decodes in fits.
				player: { stallTimeout: 10_000, carriedShare: 0.7 },
			},
		})),
);
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site?.close());

const IMAGES = ['campus-1', 'campus-2', 'campus-3'];
const DESCRIPTION = IMAGES.map((name) => `<p><img src="/media/pictures/${name}.svg" alt="${name}"></p>`).join('');

/** Names of the images that were requested, in order. */
const requested = () =>
	site.origin.requests().flatMap(({ path }) => IMAGES.filter((name) => path === `/media/pictures/${name}.svg`));
const NEWS = IMAGES.map((name, index) => ({
	newsid: index + 1,
	newstitle: name,
	img: `{origin}/media/pictures/${name}.svg`,
}));
const button = (page: Page, name: string) => page.getByRole('button', { name: `点击看图 ${name}` });

/** Runs in a page: hides that the link is fast, on which no image is held. */
function forgetRate() {
	Object.defineProperty(navigator, 'connection', { value: {} });
}

/** Runs in a page: hides sizes, as old Safari does, so that a busy machine is no slow link. */
function forgetSizes() {
	Object.defineProperty(navigator, 'connection', { value: {} });
	Object.defineProperty(PerformanceResourceTiming.prototype, 'transferSize', { value: 0 });
}

/** Opens a live; its description comes after the live script, as on a link that needs time for both. */
async function visit(id: number, { before = forgetRate, description = DESCRIPTION } = {}): Promise<Page> {
	site.origin.setLive({ id: `${id}`, description, originRts: 'artc://{host}/live/demo_ld' });
	let showDescription = () => {};
	const { page } = await site.visit(`?id=${id}`, {
		// All of them are in view.
		viewport: { width: 390, height: 1600 },
		async before(page) {
			await page.addInitScript(before);
			showDescription = await holdRequests(page, '**/rich-text.*.js');
		},
	});
	if (id) {
		await playing(page);
		await scriptRan(page, 'live');
	}
	showDescription();
	await page.locator('.rich img').first().waitFor({ state: 'attached' });
	return page;
}

it('should load one after another beside a stream that plays steadily', async () => {
	for (const name of IMAGES) site.origin.setFault({ path: `/media/pictures/${name}.svg`, delayMs: 1000 });
	const page = await visit(1);
	assert.equal(requested(), []);
	for (const count of [1, 2, 3]) {
		await until(() => requested().length === count);
		assert.is(await page.locator('.rich img.there').count(), count - 1);
	}
	assert.equal(requested(), IMAGES);
	await page.waitForFunction(() => document.querySelectorAll('.rich img.there').length === 3);
});

it('should wait for a tap where the link has no room for them', async () => {
	const page = await visit(1);
	// By the HTML, which measures the link.
	site.origin.setFault({ path: '/$', times: -1, delayMs: 3000 });
	await button(page, 'campus-2').tap();
	await page.locator('.rich img.there').waitFor();
	assert.equal(requested(), ['campus-2']);
	assert.is(await page.locator('.rich button.held').count(), 2);
});

it('should be aborted where they take rate from the stream', async () => {
	site.origin.setFault({ path: '/media/pictures/campus-1.svg', times: 2, hang: true });
	const page = await visit(1, { before: forgetSizes });
	await until(() => requested().length === 1);
	site.origin.setLink({ kbps: 60, roundTrip: 100 });
	await button(page, 'campus-1').waitFor();
	assert.is(await page.locator('.rich img[src]').count(), 0);
	site.origin.setLink(null);
});

it('should be held in a list of news that was opened while the stream was paused', async () => {
	site.origin.setNews(NEWS);
	site.origin.setFault({ path: '/media/pictures/campus', times: -1, hang: true });
	const { page } = await site.visit('?id=1', {
		async before(page) {
			await page.addInitScript(forgetRate);
		},
	});
	await playing(page);
	await page.getByRole('button', { name: '暂停' }).tap();
	await page.getByRole('tab', { name: '相关资讯' }).tap();
	await until(() => requested().length > 0);
	await page.getByRole('button', { name: '播放', exact: true }).tap();
	await page.waitForFunction(() => document.querySelectorAll('.news img:not([src])').length === 3);
	// No icon of a broken image.
	const { x, y } = (await page.locator('.news img').first().boundingBox())!;
	const [corner, middle] = await Promise.all(
		[4, 50].map((right) => page.screenshot({ clip: { x: x + right, y: y + 4, width: 20, height: 20 } })),
	);
	assert.ok(corner!.equals(middle!));
});

it.run();
