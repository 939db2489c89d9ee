/** Limits of a description's effect on the page. One page shows one after another, as after edits. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
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

/** What must not be left of a description: scripts, handlers, frames, forms, foreign styles, media without a safe URL, and names. */
const HOSTILE = [
	'<script>window.hit=1</script>',
	'<img src="/media/pictures/campus-1.svg" onload="window.hit=1"><p onclick="window.hit=1" onmouseover=window.hit=1>文</p>',
	'<img src="/nothing.png" onerror="window.hit=1">',
	'<iframe src="javascript:parent.hit=1"></iframe><iframe srcdoc="<script>parent.hit=1</script>"></iframe><object data="/x"></object><embed src="/x">',
	'<form action="/steal"><input name="password"><button>登录</button><textarea></textarea><select><option>1</option></select></form>',
	'<a href="javascript:window.hit=1">一</a><a href="&#106;avascript:window.hit=1">二</a><a href="data:text/html,1">三</a>',
	'<svg><script>window.hit=1</script><a xlink:href="javascript:window.hit=1"><text>x</text></a></svg><math><mtext><style><img src=x onerror=window.hit=1></style></mtext></math>',
	'<style>body{display:none}</style><link rel="stylesheet" href="/x.css"><base href="https://evil.example.com/"><meta http-equiv="refresh" content="0;url=/x"><title>x</title>',
	'<video src="javascript:1" autoplay onplay="window.hit=1">旧</video><audio><source src="data:,"></audio><template><script>window.hit=1</script></template><noscript><p title="</noscript><img src=x onerror=window.hit=1>"></noscript>',
	'<img name="livePage" src="/media/pictures/campus-1.svg"><a id="video" name="getElementById">x</a><p id="app" class="modal" data-x="1" aria-hidden="true" contenteditable tabindex="1">文</p>',
];
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

/** What is hidden and what of it is shown, where more than half of the text is beside it. */
const HIDDEN: [html: string, shown: string][] = [
	['公开内容<span style="display:none;mso-hide:all">草稿</span>', '公开内容'],
	['公开内容<div style="display:none"><p>草稿</p><img src="/media/pictures/campus-1.svg"></div>', '公开内容'],
	['公开内容<section hidden>草稿</section><i hidden=until-found>稿</i><p aria-hidden=true>后', '公开内容后'],
	[
		'公开内容<p style="visibility:hidden">草稿<b style="visibility:visible">见</b><img src="/media/pictures/campus-1.svg">',
		'公开内容见',
	],
	[
		'公开内容<p style="visibility:visible">后<template>草稿</template><img style="opacity:0" src="/media/pictures/campus-1.svg">',
		'公开内容后',
	],
	['公开内容<p style="visibility:hidden"><i style="overflow:visible">草稿', '公开内容'],
	[
		`公开内容${'很长'.repeat(200)}<div style="height:0;overflow:hidden">${'草稿'.repeat(190)}</div>`,
		`公开内容${'很长'.repeat(200)}`,
	],
	['公开内容<table><tr><td style="visibility:hidden">草</td><td>二</td></tr></table>', '公开内容二'],
];
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
	const properties = () => page.locator('.rich > div').evaluate(({ style }: HTMLElement) => Array.from(style).sort());
	await describe(narrow(2600));
	assert.equal(await properties(), ['color']);
	await describe(narrow(20));
	assert.equal(await properties(), ['color', 'font-size', 'padding-left', 'width']);
	await describe(text('width:90%;margin-left:1em', 20_000));
	assert.equal(await properties(), ['color', 'margin-left', 'width']);
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
	await describe(`<img src="${pixel}"><img src="data:image/jpeg;base64,${'A'.repeat(2_000_000)}"><p>后</p>`);
	await page.locator('.rich').getByText('后').waitFor();
	assert.equal(await page.locator('.rich img').evaluateAll((all) => all.map((image) => image.getAttribute('src'))), [
		pixel,
	]);
	await describe(`<img src="data:image/svg+xml,<svg/>"><img src="data:text/html;base64,AA=="><p>后</p>`);
	await page.locator('.rich').getByText('后').waitFor();
	assert.is(await page.locator('.rich img').count(), 0);
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
	await describe(
		'<video src="/x.mp4" poster="/media/pictures/campus-1.svg" autoplay loop muted onplay="window.hit=1">旧<b>浏</b></video>' +
			'<audio preload=auto><source src="javascript:1"><source src="/x.mp3"></audio>' +
			'<img data-src="/media/pictures/campus-2.svg" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">' +
			'<a href="tel:010-8888 8888">电话</a><a href="tel:javascript:1">坏</a>' +
			'<iframe src="https://v.example.com/player?id=1" onload="window.hit=1">旧</iframe><iframe src="javascript:1"></iframe>' +
			'<details open><summary>展开</summary><dl><dt>时间<dd>八点</dl></details><figure><mark>重点</mark><figcaption>图</figcaption></figure>',
	);
	const { url } = site.origin;
	const kept = await page.locator('.rich').evaluate((rich) => rich.innerHTML.replace(/^<p>.*?<\/p>/, ''));
	assert.is(
		// An image that has loaded becomes a button.
		kept.replace(/(<img[^>]*?)( class="there".*?)?>/, '$1>'),
		`<video controls="" playsinline="" preload="none" src="${url}/x.mp4" poster="${url}/media/pictures/campus-1.svg"></video>` +
			`<audio controls="" playsinline="" preload="none" src="${url}/x.mp3"></audio>` +
			`<img loading="lazy" decoding="async" alt="" src="${url}/media/pictures/campus-2.svg">` +
			'<a href="tel:010-8888 8888">电话</a><a>坏</a>' +
			'<a href="https://v.example.com/player?id=1" target="_blank" rel="noopener noreferrer">打开网页 v.example.com</a>' +
			'<details open=""><summary>展开</summary><dl><dt>时间</dt><dd>八点</dd></dl></details><figure><mark>重点</mark><figcaption>图</figcaption></figure>',
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

it.run();
