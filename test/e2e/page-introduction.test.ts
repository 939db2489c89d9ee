/** Limits of a description's effect on the page. One page shows one after another, as after edits. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { EDITOR_HTML } from '../fixtures/editor-html.ts';
import { faintTexts } from '../support/contrast.ts';
import { smallTargets } from '../support/layout-checks.ts';
import { until } from '../support/until.ts';
import { openSite, type Site } from '../support/site.ts';

const it = suite('introduction');

let site: Site;
let page: Page;
let problems: string[];
/** Texts of the console, from the start: a listener added later may miss some. */
const logged: string[] = [];
it.before(async () => {
	// A broadcast that has not begun is fetched again and again, and so its description.
	site = await openSite({ config: { livePollInterval: 100 } });
	const before = async (page: Page) => void page.on('console', (message) => logged.push(message.text()));
	({ page, problems } = await site.visit('?id=0', { before }));
});
it.after.each(() => assert.equal(problems, []));
it.after(() => site?.close());

let count = 0;

/** Shows a description below a paragraph of its own, which says that it is there. */
async function describe(description: string, fields: object = {}) {
	const mark = `第${++count}篇`;
	site.origin.setLive({ id: '0', title: mark, summary: '', ...fields, description: `<p>${mark}</p>${description}` });
	await page.locator('.rich').getByText(mark).waitFor();
}

/** The elements at the top of the description, without that paragraph. */
const elements = () => page.locator('.rich > :not(:first-child)');

it('should share by a button beside the title that a thumb finds, and say that the link is copied', async () => {
	await describe('', { title: '介绍的测试' });
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	const button = page.getByRole('button', { name: '分享' });
	assert.ok(await button.locator('svg').isVisible());
	assert.equal(await smallTargets(page), []);
	const [{ y }, title] = [(await button.boundingBox())!, (await page.locator('.introduction > h1').boundingBox())!];
	assert.ok(y < title.y + title.height);
	await button.tap();
	await page.getByText('链接已复制，快去分享给好友吧').waitFor();
	assert.is(await page.evaluate(() => navigator.clipboard.readText()), `${site.origin.url}/?id=0`);
});

