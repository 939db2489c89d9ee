/** A description and what surrounds it. One page shows one after another, as after edits. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FAINT } from '../fixtures/descriptions.ts';
import { EDITOR_ARTICLES } from '../fixtures/editor-article.ts';
import { faintTexts } from '../support/contrast.ts';
import { descriptionPage } from '../support/description-page.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { smallTargets } from '../support/layout-checks.ts';
import { startupDone, type Site } from '../support/site.ts';
import { toastShown } from '../support/toast.ts';
import { until } from '../support/until.ts';

const it = suite('introduction');
const one = descriptionPage(it);
const { describe } = one;
let site: Site;
let page: Page;
it.before(() => void ({ site, page } = one));

/** Some attributes of each element. */
const attributesOf = (selector: string, names: string[]) =>
	page
		.locator(selector)
		.evaluateAll((all, names) => all.map((one) => names.map((name) => one.getAttribute(name))), names);

it('should share by a button beside the title that a thumb finds, and say that the link is copied', async () => {
	await describe('', { title: '介绍的测试' });
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	const button = page.getByRole('button', { name: '分享' });
	assert.ok(await button.locator('svg').isVisible());
	assert.equal(await smallTargets(page), []);
	const [{ y }, title] = [(await button.boundingBox())!, (await page.locator('.introduction > h1').boundingBox())!];
	assert.ok(y < title.y + title.height);
	await button.tap();
	await toastShown(page, '链接已复制，快去分享给好友吧');
	assert.is(await page.evaluate(() => navigator.clipboard.readText()), `${site.origin.url}/?id=0`);
});

it('should show at the side of a table that it goes on there, in both colour schemes', async () => {
	await describe(`<table><tr>${'<td>机器人挑战赛</td>'.repeat(12)}</tr></table>`);
	const table = page.locator('.rich table');
	/** The pixels at the table's right side, between its lines. */
	const edge = async () => {
		const { x, y, width, height } = (await table.boundingBox())!;
		const clip = { x: x + width - 3, y: y + 4, width: 2, height: height - 8 };
		return (await page.screenshot({ clip })).toString('base64');
	};
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme });
		await table.evaluate((table) => (table.scrollLeft = 0));
		const before = await edge();
		await table.evaluate((table) => table.style.setProperty('background', 'none', 'important'));
		assert.is.not(await edge(), before, colorScheme);
		await table.evaluate((table) => table.removeAttribute('style'));
	}
	await page.emulateMedia({ colorScheme: 'light' });
});

it('should wait for the text at its place with grey lines', async () => {
	site.origin.setFault({ path: '/rich-text.', times: -1, hang: true });
	const { page, close } = await site.visit('?id=0');
	await page.locator('.introduction .skeleton').waitFor();
	const left = (selector: string) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().left);
	assert.is(await left('.introduction .skeleton i:first-child'), await left('.introduction > h1'));
	await close();
});

it('should show the description as wide without a summary as with one', async () => {
	const width = () => page.locator('.rich').evaluate((rich) => rich.clientWidth);
	await describe('<p>正文</p>', { summary: '一句话'.repeat(20) });
	const widthWithSummary = await width();
	await describe('<p>正文</p>');
	assert.is(await width(), widthWithSummary);
});

it('should say in the middle that there is nothing to show, also where nothing is left', async () => {
	const text = page.getByText('主办方还没有填写介绍');
	const empty = ['<p><br></p>', '<p> <embed src="javascript:1"><img src="blob:x">', '<svg><text>图</text></svg>'];
	for (const description of empty) {
		await describe('<p>正文</p>');
		site.origin.setLive({ id: '0', title: '', description });
		await text.waitFor();
	}
	assert.is(await page.locator('.rich').count(), 0);
	// Beside the button it would be off its middle.
	const middle = await text.evaluate((element) => {
		const range = document.createRange();
		range.selectNodeContents(element);
		const { left, right } = range.getBoundingClientRect();
		return Math.round((left + right) / 2);
	});
	assert.is(middle, page.viewportSize()!.width / 2);
});

it('should open links in a page of their own that knows nothing of this one', async () => {
	await describe(
		`<a href="/media/pictures/campus-1.svg" target="_self" rel="opener">安全</a><a href="//www.example.com/a">另</a><a>无</a><a href="ftp://x/">坏</a>`,
	);
	assert.equal(await attributesOf('.rich a', ['href', 'target', 'rel']), [
		[`${site.origin.url}/media/pictures/campus-1.svg`, '_blank', 'noopener noreferrer'],
		['http://www.example.com/a', '_blank', 'noopener noreferrer'],
		[null, null, null],
		[null, null, null],
	]);
	const [opened] = await Promise.all([
		page.context().waitForEvent('page'),
		page.getByRole('link', { name: '安全' }).tap(),
	]);
	assert.is(await opened.evaluate(() => window.opener), null);
	assert.match(page.url(), /\?id=0$/);
	await opened.close();
});

