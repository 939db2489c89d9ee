/** Every payload through every text of the API, in the built page: with its policy, and without. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Comment, readComments } from '../../src/api/comments.ts';
import { shownName } from '../../src/safe/nickname.ts';
import { LIVE_EXAMPLE } from '../../src/api/examples.ts';
import { text } from '../../src/safe/fields.ts';
import { PAYLOADS, URL_PAYLOADS } from '../fixtures/payloads.ts';
import { inspect, openWatched, pageLoaded, remember } from '../support/payload-page.ts';
import { siteFor } from '../support/site.ts';
import { until } from '../support/until.ts';

const it = suite('payloads in texts');

const site = siteFor(it, { config: { livePollInterval: 25, chatPollInterval: 0, player: { pausePerCharacter: 0 } } });

/** Fields of a live that hold neither URLs nor what decides on the player. */
const TEXTS = Object.entries(LIVE_EXAMPLE).flatMap(([name, example]) =>
	/^(status|startTime|\w*ualities)$/.test(name) || /:\/\//.test(`${example}`) ? [] : [name],
);

/** The introduction with a payload, and the faults of the page. */
interface Shown {
	wrong: string[];
	title: string;
	summary: string;
	organization: string;
	invitation: string;
}

async function checkIntroduction(bypassCSP: boolean) {
	const { page, problems, watch, close } = await openWatched(site, '?id=0&userId=42&token=demo', { bypassCSP });
	await pageLoaded(page);
	await page.evaluate(remember);
	await page.evaluate(`self.inspect = ${inspect}`);
	const wrong: string[] = [];
	for (const [index, payload] of PAYLOADS.entries()) {
		const mark = 1000 + index;
		site.origin.setLive({ ...Object.fromEntries(TEXTS.map((name) => [name, payload])), id: '0', peopleCount: mark });
		const shown: Shown = await page.evaluate(async (mark) => {
			const end = performance.now() + 15_000;
			while (document.querySelector('.viewers span')!.textContent !== `${mark}`) {
				if (performance.now() > end) throw new Error(`the page never showed payload ${mark}`);
				await new Promise((resolve) => setTimeout(resolve, 5));
			}
			// The description is sanitized in a task of its own.
			await new Promise((resolve) => setTimeout(resolve, 20));
			await new Promise((resolve) => requestAnimationFrame(resolve));
			const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? '';
			return {
				wrong: (self as any).inspect(),
				title: textOf('.introduction > h1'),
				summary: textOf('.summary'),
				organization: textOf('.organization-title'),
				invitation: textOf('.footer .link'),
			};
		}, mark);
		// Texts that some languages write for missing values.
		const expected = (limit: number) => (payload === 'null' ? '' : text(payload, limit));
		const report = (what: string) => wrong.push(`${JSON.stringify(payload.slice(0, 160))}: ${what}`);
		for (const what of shown.wrong) report(what);
		for (const [field, limit] of [
			['title', 300],
			['summary', 2000],
			['organization', 300],
		] as const)
			if (shown[field] !== expected(limit)) report(`the ${field} reads ${JSON.stringify(shown[field].slice(0, 160))}`);
		if (shown.invitation !== (expected(300) && `复制邀请码 ${expected(300)}`))
			report(`the invitation code reads ${JSON.stringify(shown.invitation)}`);
	}
	// Time for what loads or runs later.
	await page.waitForTimeout(500);
	wrong.push(...(await page.evaluate(inspect)));
	await close();
	assert.equal(wrong, []);
	assert.equal(watch, { foreign: [], events: [] });
	assert.equal(problems, []);
}

it('should try 250 payloads and 60 URLs at least, none of them twice', () => {
	assert.ok(new Set(PAYLOADS).size >= 250 && new Set(URL_PAYLOADS).size >= 60);
	assert.is(new Set(PAYLOADS).size, PAYLOADS.length);
});

