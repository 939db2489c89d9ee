/** Limits of a description's effect on the page. One page shows one after another, as after edits. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { HIDDEN, HOSTILE, KEPT } from '../fixtures/descriptions.ts';
import { EDITOR_ARTICLES } from '../fixtures/editor-article.ts';
import type {} from '../../src/entry/handoff.ts';
import { descriptionPage } from '../support/description-page.ts';
import type { Site } from '../support/site.ts';

const it = suite('description limits');
const one = descriptionPage(it);
const { describe } = one;
let site: Site;
let page: Page;
it.before(() => void ({ site, page } = one));

/** The elements at the top of the description, without the paragraph that says that it is there. */
const elements = () => page.locator('.rich > :not(:first-child)');

for (const description of HOSTILE)
	it(`should take out what is hostile in ${description}`, async () => {
		await describe(description);
		const rich = page.locator('.rich');
		for (const link of await rich.locator('a').all()) await link.click({ noWaitAfter: true });
		const left = await rich.evaluate((element) => {
			const all = [...element.querySelectorAll('*')];
			const names = all.flatMap((one) =>
				// The page marks images that have settled, hides those that have failed, and makes buttons of the others.
				one
					.getAttributeNames()
					.filter((name) => !/^(class|hidden)$/.test(name) || one.className !== 'there')
					.filter((name) => !one.matches('img[role=button]') || !/^(role|tabindex|aria-label)$/.test(name)),
			);
			return {
				tags: all.map(({ localName }) => localName).filter((tag) => !['p', 'img', 'a'].includes(tag)),
				attributes: names.filter((name) => !['src', 'alt', 'loading', 'decoding', 'title'].includes(name)),
			};
		});
		assert.equal(left, { tags: [], attributes: [] });
		assert.is(await page.evaluate(() => (window as { hit?: number }).hit), undefined);
		assert.not(site.origin.requests().some(({ path }) => /^\/(x|steal)/.test(path)));
	});

it('should keep only style that leaves everything in its place', async () => {
	await describe(
		'<p style="color:#c00;text-align:center;font-size:18px;font-weight:bold;background-color:rgb(255,240,200);line-height:2;margin-top:4px">好</p>' +
			'<p style="position:fixed;top:0;left:0;z-index:99;width:50%;color:red">移</p>' +
			'<p style="background:url(/track.png);background-image:url(/track.png);color:red">图</p>' +
			'<p style="display:flex;visibility:visible;opacity:.4;float:left;transform:scale(9);animation:x 1s;content:url(/track.png);cursor:url(/track.png),auto">藏</p>' +
			'<p style="margin-left:-99px;text-indent:-99px;padding-left:calc(100px);width:expression(1);color:var(--brand)">出</p>' +
			'<div style="color:red;color:RED\\9;COLOR : blue">大</div>' +
			'<p style="margin-left:2000px;padding-left:1000em;line-height:1.42857143;font-size:14.6667px">远</p>' +
			'<p style="line-height:0.8;color:red">挤</p><p style="line-height:0;color:red">叠</p>' +
			'<p style="line-height:1px;padding-bottom:56.25%;color:red">叠</p><p style="line-height:5pt;color:red">叠</p><p style="line-height:90%;font-size:2em">叠</p>' +
			'<p style="line-height:21pt;font-size:14pt">行</p><p style="line-height:1.5em">行</p>' +
			'<p style="color:red;nonsense:1;behavior:url(/x.htc);-moz-binding:url(/x);font-size:2q2;}{">不</p>',
	);
	const styles = await elements().evaluateAll((all) =>
		all.map((element) => [...(element as HTMLElement).style].sort().join(' ')),
	);
	assert.equal(styles, [
		'background-color color font-size font-weight line-height margin-top text-align',
		...['color width', 'color', '', '', 'color', 'font-size line-height', 'color', 'color'],
		...['color', 'color', 'font-size', 'font-size line-height', 'line-height', 'color'],
	]);
	const lines = await elements().evaluateAll((all) => all.map((element) => (element as HTMLElement).style.lineHeight));
	assert.equal(lines.filter(Boolean), ['2', '1.42', '1.5', '1.5']);
	assert.not(site.origin.requests().some(({ path }) => path === '/track.png'));
});

it('should leave out what is hidden by its own style or attribute, with its images', async () => {
	for (const [html, shown] of HIDDEN) {
		const { text, images } = await made(html);
		assert.equal([text, images], [shown, 0], html);
	}
	await describe(HIDDEN[HIDDEN.length - 1]![0]);
	assert.is(await page.locator('.rich td').count(), 2, 'a cell keeps its place');
});

/** What WeChat's script would reveal. */
const WRAPPED =
	'<div style="visibility: hidden; opacity: 0;"><p>正文很长很长<i style="display:none">草稿</i></p><img data-src="/media/pictures/campus-2.svg" src=""></div>';