it('should load images as they come near, and take out those without a safe URL', async () => {
	await describe(
		`<p><img src="{origin}/media/pictures/campus-1.svg" alt="校园"></p><p><img src="/media/pictures/campus-2.svg"></p>${'<p style="padding-top:999px">远</p>'.repeat(8)}<p><img src="/media/pictures/sports-1.svg"></p>` +
			'<img src="javascript:1"><img src="data:image/svg+xml,AAAA"><img><img src="blob:x">',
	);
	const imageUrl = (name: string) => `${site.origin.url}/media/pictures/${name}.svg`;
	assert.equal(await attributesOf('.rich img', ['src', 'loading', 'decoding', 'alt']), [
		[imageUrl('campus-1'), 'lazy', 'async', '校园'],
		[imageUrl('campus-2'), 'lazy', 'async', ''],
		[imageUrl('sports-1'), 'lazy', 'async', ''],
	]);
	const requested = (name: string) => site.origin.requests().some(({ path }) => path === `/media/pictures/${name}.svg`);
	await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.rich img')!.naturalWidth > 0);
	assert.ok(requested('campus-1'));
	assert.not(requested('sports-1'), 'the image far below is not requested yet');
	const panel = page.locator('[role=tabpanel]').first();
	await panel.evaluate((panel) => (panel.scrollTop = panel.scrollHeight));
	await page.waitForFunction(() => document.querySelectorAll<HTMLImageElement>('.rich img')[2]!.naturalWidth > 0);
});

it('should request images of other sites without a referrer, and with one where that fails', async () => {
	const referrers: [string, string | undefined][] = [];
	await page.route(/^https:\/\/.*\.(135editor|nlark|sinaimg|qpic|example|allow)\./, (route) => {
		const { hostname } = new URL(route.request().url());
		const referrer = route.request().headers()['referer'];
		referrers.push([hostname, referrer]);
		if (/allow/.test(hostname) && !referrer) return route.fulfill({ status: 403 });
		return route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
	});
	const silent = ['cdn.nlark.com', 'image.135editor.com', 'images.example.com', 'mmbiz.qpic.cn', 'wx1.sinaimg.cn'];
	const hosts = [...silent, 'a.allow.com'];
	await describe(hosts.map((host) => `<p><img src="https://${host}/1" referrerpolicy="unsafe-url"></p>`).join(''));
	// Those below load as they come into view.
	await page.waitForFunction(() => {
		document.querySelector('.rich img:not(.there)')?.scrollIntoView();
		return document.querySelectorAll('.rich img.there').length === 6;
	});
	await page.unrouteAll();
	assert.equal(referrers.sort(), [
		['a.allow.com', undefined],
		['a.allow.com', `${site.origin.url}/`],
		...silent.map((host) => [host, undefined]),
	]);
});

it('should make nothing wider than the screen, whatever the description says', async () => {
	const image = '/media/pictures/campus-1.svg';
	await describe(
		`<img src="${image}" width="3000"><p><img src="${image}" style="width:3000px;max-width:3000px"></p><div style="width:2000px"><img src="${image}" width="1500" height="900"></div>` +
			`<p>${'a'.repeat(500)}</p><a href="https://www.example.com/${'b'.repeat(300)}">https://www.example.com/${'b'.repeat(300)}</a><pre>${'代码 '.repeat(200)}</pre>` +
			`<p><img src="${image}" style="width:900px;max-width:900px"></p>` +
			`<table width="2000"><tr>${'<td>一个格子</td>'.repeat(20)}</tr></table><font size="7">大</font>`,
	);
	await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.rich img')!.naturalWidth > 0);
	const wide = await page.evaluate(() => {
		const outside = [...document.querySelectorAll('.rich *')].filter(
			(element) =>
				!element.closest('table')?.contains(element.parentElement) &&
				element.getBoundingClientRect().right > innerWidth + 1,
		);
		const panel = document.querySelector('[role=tabpanel]')!;
		return {
			outside: outside.map((element) => element.outerHTML.slice(0, 60)),
			sideways: [panel.scrollWidth - panel.clientWidth, document.documentElement.scrollWidth - innerWidth],
		};
	});
	assert.equal(wide, { outside: [], sideways: [0, 0] });
});