it('should detect what runs, sends requests, covers the page or clobbers the document', async () => {
	const { page, watch, close } = await openWatched(site, '?id=0', { bypassCSP: true });
	await pageLoaded(page);
	await page.evaluate(remember);
	assert.equal(await page.evaluate(inspect), []);
	await page.evaluate(() => {
		document.querySelector('.rich')!.innerHTML =
			`<img src="x:" onerror="PWN()" class="x"><p style="position:fixed;top:0;left:0;width:100vw;height:100vh">a</p>
			<form id="video"></form><img src="https://evil.example/x.png">`;
		document.body.prepend(document.querySelector('.rich form')!);
	});
	await page.waitForFunction(() => (self as unknown as { ran: string[] }).ran.includes('PWN'));
	await until(() => watch.foreign.length, 'the request to another host');
	const wrong = (await page.evaluate(inspect)).join('\n');
	for (const expected of [
		'PWN() ran',
		'#video is another',
		'clobbered',
		'there is a FORM',
		'attribute onerror',
		'address x:',
		'rich text is styled: fixed',
		'tab introduction is covered',
		'follow button is covered',
		'content covers the page',
	])
		assert.match(wrong, expected);
	assert.equal(watch.foreign, ['https://evil.example/x.png']);
	await close();
});

it('should show every payload as text, and run none of it as rich text', () => checkIntroduction(false));

it('should do the same without the Content-Security-Policy', () => checkIntroduction(true));

/** As many payloads as a page of comments or news has. */
const PAGES = Array.from({ length: Math.ceil(PAYLOADS.length / 20) }, (_, page) =>
	PAYLOADS.slice(20 * page, 20 * page + 20),
);

for (const bypassCSP of [false, true])
	it(`should show chat and news as literal text ${bypassCSP ? 'without' : 'with'} the policy`, async () => {
		for (const [number, payloads] of PAGES.entries()) await showAsText(payloads, 20 * number, bypassCSP);
	});

/** Shows a page of payloads as comments and news; `first` is the index of its first one. */
async function showAsText(payloads: string[], first: number, bypassCSP: boolean): Promise<void> {
	await site.origin.reset();
	const records = payloads.map((payload, index) => ({
		id: 50_000 + first + index,
		nickname: payload,
		content: payload,
		userId: payload,
		createTime: payload,
		headPic: payload,
	}));
	const news = payloads.map((payload, index) => {
		const address = URL_PAYLOADS[(first + index) % URL_PAYLOADS.length];
		return {
			newsid: first + index,
			newstitle: payload,
			img: address,
			headImg: address,
			readnum: payload,
			commentCountNew: payload,
		};
	});
	site.origin.setFault({
		path: '/juvenile/api/live/comment/page',
		times: -1,
		body: { code: 200, recData: { liveCommentList: { records } } },
	});
	site.origin.setFault({
		path: '/juvenile/api/information/newslistapi',
		times: -1,
		body: { code: 200, recData: news },
	});
	site.origin.setFault({
		path: '/juvenile/api/stream/chat/findByPage/with/video',
		times: -1,
		body: { code: 200, recData: { records, total: '<img src=x onerror=PWN()>' } },
	});
	const { page, problems, watch, close } = await openWatched(site, '?id=0&userId=7001&token=demo', { bypassCSP });
	await pageLoaded(page);
	await page.evaluate(remember);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.waitForFunction((count) => document.querySelectorAll('.comments li').length >= count, payloads.length);
	const comments = await page.evaluate(() =>
		[...document.querySelectorAll('.comments li')].map((item) => [
			item.querySelector('b')!.textContent,
			item.querySelector('p')!.lastChild!.textContent,
			item.querySelectorAll('*').length,
		]),
	);
	for (const [index, payload] of payloads.entries()) {
		const record = { nickname: payload, content: payload };
		const [{ nickname, content }] = readComments({ liveCommentList: { records: [record] } }) as [Comment];
		// Space that would fill a line becomes one.
		assert.equal(content.replace(/\s/g, ''), text(payload, 2000).replace(/\s/g, ''));
		assert.equal(comments[index], [`${shownName(nickname) || '直播小助手'}：`, content, 5], payload.slice(0, 160));
	}
	assert.equal(await page.evaluate(inspect), []);

	await page.getByRole('tab', { name: '相关资讯' }).tap();
	await page.waitForFunction((count) => document.querySelectorAll('.news li').length === count, payloads.length);
	const items = await page.evaluate(() =>
		[...document.querySelectorAll('.news li')].map((item) => [
			item.querySelector('h2')!.textContent,
			new URL(item.querySelector('img')!.src).origin === location.origin,
			item.querySelectorAll('*').length,
		]),
	);
	for (const [index, payload] of payloads.entries())
		assert.equal(items[index], [text(payload, 300), true, 7], payload.slice(0, 160));
	await page.waitForTimeout(300);
	assert.equal(await page.evaluate(inspect), []);
	assert.equal(watch, { foreign: [], events: [] });
	assert.equal(problems, []);
	await close();
}

it.run();
