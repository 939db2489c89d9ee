/** The bundle: takes over what boot began, makes services and models, and hydrates the page around the running picture. */
import './polyfills.ts';
import { effect } from '@preact/signals';
import { hydrateRoot } from 'react-dom/client';
import { createCall, withTimeout, readJson } from '../api/request.ts';
import { commentPage } from '../api/comments.ts';
import { openEnvelope } from '../api/envelope.ts';
import { type Live, detailUrl, readLive } from '../api/live.ts';
import { organizationNews } from '../api/news.ts';
import { chatTotal, deleteChat, saveChat } from '../api/stream-chat.ts';
import { isBlank, plainText } from '../safe/plain-text.ts';
import type { Handoff } from './handoff.ts';
import { loadScript } from '../load-script.ts';
import { createPage } from '../models/page.ts';
import { createPolling } from '../models/polling.ts';
import { whenPictureIsUp } from '../player/picture-up.ts';
import { createRecovery } from '../player/recovery.ts';
import { Page } from '../view/page.tsx';

declare const __DEFERRED__: string;
declare const __RICH_TEXT__: string;

const handoff = window.livePage!;
const { config, visit, picture, imageUrl, saveData, signRequest } = handoff;
const { id, userId, token } = visit;
const call = createCall(config.api.base, signRequest);

const fetchLive = async (): Promise<Live> =>
	readLive(openEnvelope(await readJson(await detailUrl(config.api, signRequest, id))));

/** The live, for calls that need one of its fields; rejects when it cannot be whenLiveKnown. */
const whenLiveKnown = async () => {
	await firstLoad;
	const { data, error } = page.live.state.peek();
	if (!data) throw error || new Error('the live is not whenLiveKnown yet');
	return data;
};

const page = createPage({
	chat: {
		page: commentPage(call, id),
		send: async (content) => saveChat(call, content, (await whenLiveKnown()).oss, userId),
		remove: (comment) => deleteChat(call, comment),
		total: async () => chatTotal(call, (await whenLiveKnown()).oss),
	},
	news: async () => organizationNews(call, (await whenLiveKnown()).organizationId),
	moderator: !!token && config.moderators.includes(userId),
	footer: !!token && document.documentElement.className !== 'promoted',
	saveData,
	appName: config.app.name,
	appSlogan: config.app.slogan,
	imageUrl,
	actions: {
		retry,
		unmute: picture.unmute,
		fullscreen() {
			const video = picture.video as HTMLVideoElement & { webkitEnterFullscreen?: () => void };
			if (video.requestFullscreen) video.requestFullscreen().catch(() => {});
			else video.webkitEnterFullscreen?.();
		},
		openApp: () =>
			pressed(async ({ openApp }) => {
				const opening = await openApp({
					liveId: id,
					organizationId: page.live.state.peek().data?.organizationId ?? '',
				});
				if (opening === 'overlay') page.notice.overlay.value = true;
				if (opening === 'unavailable') page.notice.say(`请打开${config.app.name}App`);
			}),
		copy: (text) =>
			pressed(async ({ copyText }) => page.notice.say((await copyText(text)) ? '已复制' : '复制失败，请手动输入')),
	},
});

/** Work is cut into tasks, so that a press on a slow phone waits for one of them and not for all. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

const root = document.getElementById('app')!;
const hydrated = nextTask().then(() => {
	hydrateRoot(root, <Page page={page} />);
	page.member.value = !!(token && userId);
	window.onclick = null;
	handoff.early?.click();
});

const recovery = createRecovery({
	picture,
	source: () => page.live.state.peek().data,
	refresh,
	hlsFallback: config.rts.hlsFallback,
	onChange: (state, reason) => page.player.set(picture, state, reason),
});

/** Learns what became of the live; rejects when it cannot be asked. */
async function refresh(): Promise<Live> {
	await page.live.load(fetchLive);
	const { data, error } = page.live.state.peek();
	if (error || !data) throw error;
	return data;
}

