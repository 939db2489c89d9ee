// time limit: 400 s
/** Every hostile payload through every text and address of the API, in the built page: with its policy, and without. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PAYLOADS, URL_PAYLOADS } from '../fixtures/payloads.ts';
import { USER_AGENTS } from '../fixtures/user-agents.ts';
import { bundle } from '../support/bundle.ts';
import { openSite, type Site, type VisitOptions } from '../support/site.ts';

const it = suite('hostile content');

let site: Site;
/** The sanitizer as it stands in the source, with the stock DOMPurify whose lists the build takes out. */
let stock: string;
it.before(async () => {
	site = await openSite({ config: { livePollInterval: 25, chatPollInterval: 0 } });
	stock = await bundle(`
		import { createSanitizer } from './src/safe/sanitize.ts';
		const sanitize = createSanitizer();
		self.stock = (html) => Object.assign(document.createElement('div'), { innerHTML: sanitize(html, (address) => address) }).innerHTML;
	`);
});
it.after(() => site?.close());
it.before.each(() => site.origin.reset());

interface Watch {
	/** Requests to anywhere but the origin. */
	foreign: string[];
	/** Dialogs, new windows and navigations. */
	events: string[];
}

/** Opens the page with every way to notice that something ran, reached out or went away. */
async function open(query: string, options: VisitOptions & { answer?: (url: string) => string | undefined } = {}) {
	const watch: Watch = { foreign: [], events: [] };
	const { answer, ...rest } = options;
	const opened = await site.visit(query, {
		...rest,
		async before(page) {
			await page.addInitScript(() => {
				const ran: string[] = [];
				const hook = (name: string) => () => void ran.push(name);
				for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'])
					Object.defineProperty(self, name, { value: hook(name) });
				Object.defineProperty(self, 'PWN', { value: hook('PWN') });
				Object.defineProperty(self, 'ran', { value: ran });
			});
			await page.context().route(
				(url) => url.origin !== site.origin.url,
				(route) => {
					const url = route.request().url();
					const body = answer?.(url);
					if (body !== undefined) return route.fulfill({ contentType: 'text/javascript', body });
					watch.foreign.push(url);
					return route.abort();
				},
			);
			page.on('dialog', (dialog) => {
				watch.events.push(`dialog ${dialog.message()}`);
				dialog.dismiss().catch(() => {});
			});
			page.on('popup', () => watch.events.push('popup'));
			// The first is the visit, the second boot's, which takes the token out of the address.
			page.on('framenavigated', (frame) => {
				if (!`${site.origin.url}/${query}`.startsWith(frame.url())) watch.events.push(`navigation to ${frame.url()}`);
			});
		},
	});
	return { ...opened, watch };
}

/** Remembers what is the page's own, to find it unchanged later. */
function remember() {
	const ids = ['app', 'video', 'cover', 'config', 'tab-0', 'panel-0'];
	Object.assign(self, {
		own: {
			elements: ids.map((id) => [id, document.getElementById(id)]),
			globals: [
				'livePage',
				'document',
				'location',
				'history',
				'navigator',
				'parent',
				'top',
				'name',
				'jWeixin',
				'wx',
			].map((name) => [name, (self as any)[name]]),
			scripts: document.scripts.length,
			sheets: document.styleSheets.length,
			address: location.href,
			width: innerWidth,
			referrer: document.querySelectorAll('meta[name=referrer]').length,
		},
	});
}

