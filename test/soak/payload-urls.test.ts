/** Every payload where the API has a URL: none is used. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Live } from '../../src/api/live.ts';
import { PAYLOADS } from '../fixtures/payloads.ts';
import { userAgentOf } from '../fixtures/user-agents.ts';
import { URL_PAYLOADS } from '../fixtures/url-payloads.ts';
import { inspect, openWatched, pageLoaded, remember } from '../support/payload-page.ts';
import { openSite, type Site } from '../support/site.ts';

const it = suite('payloads in URLs');

declare global {
	interface Window {
		/** The live that the page makes of `recData`. */
		readLive(recData: object): Promise<Live>;
	}
}

/** Runs in a page. */
function defineReadLive() {
	const { head, shared } = window.livePage!;
	window.readLive = async (recData) => {
		const { fetch } = self;
		self.fetch = async () => new Response(JSON.stringify({ recData }));
		try {
			return await shared.fetchLive(head.config.api, head.signRequest, '0');
		} finally {
			self.fetch = fetch;
		}
	};
}

let site: Site;
it.before(async () => {
	site = await openSite({ config: { livePollInterval: 0, chatPollInterval: 0 } });
});
it.after(() => site?.close());
it.before.each(() => site.origin.reset());

it('should use no payload as the URL of cover, replay, stream or organization image', async () => {
	const { page, problems, watch, close } = await openWatched(site, '?id=0', { bypassCSP: true });
	await pageLoaded(page);
	await page.evaluate(remember);
	await page.evaluate(defineReadLive);
	const used = await page.evaluate(async (addresses) => {
		const { player } = window.livePage!.boot!;
		// The live of the page itself would be shown after a failure.
		player.refresh = () => Promise.reject();
		const used: string[] = [];
		const cover = document.getElementById('cover') as HTMLImageElement;
		const { video } = player;
		for (const address of addresses)
			for (const status of [0, 2, 3, 1, '9']) {
				cover.removeAttribute('src');
				video.removeAttribute('poster');
				const live = await window.readLive({
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

it('should resolve markup in place of a URL to a URL of its own host at most', async () => {
	const { page, problems, watch, close } = await openWatched(site, '?id=0', { bypassCSP: true });
	await pageLoaded(page);
	await page.evaluate(remember);
	await page.evaluate(defineReadLive);
	const wrong = await page.evaluate(async (payloads) => {
		const { player } = window.livePage!.boot!;
		// The live of the page itself would be shown after a failure.
		player.refresh = () => Promise.reject();
		const wrong: string[] = [];
		const cover = document.getElementById('cover') as HTMLImageElement;
		for (const payload of payloads)
			for (const status of [0, 3, 1]) {
				cover.removeAttribute('src');
				const live = await window.readLive({
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

it('should stay unchanged during a whole visit with payloads as URLs', async () => {
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
			const { page, problems, watch, close } = await openWatched(site, `?id=${id}`, { bypassCSP: index % 2 === 0 });
			await pageLoaded(page);
			if (id === '3') await page.getByText(/视频加载失败，请重试|回放还在准备中/).waitFor();
			await page.evaluate(remember);
			assert.equal(await page.evaluate(inspect), [], `id ${id}, ${address}`);
			assert.equal(watch, { foreign: [], events: [] });
			assert.equal(problems, []);
			await close();
		}
});

it('should put no payload on a share card', async () => {
	const jweixin = `
		self.cards = self.cards || [];
		self.jWeixin = { config() {}, ready: then => then(), updateAppMessageShareData: card => (cards.push(card), card.success()), updateTimelineShareData: card => (cards.push(card), card.success()) };`;
	const { page, problems, watch, close } = await openWatched(site, '?id=0&userId=42&token=demo', {
		userAgent: userAgentOf('WeChat, Android'),
		bypassCSP: true,
		answer: (url) => (url.includes('jweixin') ? jweixin : undefined),
	});
	await pageLoaded(page);
	await page.evaluate(defineReadLive);
	const cards = await page.evaluate(async (addresses) => {
		const { deferred } = window.livePage!;
		await new Promise((resolve) => setTimeout(resolve, 500));
		const { cards } = self as unknown as { cards: { link: string; imgUrl: string; title: string }[] };
		cards.length = 0;
		for (const address of addresses) {
			const recData = { id: '0', title: address, coverImg: address, shareUrl: address };
			const live = await window.readLive(recData);
			const state = { subscribe: (listen: (state: object) => void) => (listen({ data: live }), () => {}) };
			const before = cards.length;
			const call = async () => ({
				sign: { appid: address, signature: address || 'x', nonceStr: address, timestamp: address },
			});
			const unchanged = { subscribe: () => () => {}, peek: () => ({}) };
			const player = { state: unchanged, status: unchanged, failure: unchanged, interpret: {} };
			const lists = {
				tab: unchanged,
				chat: { pages: unchanged, missing: unchanged },
				news: { state: unchanged },
				chatPanel: unchanged,
				newsPanel: unchanged,
			};
			const page = { insideApp: {}, controls: {}, notice: {}, actions: {}, player, live: { state }, ...lists };
			const end = deferred!.start(
				page as any,
				call,
				() => new Promise(() => {}),
				() => {},
			);
			while (cards.length < before + 2) await new Promise((resolve) => setTimeout(resolve, 10));
			end();
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