it('should show what holds more than half of the text, or all that there is, but not what is hidden in it', async () => {
	for (const [html, shown, count] of [
		[WRAPPED, '正文很长很长', 1],
		[`题目${WRAPPED}`, '题目正文很长很长', 1],
		['<p hidden>一二<p hidden>三四', '一二三四', 0],
		['<div style="opacity:0"><img src="/media/pictures/campus-2.svg"></div>', '', 1],
	] as const) {
		const { text, images } = await made(html);
		assert.equal([text, images], [shown, count], html);
	}
});

it('should read lengths as numbers', async () => {
	await describe(
		'<p style="margin-top:1e9px">一</p><p style="padding-top:50in;margin-top:1e2px">二</p><table><tr><td height=99999999 width=1e9>三<td height=20>四</table><img src="/media/pictures/campus-1.svg" height=1e6 width=800>',
	);
	assert.equal(
		await page
			.locator('.rich p, .rich td, .rich img')
			.evaluateAll((all) =>
				all.slice(1).map((one) => ['style', 'width', 'height'].map((name) => one.getAttribute(name)).filter(Boolean)),
			),
		[[], ['margin-top: 100px;'], [], ['20'], ['800']],
	);
	assert.ok((await page.locator('.rich').evaluate((rich) => rich.scrollHeight)) < 2000);
});

it('should not let formatting elements multiply, or cells span more than 99', async () => {
	const numbered = (count: number, make: (index: number) => string) =>
		Array.from({ length: count }, (_, index) => make(index)).join('');
	const count = () => page.locator('.rich *').count();
	await describe(`${numbered(480, (index) => `<b lang=i${index}>`)}<button>${numbered(480, () => '<p>x')}`);
	assert.ok((await count()) < 1000);
	const open = numbered(150, (index) => `<b ${index}><!--</b>-->`);
	await describe(
		`<table><tr><td colspan=1000 rowspan=65534>格</td><td colspan="2" rowspan=99>格</td></tr></table>${open}${'<p>段</p>'.repeat(200)}`,
	);
	assert.ok((await count()) < 600);
	assert.equal(
		await page
			.locator('.rich td')
			.evaluateAll((cells) => cells.map((cell) => [cell.getAttribute('colspan'), cell.getAttribute('rowspan')])),
		[
			['1', '1'],
			['2', '99'],
		],
	);
});

it('should give text of many lines the whole width, and other text what it says, however long', async () => {
	const text = (style: string, count: number) => `<div style="${style};color:red">${'文'.repeat(count)}</div>`;
	const narrow = (count: number) => text('width:1px;padding-left:9px;font-size:40px', count);
	const properties = async (html: string) =>
		[...(await made(html)).html.matchAll(/([a-z-]+):/g)].map(([, name]) => name).sort();
	assert.equal(await properties(narrow(2600)), ['color']);
	assert.equal(await properties(narrow(20)), ['color', 'font-size', 'padding-left', 'width']);
	assert.equal(await properties(text('width:90%;margin-left:1em', 20_000)), ['color', 'margin-left', 'width']);
});

/** Makes a description where it is not shown: its text, its images, and the work of its slices. */
const made = (description: string) =>
	page.evaluate((html) => {
		const added: number[] = [];
		let content: HTMLElement | undefined;
		let before = 0;
		for (content of window.livePage!.richText!(html, (url) => url)) {
			const now = content.getElementsByTagName('*').length;
			added.push(now - before);
			before = now;
		}
		const children = [content!, ...content!.querySelectorAll('*')].map(({ childNodes }) => childNodes.length);
		return {
			text: content!.textContent!,
			html: content!.innerHTML.replaceAll(location.origin, ''),
			images: content!.querySelectorAll('img[src*="/media/pictures/"]').length,
			slices: added.length,
			elements: Math.max(...added),
			widest: Math.max(...children),
		};
	}, description);