/** What is wrong with the page now, a sentence each. Runs in the page. */
function inspect(): string[] {
	const wrong: string[] = [];
	const { own, ran } = self as any;
	for (const name of ran) wrong.push(`${name}() ran`);
	ran.length = 0;
	for (const [id, element] of own.elements)
		if (document.getElementById(id) !== element) wrong.push(`#${id} is another element`);
	for (const [name, value] of own.globals)
		if ((self as any)[name] !== value) wrong.push(`the global ${name} is another thing`);
	if (
		typeof document.getElementById !== 'function' ||
		!(document.body instanceof HTMLBodyElement) ||
		document.forms.length
	)
		wrong.push('the document is clobbered');
	if (document.scripts.length > own.scripts || document.styleSheets.length !== own.sheets)
		wrong.push('scripts or styles were added');
	if (location.href !== own.address) wrong.push(`the address is ${location.href}`);
	if (document.querySelectorAll('meta[name=referrer]').length !== own.referrer) wrong.push('a meta element was added');
	for (const element of document.querySelectorAll(
		'iframe,frame,object,embed,applet,form,base,template,dialog,audio,video:not(#video),[popover]',
	))
		wrong.push(`there is a ${element.tagName}`);

	const allowed =
		'A B BIG BLOCKQUOTE BR CAPTION CENTER CODE DEL DIV EM FIGCAPTION FIGURE FONT H1 H2 H3 H4 H5 H6 HR I IMG INS LI OL P PRE S SECTION SMALL SPAN STRIKE STRONG SUB SUP TABLE TBODY TD TFOOT TH THEAD TR U UL'.split(
			' ',
		);
	const attributes =
		'align alt color colspan dir height href lang rowspan src style title width target rel loading decoding'.split(' ');
	const rich = document.querySelector('.rich');
	for (const element of rich ? rich.querySelectorAll<HTMLElement>('*') : []) {
		if (!allowed.includes(element.tagName)) wrong.push(`rich text has a ${element.tagName}`);
		for (const { name, value } of element.attributes) {
			// DOMPurify empties `is`, which no engine lets it take away.
			// `there` is the page's own, on pictures that have come.
			if (!attributes.includes(name) && !(name === 'is' && !value) && !(name === 'class' && value === 'there'))
				wrong.push(`rich text has the attribute ${name}`);
			if (/^(href|src)$/.test(name) && !/^https?:\/\//.test(value)) wrong.push(`rich text has the address ${value}`);
			if (name === 'style' && /[(\\](?<!rgba?\()|position|-\d/.test(value))
				wrong.push(`rich text has the style ${value}`);
		}
		if (element.shadowRoot) wrong.push('rich text has a shadow root');
		if (
			element.tagName === 'A' &&
			element.hasAttribute('href') &&
			(element.getAttribute('rel') !== 'noopener noreferrer' || element.getAttribute('target') !== '_blank')
		)
			wrong.push('a link keeps its opener');
		for (const type of ['click', 'mouseover', 'pointerenter', 'focus', 'input', 'toggle', 'animationstart']) {
			if (type !== 'click' || !element.closest('[href]'))
				element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }));
		}
	}
	// Deep nesting makes styles dear: the first and the last few hundred tell.
	const styled = [...(rich ? rich.querySelectorAll('*') : [])];
	for (const element of [...styled.slice(0, 200), ...styled.slice(-50)]) {
		const { position, transform, zIndex, animationName, backgroundImage } = getComputedStyle(element);
		if (
			position !== 'static' ||
			transform !== 'none' ||
			zIndex !== 'auto' ||
			animationName !== 'none' ||
			backgroundImage !== 'none'
		)
			wrong.push(`rich text is styled: ${[position, transform, zIndex, animationName, backgroundImage]}`);
	}

	const panels = document.querySelector('.panels')!.getBoundingClientRect();
	if (innerWidth !== own.width || scrollX || scrollY)
		wrong.push(`the page is ${innerWidth} wide, at ${scrollX}, ${scrollY}`);
	const seen = (element: Element | null, what: string) => {
		if (!element) return;
		const { left, top, width, height } = element.getBoundingClientRect();
		const y = top + Math.min(height / 2, 12);
		if (!width || !height || (y > panels.bottom && element.closest('.introduction'))) return;
		const hit = document.elementFromPoint(left + width / 2, y);
		if (!hit || !(hit === element || element.contains(hit)))
			wrong.push(`${what} is covered by ${hit && `${hit.tagName}.${hit.className}`}`);
	};
	for (const index of [0, 1, 2]) seen(document.getElementById(`tab-${index}`), `tab ${index}`);
	seen([...document.querySelectorAll('.organization button')].pop()!, 'the follow button');
	seen(document.querySelector('.panel:not([aria-hidden]) .composer input'), 'the composer');
	seen(document.querySelector('.panel:not([aria-hidden]) .introduction > h2'), 'the title');
	seen(document.querySelector('.panel:not([aria-hidden]) .introduction .summary'), 'the summary');
	for (let y = 5; y < panels.top; y += 25)
		for (let x = 5; x < innerWidth; x += 60)
			if (document.elementFromPoint(x, y)?.closest('.rich,.introduction,.comments,.news'))
				wrong.push(`content covers the page at ${x}, ${y}`);
	return [...new Set(wrong)];
}

const settled = (page: Page) =>
	page.waitForFunction(() => window.livePage?.deferred && document.querySelector('.viewers:not([hidden])'), undefined, {
		timeout: 20_000,
	});

