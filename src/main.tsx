/** The bundle: takes over what boot began, makes services and models, and hydrates the page around the running picture. */
import './shims';
import { effect } from '@preact/signals';
import { hydrateRoot } from 'react-dom/client';
import { commentPage } from './api/comments';
import { createCall, readJson } from './api/client';
import { openEnvelope } from './api/envelope';
import { type Live, liveAddress, readLive } from './api/live';
import { organizationNews } from './api/news';
import { chatTotal, deleteChat, saveChat } from './api/stream-chat';
import { createSanitizer } from './content/sanitize';
import { createPage } from './models/page';
import { createPolling } from './models/polling';
import { createRecovery } from './player/recovery';
import { Page } from './view/page';
import { frugal } from './visit/frugal';

const handle = window.livePage!;
const { config, visit, picture, seal } = handle;
const { id, userId, token } = visit;
const call = createCall(config.api.base, seal);

const askLive = async (): Promise<Live> => readLive(openEnvelope(await readJson(await liveAddress(config.api, seal, id))));

/** The live, or the failure to learn it: what calls that need one of its fields wait for. */
const known = () => page.live.state.value.data ?? Promise.reject(page.live.state.value.error);

const page = createPage({
	chat: {
		page: commentPage(call, id),
		send: async content => saveChat(call, content, (await known()).oss, userId),
		remove: comment => deleteChat(call, comment),
		total: async () => chatTotal(call, (await known()).oss),
	},
	news: async () => organizationNews(call, (await known()).organizationId),
	sanitize: createSanitizer(address => address),
	moderator: !!token && config.moderators.includes(userId),
	footer: !!token && document.documentElement.className !== 'promoted',
	frugal: frugal(),
	appName: config.app.name,
	appSlogan: config.app.slogan,
	pictureAddress: address => address,
	actions: {
		retry,
		unmute: picture.unmute,
		fullscreen() {
			const video = picture.video as HTMLVideoElement & { webkitEnterFullscreen?: () => void };
			if (video.requestFullscreen) video.requestFullscreen().catch(() => {});
			else video.webkitEnterFullscreen?.();
		},
		openApp() {},
		copy() {},
	},
});

hydrateRoot(document.getElementById('app')!, <Page page={page} />);
page.member.value = !!(token && userId);

const recovery = createRecovery({
	picture,
	source: () => page.live.state.peek().data,
	refresh,
	hlsFallback: config.rts.hlsFallback,
	onChange: (state, reason) => page.player.set(picture, state, reason),
});

/** Learns what became of the live; rejects when it cannot be asked. */
async function refresh(): Promise<Live> {
	await page.live.load(askLive);
	const { data, error } = page.live.state.value;
	if (error || !data) throw error;
	return data;
}

function retry() {
	if (page.live.state.value.data) return recovery.retry();
	if (id) refresh().then(recovery.retry, () => {});
	else location.reload();
}

// Boot's one try; when it failed, the repeats with backoff follow, unless there is nothing to ask for.
page.live
	.load(() =>
		handle.detail.catch(async error => {
			// No id, or the server's own no: asking again changes nothing.
			if (!id || /^4/.test(error.status)) throw error;
			const live = await askLive();
			picture.show(live);
			return live;
		}),
	)
	.then(() =>
		effect(() => {
			document.title = page.live.state.value.data?.title || document.title;
		}),
	);

const livePolling = createPolling(
	config.livePollInterval,
	() => page.live.state.value.data?.status === 0,
	() => refresh().then(live => live.status && picture.show(live)),
);
const chatPolling = createPolling(config.chatPollInterval, () => page.tab.value === 1 && !!page.live.state.value.data, page.chat.poll);
effect(livePolling.update);
effect(chatPolling.update);