for (const [editor, article] of Object.entries(EDITOR_ARTICLES))
	it(`should keep 300 kB as ${editor} writes it, each picture and the end`, async () => {
		let count = 100;
		while (article(count + 20).length < 295_000) count += 20;
		const { text, images } = await made(`${article(count)}<p>全文完</p>`);
		assert.match(text, /全文完$/);
		assert.not.match(text, /内容过长|["<>]|base64|px;/);
		assert.is(images, article(count).match(/<img/g)?.length ?? 0);
	});

for (const [what, description] of [
	['an article', EDITOR_ARTICLES.WeChat!(400)],
	['paragraphs', '<p>文'.repeat(15_000)],
	['one line', `<p>${'文<span>字</span>'.repeat(6000)}`],
	['narrow boxes', '<div style="width:1px">很长的文字很长的文字</div>'.repeat(5000)],
] as const)
	it(`should make ${what} in slices of bounded work, each in a group of its own`, async () => {
		const { slices, elements, widest } = await made(description);
		assert.ok(slices > 40 && elements < 160 && widest < 900, `${slices}, ${elements}, ${widest}`);
	});

it('should show an image in a data: URL, leave out one of over 100 kB, and go on after it', async () => {
	const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';
	const one = await made(`<img src="${pixel}"><img src="data:image/jpeg;base64,${'A'.repeat(2_000_000)}"><p>后</p>`);
	assert.equal([one.text, one.html.match(/ src=".*?"/g)], ['后', [` src="${pixel}"`]]);
	const none = await made(`<img src="data:image/svg+xml,<svg/>"><img src="data:text/html;base64,AA=="><p>后</p>`);
	assert.is(none.html, '<p>后</p>');
});

for (const [what, description, last] of [
	['blocks', `${'<section><p>段落</p></section>'.repeat(12_000)}`, '段落'],
	['depth', `<p>头</p>${'<div>'.repeat(5000)}深`, '头'],
	['attributes', `<p>头</p><p ${Array.from({ length: 20_000 }, (_, index) => `a${index}`).join(' ')}>词</p>`, '头'],
] as const)
	it(`should end what is really too much of ${what} at a block, and say so`, async () =>
		assert.match((await made(description)).text, new RegExp(`${last}内容过长，仅显示部分$`)));

it('should keep borders, rounded corners, gradients, spaced letters, and floats of images alone', async () => {
	await describe(
		'<section style="border:2px solid #1e9be8;border-radius:20px;letter-spacing:1.5px;background:linear-gradient(90deg,rgb(1,2,3),red);display:inline-block;box-sizing:border-box">框</section>' +
			'<p style="float:left;border:900px solid red;letter-spacing:99px;display:grid;box-shadow:0 0 9px red;background-image:url(/track.png)">段</p>' +
			'<img src="/media/pictures/campus-1.svg" style="float:left;width:40%"><a href="mailto:office@school.example">信</a>',
	);
	const computed = (selector: string) =>
		page.locator(selector).evaluate((element) => {
			const style = getComputedStyle(element);
			const { borderLeftWidth, borderTopLeftRadius, letterSpacing, display, boxShadow, backgroundImage } = style;
			return [borderLeftWidth, borderTopLeftRadius, letterSpacing, display, boxShadow, backgroundImage, style.float];
		});
	const gradient = 'linear-gradient(90deg, rgb(1, 2, 3), rgb(255, 0, 0))';
	assert.equal(await computed('.rich section'), ['2px', '20px', '1.5px', 'inline-block', 'none', gradient, 'none']);
	assert.equal(await computed('.rich p:nth-of-type(2)'), ['3px', '0px', 'normal', 'block', 'none', 'none', 'none']);
	assert.is((await computed('.rich img')).pop(), 'left');
	assert.is(await page.locator('.rich a').getAttribute('href'), 'mailto:office@school.example');
});

it('should keep what editors write', async () => {
	for (const [html, kept] of KEPT) assert.is((await made(html!)).html.replace('\n', '&#10;'), kept);
	await describe(
		'<video src="/x.mp4" poster="/media/pictures/campus-1.svg" autoplay loop muted onplay="window.hit=1">旧<b>浏</b></video><audio src="/x.mp3">',
	);
	await page.locator('.rich video[poster]').waitFor();
	assert.match(
		await page.locator('.rich').evaluate((rich) => rich.innerHTML.replaceAll(location.origin, '')),
		'<div><video controls="" playsinline="" preload="none" src="/x.mp4" poster="/media/pictures/campus-1.svg"></video></div>',
	);
	assert.not(
		site.origin.requests().some(({ path }) => /^\/x/.test(path)),
		'media wait for a click',
	);
	const [width, panel] = await page
		.locator('.rich video')
		.evaluate((video) => [video.clientWidth, video.parentElement!.clientWidth]);
	assert.is(width, panel);
});

it('should scroll to the place in the description that a link leads to, on the same page', async () => {
	await describe(`<a href="#end">末</a><div style="line-height:3">${'文<br>'.repeat(60)}</div><h2 id="end">末尾</h2>`);
	const before = page.url();
	await page.locator('.rich').getByRole('link', { name: '末' }).tap();
	await page.waitForFunction(() => document.querySelector('.rich h2')!.getBoundingClientRect().top < innerHeight);
	assert.equal([page.url(), page.context().pages().length], [before, 1]);
});

it('should write nothing on the console for a style sheet in a description', async () => {
	const lines: string[] = [];
	page.on('console', (message) => message.type() === 'error' && lines.push(message.text()));
	await describe('<style>p{color:red}</style><p style="color:red">文</p><style>b{}');
	assert.equal(lines, []);
});

it.run();