/** What a person reads after the introduction's texts were taken over. */
interface Shown {
	wrong: string[];
	title: string;
	summary: string;
	organization: string;
	invitation: string;
	rich: string;
	stock: string;
}

async function throughTheIntroduction(bypassCSP: boolean) {
	const { page, problems, watch, close } = await open('?id=0&userId=42&token=demo', { bypassCSP });
	await settled(page);
	await page.evaluate(stock);
	await page.evaluate(remember);
	await page.evaluate(`self.inspect = ${inspect}`);
	const wrong: string[] = [];
	for (const [index, payload] of PAYLOADS.entries()) {
		const mark = 1000 + index;
		site.origin.setLive({
			id: '0',
			title: payload,
			summary: payload,
			description: payload,
			organizationTitle: payload,
			inviteCode: payload,
			oss: payload,
			organizationId: payload,
			peopleCount: mark,
		});
		const shown: Shown = await page.evaluate(
			async ({ mark, payload }) => {
				const end = performance.now() + 15_000;
				while (document.querySelector('.viewers span')!.textContent !== `${mark}`) {
					if (performance.now() > end)
						throw new Error(`the page never showed payload ${mark}: ${payload.slice(0, 100)}`);
					await new Promise((resolve) => setTimeout(resolve, 5));
				}
				// The description is made safe in a task of its own.
				await new Promise((resolve) => setTimeout(resolve, 20));
				await new Promise((resolve) => requestAnimationFrame(resolve));
				const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? '';
				return {
					wrong: (self as any).inspect(),
					title: textOf('.introduction > h2'),
					summary: textOf('.summary'),
					organization: textOf('.organization-title'),
					invitation: textOf('.footer .link'),
					rich: (document.querySelector('.rich')?.innerHTML ?? '').replace(/ class="there"/g, ''),
					stock: (self as any).stock(payload),
				};
			},
			{ mark, payload },
		);
		const say = (what: string) => wrong.push(`${JSON.stringify(payload.slice(0, 160))}: ${what}`);
		for (const what of shown.wrong) say(what);
		for (const [field, limit] of [
			['title', 300],
			['summary', 2000],
			['organization', 300],
		] as const)
			if (shown[field] !== payload.slice(0, limit))
				say(`the ${field} reads ${JSON.stringify(shown[field].slice(0, 160))}`);
		if (shown.invitation !== `邀请码 ${payload.slice(0, 300)} · 复制`)
			say(`the invitation code reads ${JSON.stringify(shown.invitation)}`);
		// What holds nothing to see gives way to the empty state.
		const nothing = !shown.rich && !/<img|(^|>)\s*[^<\s]/.test(shown.stock);
		if (shown.rich !== shown.stock && !nothing)
			say(
				`the built sanitizer says ${JSON.stringify(shown.rich.slice(0, 200))}, the stock one ${JSON.stringify(shown.stock.slice(0, 200))}`,
			);
	}
	// What would have loaded or run late has had its time.
	await page.waitForTimeout(500);
	wrong.push(...(await page.evaluate(inspect)));
	await close();
	assert.equal(wrong, []);
	assert.equal(watch, { foreign: [], events: [] });
	assert.equal(problems, []);
}

it('should have a table worth its name', () => {
	assert.ok(new Set(PAYLOADS).size >= 250 && new Set(URL_PAYLOADS).size >= 60);
	assert.is(new Set(PAYLOADS).size, PAYLOADS.length);
});

it('should notice what runs, reaches out, covers or clobbers, so that its silence means something', async () => {
	const { page, watch, close } = await open('?id=0', { bypassCSP: true });
	await settled(page);
	await page.evaluate(remember);
	assert.equal(await page.evaluate(inspect), []);
	await page.evaluate(() => {
		document.querySelector('.rich')!.innerHTML =
			`<img src="x:" onerror="PWN()" class="x"><p style="position:fixed;top:0;left:0;width:100vw;height:100vh">a</p>
			<form id="video"></form><img src="https://evil.example/x.png">`;
		document.body.prepend(document.querySelector('.rich form')!);
	});
	await page.waitForTimeout(300);
	const wrong = (await page.evaluate(inspect)).join('\n');
	for (const expected of [
		'PWN() ran',
		'#video is another',
		'clobbered',
		'there is a FORM',
		'attribute onerror',
		'address x:',
		'rich text is styled: fixed',
		'tab 0 is covered',
		'follow button is covered',
		'content covers the page',
	])
		assert.match(wrong, expected);
	assert.equal(watch.foreign, ['https://evil.example/x.png']);
	await close();
});