function retry() {
	if (page.live.state.peek().data) recovery.retry();
	else if (id) refresh().then(recovery.retry, () => {});
	else location.reload();
}

/** The script of what nobody waits for. */
let lateScript: Promise<unknown> | undefined;
async function late(): Promise<NonNullable<Handoff['late']>> {
	if (handoff.late) return handoff.late;
	lateScript = lateScript || loadScript(__DEFERRED__, { retry: Infinity });
	await lateScript.catch((error) => {
		lateScript = undefined;
		throw error;
	});
	return handoff.late!;
}

/** The late script, however often a thin link loses it. */
const loadDeferredWithRetry = (pause = 2000): ReturnType<typeof late> =>
	late().catch(() => new Promise((resolve) => setTimeout(resolve, pause)).then(() => loadDeferredWithRetry(pause * 2)));

/** Does what a press asks of the late script, or says that it did not come; the next press asks again. */
function pressed(act: (script: NonNullable<Handoff['late']>) => Promise<void>) {
	late()
		.then(act)
		.catch(() => page.notice.say('网络不给力，请检查网络后重试'));
}

/** Takes over the answer that boot asked for, or asks again. */
async function takeOver(): Promise<Live> {
	let live: Live;
	try {
		live = await withTimeout(handoff.detail, performance.now() - handoff.asked);
	} catch (error) {
		// No id, or the server's own no: asking again changes nothing.
		if (!id || /^4/.test((error as { status?: string }).status!)) throw error;
		live = await fetchLive();
	}
	if (picture.state === 'idle') {
		if (!config.rts.tryUnlisted) picture.refusal = (await late()).support().errorCode;
		picture.show(live);
	}
	return live;
}
const firstLoad = hydrated
	.then(nextTask)
	.then(() => page.live.load(takeOver))
	.then(recovery.update);

effect(() => {
	const { data } = page.live.state.value;
	if (data) document.title = data.title || document.title;
});

/** Milliseconds until the description is shown as plain text where the rich-text script has not arrived. */
const RICH_TEXT_TIMEOUT = 8000;
let richText: Promise<void> | undefined;
let plain = false;

/** Shows the description: rich text once its script is there, plain text while it cannot be loaded. */
function showDescription() {
	const { data } = page.live.state.peek();
	if (!data) return;
	const { sanitize } = handoff;
	if (sanitize) page.description.value = { html: sanitize(data.description, (url) => imageUrl(url, innerWidth)) };
	else if (plain || isBlank(data.description)) page.description.value = { lines: plainText(data.description) };
	else if (page.settled.peek() && !richText) {
		richText = loadScript(__RICH_TEXT__, { retry: Infinity }).then(showDescription);
		setTimeout(() => {
			plain = true;
			showDescription();
		}, RICH_TEXT_TIMEOUT);
	}
}
effect(() => {
	if (page.live.state.value.data && (page.settled.value || true)) nextTask().then(showDescription);
});

const livePolling = createPolling(
	config.livePollInterval,
	() => page.live.state.value.data?.status === 0,
	() => refresh().then((live) => live.status && picture.show(live)),
);
const chatPolling = createPolling(
	config.chatPollInterval,
	() => page.tab.value === 1 && !!page.live.state.value.data,
	page.chat.poll,
);
effect(livePolling.update);
effect(chatPolling.update);

whenPictureIsUp(picture)
	.then(async () => {
		page.settled.value = true;
		if (!saveData) setTimeout(page.chat.open, 1000);
		const { report, savePictures, share, support } = await loadDeferredWithRetry();
		const { errorCode, message } = support();
		if (errorCode) console.info(`Support check: ${errorCode} ${message}`);
		report();
		savePictures(root, page.notice.say);
		let shared: unknown;
		effect(() => {
			const { data } = page.live.state.value;
			if (data && !shared) shared = share(call, data);
		});
	})
	.catch((error) => console.warn(`${error}`));
