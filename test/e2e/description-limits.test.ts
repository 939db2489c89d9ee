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
	'<iframe src="javascript:parent.hit=1"></iframe><iframe srcdoc="<script>parent.hit=1</script>"></iframe><object data="javascript:parent.hit=1"></object><embed src="javascript:parent.hit=1">',
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

const link = (href: string, text: string) => `<a href="${href}" target="_blank" rel="noopener noreferrer">${text}</a>`;
const frame = (host: string) => link(`https://${host}/player?id=1`, `打开网页 ${host}`);
const image = '<img loading="lazy" decoding="async" src="/media/pictures/campus-2.svg" alt="">';

/** What editors write, and what is kept of it. */
const KEPT = `
<audio preload=auto><source src="javascript:1"><source src="/x.mp3"></audio> → <audio controls="" playsinline="" preload="none" src="/x.mp3"></audio>
<img src="/media/pictures/campus-2.svg" data-src="javascript:1" data-original=""> → ${image}
<a href="tel:010-8888 8888">电</a><a href="tel:+8610,8888">话</a> → <a href="tel:010-8888 8888">电</a><a href="tel:+8610,8888">话</a>
<a href="tel:javascript:1">坏</a><a href="tel:*21*139#">码</a><a href="tel:%2A21">码</a> → <a>坏</a><a>码</a><a>码</a>
<iframe src="https://v.example.com/player?id=1" onload="window.hit=1">旧</iframe><iframe src="javascript:1"></iframe> → ${frame('v.example.com')}
<figure><oembed url="https://v.qq.com/player?id=1"></oembed></figure> → <figure>${frame('v.qq.com')}</figure>
<embed src="https://e.example.com/player?id=1"> → ${frame('e.example.com')}
<object data="https://o.example.com/player?id=1"><b>旧</b></object><object><b>字</b></object> → ${frame('o.example.com')}<b>字</b>
<object><embed src="https://o.example.com/player?id=1"></object> → ${frame('o.example.com')}
<details open><summary>展开</summary><dl><dt>时间<dd>八点</dl></details> → <details open=""><summary>展开</summary><dl><dt>时间</dt><dd>八点</dd></dl></details>
<figure><mark>重点</mark><figcaption>图</figcaption></figure> → <figure><mark>重点</mark><figcaption>图</figcaption></figure>
<ruby>春<rp>(</rp><rt>chūn</rt><rp>)</rp></ruby> → <ruby>春<rt>chūn</rt></ruby>
<ol><li data-list="bullet">一<li data-list="ordered">二<li data-list="ordered">三</ol> → <ol><li style="list-style-type: disc;">一</li><li value="1">二</li><li>三</li></ol>
<p style="white-space:pre-line">一&#10;二</p> → <p style="white-space: pre-line;">一&#10;二</p>
<p style="white-space:pre">一<b style="white-space:normal">二</b></p> → <p style="white-space: pre-wrap;">一<b style="white-space: normal;">二</b></p>
<p style="white-space:nowrap">一</p> → <p>一</p>
<p>一</p><xml><w:View>Normal</w:View><w:TrackMoves/></xml><style>p{}</style><style><!-- b{} --></style>二 → <p>一</p>二
<span style="padding:6px 2px">一</span> → <span style="padding: 6px 2px; display: inline-block; text-indent: 0px;">一</span>
<b style="padding:1px 9px">一</b><section style="padding:9px">二</section> → <b style="padding: 1px 9px;">一</b><section style="padding: 9px;">二</section>
<a href="#甲">一</a><a href="#none">二</a><a href="#">三</a><a href="">四</a><h2 id="甲">五</h2><p id="app">六</p> → <a href="#rich:甲">一</a><a>二</a><a>三</a><a>四</a><h2 id="rich:甲">五</h2><p>六</p>
<a href="#%E4%B9%99">七</a><a name="乙"></a> → <a href="#rich:乙">七</a><a id="rich:乙"></a>`
	.slice(1)
	.split('\n')
	.map((line) => line.split(' → '));
for (const src of ['data:image/gif;base64,R0lGODlhAQABAAAAACw=', '/blank.gif', ''])
	for (const name of ['data-src', 'data-original', 'data-lazy-src'])
		KEPT.push([`<img src="${src}" ${name}="/media/pictures/campus-2.svg">`, image]);
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
