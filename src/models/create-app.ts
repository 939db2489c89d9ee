import { computed, effect, signal } from '@preact/signals';
import type { Live } from '../api/complete-live.ts';
import type { AppMethod } from '../native/open-app.ts';
import { isAnswer, isRefused } from '../network/failure.ts';
import { limitRate } from '../network/failure-limit.ts';
import { onOnline } from '../network/online.ts';
import type { PlayerState } from '../player/core/state.ts';
import { canRetry, isFirstAttempt, isHeld, mayBegin } from '../player/core/status.ts';
import { safeUrl } from '../safe/url.ts';
import * as texts from '../texts.ts';
import { afterStartup } from './after-startup.ts';
import type { AppServices } from './app-services.ts';
import { followOffline } from './follow-offline.ts';
import { followDescription } from './follow-description.ts';
import { followLive, withoutReplay } from './follow-live.ts';
import { loadMissing, repeatLoads } from './load-lists.ts';
import { createScripts, followLoadingOrder } from './load-scripts.ts';
import { nextTask } from './next-task.ts';
import { createPage } from './page-model.ts';
import { createPlayerActions } from './player-actions.ts';

/** Seconds of a replay from which on a moment of it can be shared. */
const MIN_MOMENT = 10;

/** Creates and connects the models, without touching the DOM. */
export function createApp(services: AppServices) {
	const { api, config, player, saveData } = services;
	const { id, userId, token } = services.visit;

	// Handled in `start`; may reject earlier.
	services.firstLive.catch(() => {});

	let onFirstLoad: () => void;
	const firstLoad = new Promise<void>((resolve) => (onFirstLoad = resolve));

	const page = createPage({
		chat: {
			userId: token && userId,
			fetchPage: id ? api.fetchComments : async () => [],
			fetchTotal: async () => api.fetchChatTotal((await whenLiveKnown()).oss),
			sendMessage: async (content) => api.saveChat(content, (await whenLiveKnown()).oss),
			deleteComment: api.deleteComment,
			loadRules: async () => (await scripts.loadMore({ retry: Infinity })).chatRules,
		},
		news: async (kind) => (id ? api.fetchNews((await whenLiveKnown()).organizationId, kind) : []),
		moderator: config.moderators.includes(userId),
		footer: !!token,
		promoted: services.promoted,
		hidePromotion: services.hidePromotion,
		saveData,
		maxLength: config.chat.maxLength,
		phrases: config.chat.phrases,
		appName: config.app.name,
		appSlogan: config.app.slogan,
		promotionCloses: config.app.promotionCloses,
		newsUrl: (newsid) => safeUrl(newsid && config.newsUrl.replace('{newsid}', encodeURIComponent(newsid))),
		newsInApp: !!(config.app.scheme || config.app.universalLink || config.app.downloadUrl),
		links: Object.entries(config.links).map(([text, url]) => [text, safeUrl(url)]),
		imageUrl: services.imageUrl,
		metered: services.metered,
		rememberShape: services.rememberShape,
		hasPicture: services.hasPicture,
		actions: Object.assign(
			createPlayerActions({
				player,
				loadLiveRules: () => scripts.loadStage(),
				onPick: services.rememberPicked,
				onExpired: () => notice.showToast(texts.NO_CONNECTION, 'assertive'),
			}),
			{
				// People tap again.
				retry: limitRate(() => canRetry(player.state.status) && retry()),
				unmute: player.unmute,
				watchReplay() {
					const { data } = live.state.peek();
					if (data) player.show(Object.assign({}, data, { status: 3 }));
				},
				openApp: () => openApp('follow'),
				login: () => openApp('login'),
				openNews: (newsid: string) => openApp('openNews', newsid),
				copy: (text: string) => services.copy(text, notice),
				back: () => history.back(),
				copyAddress: () => services.copy(services.address(), notice),
				enlarge: (image: HTMLImageElement) => scripts.useMore(({ enlarge }) => enlarge(image, notice)),
				share() {
					const { data } = live.state.peek();
					const tell = (from: number) => services.share(data!, from, notice);
					const { sharesLinks, hasShareCard, setShareCard } = services;
					// The app's menu shares the card that was set last.
					const share = (from: number) => {
						if (sharesLinks) return tell(from);
						scripts.useMore((more) => setShareCard(more, data!, from).then(() => tell(from)));
					};
					const seconds = player.state.status === 'replay' ? player.video.currentTime : 0;
					if (seconds > MIN_MOMENT && (sharesLinks || hasShareCard))
						notice.open({ kind: 'share-moment', seconds, share });
					else tell(0);
				},
			},
		),
	});
	const { live, notice } = page;
	const scripts = createScripts(services, page);
	player.refresh = () => refresh().then(withoutReplay);

	/** Rejects if the live could not be fetched. */
	async function whenLiveKnown(): Promise<Live> {
		await firstLoad;
		const { data, error } = live.state.peek();
		if (!data) throw error || new Error('no live yet');
		return data;
	}

	/** Its own answer, also where a later request has replaced it in the state. */
	async function refresh(): Promise<Live> {
		const answer = api.fetchLive();
		await live.load(() => answer);
		return answer;
	}

	function retry() {
		const { status, failure } = player.state;
		if (!live.state.peek().data) {
			live.state.value = { data: null, error: null, loading: true };
			loadFirst().catch(() => {});
		}
		// Keeps the last frame.
		else if (status === 'stalled') player.dispatch({ type: 'failed', reason: 'timeout' });
		// The address may have changed.
		else if (status === 'failed' && failure === 'connection') refresh().then(player.show, player.retry);
		else player.retry();
	}

	function openApp(method: AppMethod, newsid?: string) {
		const organizationId = `${live.state.peek().data?.organizationId ?? ''}`;
		services.openApp(method, { liveId: id, organizationId, newsid }, notice);
	}

	async function showFirst(request: Promise<Live>): Promise<Live> {
		const first = await request;
		if (player.state.status === 'idle')
			player.show(
				isHeld(first, saveData, player.state.picked) ? Object.assign({}, first, { playbackUrl: '' }) : first,
				config.rts.tryUnlisted ? 0 : (await scripts.loadMore({ retry: 0 })).checkSupport(),
			);
		return first;
	}

	/** The head script's answer, or a second one if that may help. */
	const firstLive = () =>
		services.firstLive.catch((error) => {
			if (!id || isRefused(error) || error.retryAfter) throw error;
			return api.fetchLive();
		});

	async function loadFirst(): Promise<void> {
		await live.load(() => showFirst(api.fetchLive()));
		const { data, error } = live.state.peek();
		if (!data) throw error;
	}

	/** The first frame has come, or does not come for now. */
	const firstFrameSettled = computed(() => page.startupDone.value && !isFirstAttempt(page.player.status.value));
	const isAhead = signal(false);
	/** Other loads would take the link from a replay's first seconds. */
	const mayLoad = computed(() => isAhead.value || page.player.status.value !== 'replay');

	/** Ends startup: other things may load. */
	function endStartup() {
		if (page.startupDone.peek()) return;
		page.startupDone.value = true;
		services.onStarted();
		disposers.push(
			afterStartup(page, scripts, services),
			followLive({ config, state: live.state, player, refresh }),
			loadMissing(page),
			followOffline(page),
		);
	}

	const disposers = [
		scripts.stop,
		// Polls and scripts limit their requests themselves.
		onOnline(() => player.dispatch({ type: 'online' })),
		repeatLoads(page, { loadLive: loadFirst, chatPollInterval: config.chatPollInterval, hasId: !!id }),
		effect(() => {
			const { data } = live.state.value;
			if (data?.title) services.setTitle(data.title);
		}),
		followDescription(
			page,
			computed(() => firstFrameSettled.value && mayLoad.value),
			services,
		),
	];
	disposers.push(followLoadingOrder(page, scripts, services, mayLoad));

	return {
		page,
		/** Takes over the first answer. Call once, after hydration. */
		async start() {
			page.member.value = !!(token && userId);
			services.firstFrame.then(endStartup);
			services.ahead.then(() => (isAhead.value = true));
			disposers.push(
				effect(() => {
					// Without a live nothing begins by itself, and what is loaded next may mend the link.
					const { error } = live.state.value;
					const status = page.player.status.value;
					if (!mayBegin(status) || (isFirstAttempt(status) && error && (!id || isAnswer(error)))) endStartup();
				}),
			);
			await nextTask();
			page.hydrated.value = true;
			// First, as the call may take long.
			const report = (state: PlayerState) => (page.player.state.value = state);
			player.listeners.add(report);
			disposers.push(() => player.listeners.delete(report));
			report(player.state);
			await live.load(() => showFirst(firstLive()));
			onFirstLoad();
		},
		holdImages: scripts.holdImages,
		stop: () => disposers.forEach((dispose) => dispose()),
	};
}

/** The app's models, connected. */
export type App = ReturnType<typeof createApp>;