it('should show at the side of a table that it goes on there, in both colour schemes', async () => {
	await describe(`<table><tr>${'<td>机器人挑战赛</td>'.repeat(12)}</tr></table>`);
	const table = page.locator('.rich table');
	/** The pixels at the table's right side, between its lines. */
	const edge = async () => {
		const { x, y, width, height } = (await table.boundingBox())!;
		return (await page.screenshot({ clip: { x: x + width - 3, y: y + 4, width: 2, height: height - 8 } })).toString(
			'base64',
		);
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

it('should show title, summary and rich text', async () => {
	await describe('<h2>今日安排</h2><ul><li>开幕式</li></ul><p>欢迎<strong>光临</strong></p>', {
		title: '介绍的测试',
		summary: '一句话',
	});
	await page.getByRole('heading', { name: '介绍的测试' }).waitFor();
	await page.getByText('一句话').waitFor();
	await page.getByRole('heading', { name: '今日安排' }).waitFor();
	assert.is(await page.locator('.rich strong').textContent(), '光临');
});

it('should show no summary where there is none, and the description as wide as with one', async () => {
	const width = () => page.locator('.rich').evaluate((rich) => rich.clientWidth);
	await describe('<p>正文</p>', { summary: '一句话'.repeat(20) });
	const widthWithSummary = await width();
	await describe('<p>正文</p>');
	assert.is(await width(), widthWithSummary);
	assert.is(await page.locator('.summary').count(), 0);
});

for (const description of ['', '   ', '<p><br></p>', '<script>1</script>', null]) {
	it(`should say that there is nothing to show of ${JSON.stringify(description)}`, async () => {
		await describe('<p>正文</p>');
		site.origin.setLive({ id: '0', description: description as string });
		await page.getByText('主办方还没有填写介绍').waitFor();
		assert.is(await page.locator('.rich').count(), 0);
	});
}

const hostile: [what: string, description: string][] = [
	['a script', '<p>文</p><script>window.hit=1</script>'],
	[
		'a handler',
		'<img src="/media/pictures/campus-1.svg" onload="window.hit=1"><p onclick="window.hit=1" onmouseover=window.hit=1>文</p>',
	],
	['a handler of an image that fails', '<p>文</p><img src="/nothing.png" onerror="window.hit=1">'],
	[
		'a frame',
		'<p>文</p><iframe src="javascript:parent.hit=1"></iframe><iframe srcdoc="<script>parent.hit=1</script>"></iframe><object data="/x"></object><embed src="/x">',
	],
	[
		'a form',
		'<p>文</p><form action="/steal"><input name="password"><button>登录</button><textarea></textarea><select><option>1</option></select></form>',
	],
	[
		'a link that is a script',
		'<p>文</p><a href="javascript:window.hit=1">一</a><a href="&#106;avascript:window.hit=1">二</a><a href="data:text/html,1">三</a>',
	],
	[
		'drawing and formulas',
		'<p>文</p><svg><script>window.hit=1</script><a xlink:href="javascript:window.hit=1"><text>x</text></a></svg><math><mtext><style><img src=x onerror=window.hit=1></style></mtext></math>',
	],
	[
		'style sheets and documents',
		'<p>文</p><style>body{display:none}</style><link rel="stylesheet" href="/x.css"><base href="https://evil.example.com/"><meta http-equiv="refresh" content="0;url=/x"><title>x</title>',
	],
	[
		'media without a safe URL, and templates',
		'<p>文</p><video src="javascript:1" autoplay onplay="window.hit=1">旧</video><audio><source src="data:,"></audio><template><script>window.hit=1</script></template><noscript><p title="</noscript><img src=x onerror=window.hit=1>"></noscript>',
	],
	[
		'names that hide the page’s own',
		'<p>文</p><img name="livePage" src="/media/pictures/campus-1.svg"><a id="video" name="getElementById">x</a><p id="app" class="modal" data-x="1" aria-hidden="true" contenteditable tabindex="1">文</p>',
	],
];
for (const [what, description] of hostile) {
	it(`should take out ${what}`, async () => {
		await describe(description);
		const rich = page.locator('.rich');
		await rich.getByText('文').first().waitFor();
		for (const link of await rich.locator('a').all()) await link.click({ noWaitAfter: true });
		const left = await rich.evaluate((element) => ({
			tags: [...new Set([...element.querySelectorAll('*')].map(({ tagName }) => tagName.toLowerCase()))].filter(
				(tag) => !['p', 'img', 'a'].includes(tag),
			),
			attributes: [
				...new Set(
					[...element.querySelectorAll('*')].flatMap((one) =>
						one
							.getAttributeNames()
							// The page marks images that have settled, hides those that have failed, and makes buttons of the others.
							.filter((name) => !/^(class|hidden)$/.test(name) || one.className !== 'there')
							.filter((name) => !one.matches('img[role=button]') || !/^(role|tabindex|aria-label)$/.test(name)),
					),
				),
			].filter((name) => !['src', 'alt', 'loading', 'decoding', 'title'].includes(name)),
		}));
		assert.equal(left, { tags: [], attributes: [] });
		assert.is(await page.evaluate(() => (window as { hit?: number }).hit), undefined);
		assert.not(site.origin.requests().some(({ path }) => /^\/(x|steal)/.test(path)));
	});
}

it('should keep only style that leaves everything in its place', async () => {
	await describe(
		'<p style="color:#c00;text-align:center;font-size:18px;font-weight:bold;background-color:rgb(255,240,200);line-height:2;margin-top:4px">好</p>' +
			'<p style="position:fixed;top:0;left:0;z-index:99;width:50%;color:red">移</p>' +
			'<p style="background:url(/track.png);background-image:url(/track.png);color:red">图</p>' +
			'<p style="display:none;visibility:hidden;opacity:0;float:left;transform:scale(9);animation:x 1s;content:url(/track.png);cursor:url(/track.png),auto">藏</p>' +
			'<p style="margin-left:-999px;text-indent:-999px;padding-left:calc(100px);width:expression(1);color:var(--brand)">出</p>' +
			'<div style="color:red;color:RED\\9;COLOR : blue">大</div>' +
			'<p style="margin-left:2000px;padding-left:1000em;line-height:1.42857143;font-size:14.6667px">远</p>',
	);
	const styles = await elements().evaluateAll((all) =>
		all.map((element) => [...(element as HTMLElement).style].sort()),
	);
	assert.equal(styles, [
		['background-color', 'color', 'font-size', 'font-weight', 'line-height', 'margin-top', 'text-align'],
		['color', 'width'],
		['background-color', 'color'],
		[],
		[],
		['color'],
		['font-size', 'line-height'],
	]);
	// Of `background: url()` only its colour is left.
	assert.is(
		await elements()
			.nth(2)
			.evaluate((element) => (element as HTMLElement).style.backgroundColor),
		'initial',
	);
	assert.not(site.origin.requests().some(({ path }) => path === '/track.png'));
});

it('should drop declarations that the browser does not understand', async () => {
	await describe('<p style="color:red;nonsense:1;behavior:url(/x.htc);-moz-binding:url(/x);font-size:2q2;}{">好</p>');
	assert.equal(await elements().evaluateAll((all) => all.map((element) => element.getAttribute('style'))), [
		'color: red;',
	]);
});

it('should not let formatting elements multiply where the description is shown', async () => {
	const numbered = (count: number, make: (index: number) => string) =>
		Array.from({ length: count }, (_, index) => make(index)).join('');
	await describe(`${numbered(480, (index) => `<b lang=i${index}>`)}<button>${numbered(480, () => '<p>x')}`);
	const count = await page.locator('.rich *').count();
	assert.ok(count > 480 && count < 1000, `${count} elements`);
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

it('should not let open formatting elements multiply, or cells span more than 99', async () => {
	const open = Array.from({ length: 150 }, (_, index) => `<b ${index}><!--</b>-->`).join('');
	await describe(
		`<table><tr><td colspan=1000 rowspan=65534>格</td><td colspan="2" rowspan=99>格</td></tr></table>${open}${'<p>段</p>'.repeat(200)}`,
	);
	assert.ok((await page.locator('.rich *').count()) < 600);
	assert.ok(
		Number(
			await page
				.locator('.rich p')
				.last()
				.evaluate((element) => getComputedStyle(element).fontWeight),
		) > 400,
		'still bold',
	);
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
	const properties = () => page.locator('.rich div').evaluate(({ style }: HTMLElement) => Array.from(style).sort());
	await describe(narrow(2600));
	assert.equal(await properties(), ['color']);
	await describe(narrow(20));
	assert.equal(await properties(), ['color', 'font-size', 'padding-left', 'width']);
	await describe(text('width:90%;margin-left:1em', 20_000));
	assert.equal(await properties(), ['color', 'margin-left', 'width']);
});

it('should show the text alone of a description that would hold the page up, and say so', async () => {
	for (const [description, excess] of [
		[`<p>${'<s a b c d>段</s>'.repeat(450)}</p>`, '1800 parts'],
		[`<p><table><td>${'段'.repeat(9000)}</table>`, '2000 lines'],
		['<p>段</p>'.repeat(3000), '1000 tags'],
	] as const) {
		await describe(description);
		await until(() => logged.some((text) => text.endsWith(`plain text: more than ${excess}`)));
	}
	assert.equal(await page.locator('.rich *').evaluateAll((all) => [...new Set(all.map(({ tagName }) => tagName))]), [
		'P',
	]);
});

it('should open links in a page of their own that knows nothing of this one', async () => {
	await describe(
		`<a href="/media/pictures/campus-1.svg" target="_self" rel="opener">安全</a><a href="//www.example.com/a">另</a><a>无</a><a href="ftp://x/">坏</a>`,
	);
	const links = await page
		.locator('.rich a')
		.evaluateAll((elements) =>
			elements.map((element) => ['href', 'target', 'rel'].map((name) => element.getAttribute(name))),
		);
	assert.equal(links, [
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

for (const description of [
	'<video src="/x.mp4"></video>',
	'<svg><path d="M0 0"/></svg>',
	'<iframe src="https://v.example.com/">',
])
	it(`should not say that there is nothing of ${description}`, async () => {
		await describe('');
		site.origin.setLive({ id: '0', title: 'media alone', description });
		await page.getByRole('heading', { name: 'media alone', exact: true }).waitFor();
		await page.locator('.rich p').waitFor({ state: 'detached' });
		assert.is(await page.getByText('主办方还没有填写介绍').count(), 0);
	});

it('should load images as they come near, and take out those without a safe URL', async () => {
	await describe(
		`<p><img src="{origin}/media/pictures/campus-1.svg" alt="校园"></p><p><img src="/media/pictures/campus-2.svg"></p><p style="line-height:2">${'很长的文字。'.repeat(4000)}</p><p><img src="/media/pictures/night-1.svg"></p>` +
			'<img src="javascript:1"><img src="data:image/png;base64,AAAA"><img><img src="blob:x">',
	);
	const images = await page
		.locator('.rich img')
		.evaluateAll((elements) =>
			elements.map((element) => ['src', 'loading', 'decoding', 'alt'].map((name) => element.getAttribute(name))),
		);
	const imageUrl = (name: string) => `${site.origin.url}/media/pictures/${name}.svg`;
	assert.equal(images, [
		[imageUrl('campus-1'), 'lazy', 'async', '校园'],
		[imageUrl('campus-2'), 'lazy', 'async', ''],
		[imageUrl('night-1'), 'lazy', 'async', ''],
	]);
	const requested = (name: string) => site.origin.requests().some(({ path }) => path === `/media/pictures/${name}.svg`);
	await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.rich img')!.naturalWidth > 0);
	assert.ok(requested('campus-1'));
	assert.not(requested('night-1'), 'the image far below is not requested yet');
	await page.evaluate(() => {
		const panel = document.querySelector('[role=tabpanel]')!;
		panel.scrollTop = panel.scrollHeight;
	});
	await page.waitForFunction(() => document.querySelectorAll<HTMLImageElement>('.rich img')[2]!.naturalWidth > 0);
});

it('should make nothing wider than the screen, whatever the description says', async () => {
	const image = '/media/pictures/campus-1.svg';
	await describe(
		`<img src="${image}" width="3000"><p><img src="${image}" style="width:3000px;max-width:3000px"></p><div style="width:2000px"><img src="${image}" width="1500" height="900"></div>` +
			`<p>${'a'.repeat(500)}</p><a href="https://www.example.com/${'b'.repeat(300)}">https://www.example.com/${'b'.repeat(300)}</a><pre>${'代码 '.repeat(200)}</pre>` +
			`<p><img src="${image}" style="width:900px;max-width:900px"></p>` +
			`<table width="2000"><tr>${'<td>一个格子</td>'.repeat(20)}</tr></table><font size="7">大</font>`,
	);
	await page.waitForFunction(() =>
		[...document.querySelectorAll<HTMLImageElement>('.rich img')]
			.slice(0, 1)
			.every(({ naturalWidth }) => naturalWidth > 0),
	);
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
	assert.equal(wide.outside, []);
	assert.equal(wide.sideways, [0, 0]);
});

for (const [editor, html] of Object.entries(EDITOR_HTML))
	it(`should be readable in dark mode as written by ${editor}, its links in the colour of links`, async () => {
		await describe(html);
		await page.emulateMedia({ colorScheme: 'dark' });
		const { texts, faint } = await faintTexts(page, '.rich');
		const links = await page
			.locator('.rich a, .rich a *')
			.evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
		await page.emulateMedia({ colorScheme: 'light' });
		assert.ok(texts > 5, `${texts} texts`);
		assert.equal(faint, []);
		assert.equal([...new Set(links)], links.length ? ['rgb(125, 180, 255)'] : []);
	});

it('should keep the colours of the editor in light mode, where faint text is found', async () => {
	await describe(
		'<p style="color:#333">深</p><p style="background:#fff;color:#ccc">浅</p><p><a href="https://a/" style="color:#576b95">链</a></p>',
	);
	assert.equal((await faintTexts(page, '.rich')).faint, ['浅: 1.61']);
	const colours = await page
		.locator('.rich p[style], .rich a')
		.evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
	assert.equal(colours, ['rgb(51, 51, 51)', 'rgb(204, 204, 204)', 'rgb(87, 107, 149)']);
});

it('should move nothing when an image takes the place that was kept for it', async () => {
	let release = () => {};
	const held = new Promise<void>((resolve) => (release = resolve));
	await page.route('**/wide.svg', async (route) => {
		await held;
		await route.fulfill({
			contentType: 'image/svg+xml',
			body: '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"/>',
		});
	});
	await describe('<p><img src="/wide.svg"></p><p>下文</p>');
	const top = () => page.getByText('下文').evaluate((element) => element.getBoundingClientRect().top);
	const before = await top();
	release();
	await page.locator('.rich img.there').waitFor();
	assert.is(await page.locator('.rich img').evaluate((image: HTMLImageElement) => image.naturalWidth), 1600);
	assert.ok(Math.abs((await top()) - before) < 1, `${(await top()) - before} pixels`);
});

it('should set quotations and the heads of tables apart', async () => {
	await describe('<blockquote>引</blockquote><table><tr><th>头</th></tr><tr><td>格</td></tr></table>');
	const style = (selector: string) =>
		page.locator(`.rich ${selector}`).evaluate((element) => {
			const { borderLeftWidth, paddingLeft, backgroundColor } = getComputedStyle(element);
			return [borderLeftWidth, paddingLeft, backgroundColor !== 'rgba(0, 0, 0, 0)'];
		});
	assert.equal(await style('blockquote'), ['3px', '12px', false]);
	assert.equal(await style('td'), ['1px', '10px', false]);
	assert.equal(await style('th'), ['1px', '10px', true]);
});

it.run();