it('should show every payload as text, run none of it as rich text, and sanitize as the stock DOMPurify does', () =>
	throughTheIntroduction(false));

it('should do so without the Content-Security-Policy', () => throughTheIntroduction(true));

for (const bypassCSP of [false, true])
	it(`should show chat and news as literal text ${bypassCSP ? 'without' : 'with'} the policy`, async () => {
		const records = PAYLOADS.map((payload, index) => ({
			id: 50_000 + index,
			nickname: payload,
			content: payload,
			userId: payload,
			createTime: payload,
			headPic: payload,
		}));
		const news = PAYLOADS.map((payload, index) => {
			const address = URL_PAYLOADS[index % URL_PAYLOADS.length];
			return {
				newsid: index,
				newstitle: payload,
				img: address,
				headImg: address,
				readnum: payload,
				commentCountNew: payload,
			};
		});
		site.origin.setFault({
			path: '/juvenile/api/live/comment/page',
			body: { code: 200, recData: { liveCommentList: { records } } },
		});
		site.origin.setFault({ path: '/juvenile/api/information/newslistapi', body: { code: 200, recData: news } });
		site.origin.setFault({
			path: '/juvenile/api/stream/chat/findByPage/with/video',
			body: { code: 200, recData: { records, total: '<img src=x onerror=PWN()>' } },
		});
		const { page, problems, watch, close } = await open('?id=0&userId=7001&token=demo', { bypassCSP });
		await settled(page);
		await page.evaluate(remember);
		await page.getByRole('tab', { name: '互动空间' }).tap();
		await page.waitForFunction((count) => document.querySelectorAll('.comments li').length >= count, PAYLOADS.length);
		const comments = await page.evaluate(() =>
			[...document.querySelectorAll('.comments li')].map((item) => [
				item.querySelector('b')!.textContent,
				item.querySelector('p')!.lastChild!.textContent,
				item.querySelectorAll('*').length,
			]),
		);
		assert.ok(comments.length >= PAYLOADS.length);
		for (const [index, payload] of PAYLOADS.entries()) {
			assert.equal(comments[index], [`${payload.slice(0, 60)}：`, payload.slice(0, 2000), 3], payload.slice(0, 160));
		}
		assert.equal(await page.evaluate(inspect), []);

		await page.getByRole('tab', { name: '相关资讯' }).tap();
		await page.waitForFunction((count) => document.querySelectorAll('.news li').length === count, PAYLOADS.length);
		const items = await page.evaluate(() =>
			[...document.querySelectorAll('.news li')].map((item) => [
				item.querySelector('h2')!.textContent,
				new URL(item.querySelector('img')!.src).origin === location.origin,
				item.querySelectorAll('*').length,
			]),
		);
		for (const [index, payload] of PAYLOADS.entries())
			assert.equal(items[index], [payload.slice(0, 300), true, 6], payload.slice(0, 160));
		await page.waitForTimeout(300);
		assert.equal(await page.evaluate(inspect), []);
		assert.equal(watch, { foreign: [], events: [] });
		assert.equal(problems, []);
		await close();
	});

it('should use no hostile address as cover, replay, stream or head picture', async () => {
	const { page, problems, watch, close } = await open('?id=0', { bypassCSP: true });
	await settled(page);
	await page.evaluate(remember);
	const used = await page.evaluate(async (addresses) => {
		const { boot, head, shared } = window.livePage!;
		const { player } = boot!;
		const readLive = (recData: object) =>
			shared.fetchLive(head.config.api, head.signRequest, '0', async () => ({ recData }));
		const used: string[] = [];
		const cover = document.getElementById('cover') as HTMLImageElement;
		const { video } = player;
		for (const address of addresses)
			for (const status of [0, 2, 3, 1, '9']) {
				cover.removeAttribute('src');
				const live = await readLive({
					status,
					coverImg: address,
					videoPic: address,
					posPic: address,
					headPic: address,
					playbackUrl: address,
					originRts: address,
					shareUrl: address,
				});
				player.show(live);
				for (const value of [
					cover.getAttribute('src'),
					video.getAttribute('src'),
					video.srcObject,
					video.poster,
					live.headPic,
					live.shareUrl,
				])
					if (value) used.push(`${JSON.stringify(address)} became ${value}`);
				await new Promise((resolve) => setTimeout(resolve));
			}
		return used;
	}, URL_PAYLOADS);
	assert.equal(used, []);
	assert.equal(await page.evaluate(inspect), []);
	assert.equal(watch, { foreign: [], events: [] });
	assert.equal(problems, []);
	await close();
});