for (const [colorScheme, least] of [
	['light', 3],
	['dark', 4.5],
] as const)
	it(`should show every text with a contrast of ${least}:1 at least, ${colorScheme}, as editors write it, too`, async () => {
		await page.emulateMedia({ colorScheme });
		const articles = Object.values(EDITOR_ARTICLES).map((article) => article(12));
		await describe([...FAINT, ...articles].map((description) => `<div>${description}</div>`).join(''));
		const { texts, faint } = await faintTexts(page, '.rich', least);
		const links = page.locator('.rich a, .rich a *');
		const colours = new Set(await links.evaluateAll((all) => all.map((one) => getComputedStyle(one).color)));
		await page.emulateMedia({ colorScheme: 'light' });
		assert.ok(texts > FAINT.length + 60, `${texts} texts`);
		assert.equal(faint, []);
		if (colorScheme === 'dark') assert.equal([...colours], ['rgb(125, 180, 255)']);
	});

it('should keep colours that can be seen in light mode, with what they stand on, and find fainter ones', async () => {
	const kept = [
		'<p style="color: rgb(51, 51, 51);">深</p>',
		'<section style="background-color: rgb(30, 115, 190);"><p style="color: rgb(255, 255, 255);">白</p></section>',
		'<p style="background: rgb(30, 115, 190); color: white;">色</p>',
		'<p style="background-image: linear-gradient(90deg, rgb(0, 51, 102), rgb(0, 0, 0)); color: white;">渐</p>',
		'<p style="color: rgba(0, 0, 0, 0.6);">淡</p>',
		'<p><a style="color: rgb(87, 107, 149);">链</a></p>',
		'<p style="color: rgb(230, 0, 0);"><a style="color: inherit;">继</a></p>',
	];
	await describe(kept.join('') + '<table><tr><td bgcolor="1e73be"><font color="#fff">表</font></td></tr></table>');
	const shown = await page.locator('.rich').evaluate((rich) => rich.innerHTML);
	for (const html of kept) assert.match(shown, html.replace(/background: (rgb.*?);/, 'background-color: $1;'));
	assert.match(shown, '<td style="background-color: rgb(30, 115, 190);"><font style="color: rgb(255, 255, 255);">表');
	assert.equal((await faintTexts(page, '.rich', 4.6)).faint, []);
	await page.locator('.rich section p').evaluate((text) => (text.style.color = '#9cf'));
	assert.equal((await faintTexts(page, '.rich')).faint, ['白: 2.93']);
});

it('should move nothing when an image takes the place that was kept for it', async () => {
	const body = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"/>';
	await page.route('**/wide.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
	const release = await holdRequests(page, '**/wide.svg');
	await describe('<p><img src="/wide.svg"></p><p>下文</p>');
	const top = () => page.getByText('下文').evaluate((element) => element.getBoundingClientRect().top);
	const before = await top();
	release();
	await page.locator('.rich img.there').waitFor();
	assert.is(await page.locator('.rich img').evaluate((image: HTMLImageElement) => image.naturalWidth), 1600);
	assert.ok(Math.abs((await top()) - before) < 1, `${(await top()) - before} pixels`);
});

it('should show an image large on a tap or by keyboard, until Back, Escape, its button or a tap', async () => {
	await describe('<p><img src="/media/pictures/campus-1.svg"></p>');
	await startupDone(page);
	const image = page.locator('.rich img[role=button]');
	const viewer = page.getByRole('dialog', { name: '查看图片' });
	const button = viewer.getByRole('button', { name: '关闭' });
	for (const [open, close] of [
		[() => image.tap(), () => viewer.tap()],
		[() => image.tap(), () => button.tap()],
		[() => image.press('Enter'), () => page.keyboard.press('Escape')],
		[() => image.press('Space'), () => page.goBack()],
	] as const) {
		await open();
		await viewer.waitFor();
		const box = await viewer.locator('img').boundingBox();
		assert.equal([box!.width, box!.height], Object.values(page.viewportSize()!));
		const { width, height } = (await button.boundingBox())!;
		assert.equal([width, height], [44, 44]);
		await until(() => button.evaluate((element) => element === document.activeElement), 'the focus is on it');
		await close();
		await viewer.waitFor({ state: 'detached' });
	}
	await until(() => image.evaluate((element) => element === document.activeElement), 'the focus is back');
	assert.match(page.url(), /id=/);
});

it.run();