it('should make an address of its own host at most of markup in the place of an address', async () => {
	const { page, problems, watch, close } = await open('?id=0', { bypassCSP: true });
	await settled(page);
	await page.evaluate(remember);
	const wrong = await page.evaluate(async (payloads) => {
		const { boot, head, shared } = window.livePage!;
		const { player } = boot!;
		const readLive = (recData: object) =>
			shared.fetchLive(head.config.api, head.signRequest, '0', async () => ({ recData }));
		const wrong: string[] = [];
		const cover = document.getElementById('cover') as HTMLImageElement;
		for (const payload of payloads)
			for (const status of [0, 3, 1]) {
				cover.removeAttribute('src');
				const live = await readLive({
					id: payload,
					status,
					coverImg: payload,
					videoPic: payload,
					posPic: payload,
					headPic: payload,
					playbackUrl: payload,
					originRts: payload,
					shareUrl: payload,
				});
				player.show(live);
				for (const value of [cover.getAttribute('src'), player.video.getAttribute('src'), live.headPic, live.shareUrl])
					if (value && new URL(value).origin !== location.origin) wrong.push(`${payload} became ${value}`);
				await new Promise((resolve) => setTimeout(resolve));
			}
		return wrong;
	}, PAYLOADS);
	assert.equal(wrong, []);
	assert.equal(await page.evaluate(inspect), []);
	assert.equal(watch, { foreign: [], events: [] });
	assert.equal(problems, []);
	await close();
});

it('should stay itself on a whole visit with hostile addresses', async () => {
	const addresses = [
		`javascript:PWN()`,
		`java\tscript:PWN()`,
		`data:text/html,<script>PWN()</script>`,
		`blob:https://evil.example/1`,
		`https://[`,
		``,
	];
	for (const [index, address] of addresses.entries())
		for (const id of ['0', '1', '3']) {
			site.origin.setLive({
				id,
				coverImg: address,
				videoPic: address,
				posPic: address,
				headPic: address,
				playbackUrl: address,
				originRts: address,
				shareUrl: address,
			});
			const { page, problems, watch, close } = await open(`?id=${id}`, { bypassCSP: index % 2 === 0 });
			await page.locator('.viewers:not([hidden])').waitFor();
			if (id === '3') await page.getByText('视频加载失败，请重试').waitFor();
			await page.evaluate(remember);
			assert.equal(await page.evaluate(inspect), [], `id ${id}, ${address}`);
			assert.equal(watch, { foreign: [], events: [] });
			assert.equal(problems, []);
			await close();
		}
});

it('should put no hostile address on a share card', async () => {
	const { userAgent } = USER_AGENTS.find(({ name }) => name === 'WeChat, Android')!;
	const jweixin = `
		self.cards = self.cards || [];
		self.jWeixin = { config() {}, ready: then => then(), updateAppMessageShareData: card => (cards.push(card), card.success()), updateTimelineShareData: card => (cards.push(card), card.success()) };`;
	const { page, problems, watch, close } = await open('?id=0&userId=42&token=demo', {
		userAgent,
		bypassCSP: true,
		answer: (url) => (url.includes('jweixin') ? jweixin : undefined),
	});
	await settled(page);
	const cards = await page.evaluate(async (addresses) => {
		const { deferred, head, shared } = window.livePage!;
		await new Promise((resolve) => setTimeout(resolve, 500));
		const { cards } = self as unknown as { cards: { link: string; imgUrl: string; title: string }[] };
		cards.length = 0;
		for (const address of addresses) {
			const recData = { id: '0', title: address, coverImg: address, shareUrl: address };
			const live = await shared.fetchLive(head.config.api, head.signRequest, '0', async () => ({ recData }));
			await deferred!.setShare(live, async () => ({
				appid: address,
				signature: address || 'x',
				nonceStr: address,
				timestamp: address,
			}));
		}
		return cards.map(({ link, imgUrl }) => ({ link, imgUrl }));
	}, URL_PAYLOADS);
	assert.is(cards.length, 2 * URL_PAYLOADS.length);
	for (const { link, imgUrl } of cards) {
		assert.is(link, `${site.origin.url}/?id=0`);
		assert.is(new URL(imgUrl).origin, site.origin.url);
	}
	assert.equal(watch, { foreign: [], events: [] });
	assert.equal(problems, []);
	await close();
});

it.run();
