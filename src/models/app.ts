import { computed, effect } from '@preact/signals';
import type { Api } from '../api/api.ts';
import type { Live } from '../api/live.ts';
import type { Config } from '../config.ts';
import type { AppMethod, OpenTarget } from '../native/open-app.ts';
import type { Player } from '../player/create-player.ts';
import type { Visit } from '../visit/visit.ts';
import * as texts from '../texts.ts';
import { type Attempts, type DescriptionServices, followDescription } from './follow-description.ts';
import { nextTask } from './next-task.ts';
import type { Notice } from './notice.ts';
import type { FollowServices } from './follow-live.ts';
import { type Page, type PageComponent, createPage } from './page-model.ts';
import type { PlayerStatus } from './player-model.ts';
import { createPolling } from './polling.ts';

/** Milliseconds after startup at which the chat is fetched in advance. */
const CHAT_PRELOAD_DELAY = 1000;
/** Milliseconds before the detail call of the first load is repeated; doubled after each failure. */
const FIRST_RETRY_INTERVAL = 1000;

/** Statuses in which a first frame may be about to come. */
const STARTING: PlayerStatus[] = ['idle', 'connecting', 'replay', 'playing', 'stalled'];

/** What the app needs of the player: it gives it `refresh` and `onChange`. */
export type AppPlayer = Pick<Player, 'state' | 'show' | 'retry' | 'unmute' | 'refresh' | 'onChange' | 'policy'>;

/** What the deferred script offers (`entry/deferred.ts`). */
export interface Deferred {
	/** The component of what is in the composer. */
	Composer: PageComponent;
	/**
	 * Begins what needs no click: usage reports, earlier ones included, the share card in WeChat and QQ (spec §2; it never
	 * rejects, spec §8), the service worker and what a press on an image does.
	 * Also the controls over the video, and what follows the live. Returns what ends it.
	 */
	start(page: Page, call: Api['call'], services: FollowServices): () => void;
	/** Opens the native app, or calls a method of it from inside; shows what to do instead. */
	openApp(method: AppMethod, target: OpenTarget, notice: Notice): Promise<void>;
	/** Copies to the clipboard, and says whether that worked. */
	copy(text: string, notice: Notice): Promise<void>;
	/** Shares a live on a click, or says how to. */
	share(live: Live, notice: Notice): Promise<void>;
}

/** What the on-demand script offers (`entry/on-demand.ts`). */
export interface OnDemand {
	/** The component of the dialogs. */
	Dialogs: PageComponent;
	/** Shows an image of the description large. */
	enlarge(image: HTMLImageElement, notice: Notice): void;
	/** Plays the broadcast of a player by HLS where that is possible. */
	playHls(player: Pick<Player, 'state' | 'show'>): void;
	/** Checks this browser against the table of spec §5: the error code, 0 when it is supported. */
	checkSupport(): number;
}

/** What the app is made from. */
export interface AppServices extends DescriptionServices {
	api: Api;
	visit: Visit;
	config: Pick<
		Config,
		'app' | 'chatPollInterval' | 'livePollInterval' | 'liveRefreshInterval' | 'links' | 'moderators' | 'newsUrl' | 'rts'
	>;
	/** Whether the promotion header is shown. */
	promoted: boolean;
	saveData: boolean;
	imageUrl: (url: string, width: number) => string;
	/** A URL of the configuration, absolute; '' when it is not http(s). */
	safeUrl: (url: string) => string;
	/** The live as fetched by the head script; rejects when that failed. */
	firstLive: Promise<Live>;
	player: AppPlayer;
	/** Settles with the first frame, or when it takes too long. */
	firstFrame: Promise<void>;
	/** Loads the deferred script, once; rejects after so many attempts. */
	loadDeferred(attempts: Attempts): Promise<Deferred>;
	/** Loads the news script, once; rejects after so many attempts. */
	loadNewsPanel(attempts: Attempts): Promise<PageComponent>;
	/** Whether a stream of a WHEP server has been requested. */
	usesWhep(): boolean;
	/** Loads the on-demand script, once; rejects after so many attempts. */
	loadOnDemand(attempts: Attempts): Promise<OnDemand>;
	setTitle(title: string): void;
	/** The page's URL, for people to copy: without token and user id. */
	address(): string;
}

/** Everything the page does. */
export interface App {
	page: Page;
	/** To be called once, when the page is hydrated: takes over the first answer. */
	start(): Promise<void>;
	/** Ends polling and effects. */
	stop(): void;
}

/** Makes the models and what connects them. No DOM but through the services. */
export function createApp(services: AppServices): App {
	const { api, config, player, safeUrl, saveData, loadOnDemand } = services;
	const { id, userId, token } = services.visit;

	// Handled in `start`; it may reject before the page is hydrated.
	services.firstLive.catch(() => {});

	let onFirstLoad: () => void;
	const firstLoad = new Promise<void>((resolve) => (onFirstLoad = resolve));

	const page = createPage({
		chat: {
			page: id ? api.fetchComments : async () => [],
			send: async (content) => api.saveChat(content, (await whenLiveKnown()).oss),
			remove: api.deleteComment,
			total: async () => api.fetchChatTotal((await whenLiveKnown()).oss),
		},
		news: async () => (id ? api.fetchNews((await whenLiveKnown()).organizationId) : []),
		moderator: !!token && config.moderators.includes(userId),
		footer: !!token && !services.promoted,
		saveData,
		appName: config.app.name,
		appSlogan: config.app.slogan,
		newsUrl: (newsid) => safeUrl(newsid && config.newsUrl.replace('{newsid}', encodeURIComponent(newsid))),
		newsInApp: !!(config.app.scheme || config.app.universalLink || config.app.downloadUrl),
		links: Object.entries(config.links).map(([text, url]) => [text, safeUrl(url)]),
		imageUrl: services.imageUrl,
		actions: {
			retry,
			unmute: player.unmute,
			watchReplay() {
				const { data } = live.state.peek();
				if (data) player.show(Object.assign({}, data, { status: 3 }));
			},
			openApp: () => openApp('follow'),
			login: () => openApp('login'),
			openNews: (newsid) => openApp('openNews', newsid),
			copy,
			copyAddress: () => copy(services.address()),
			enlarge: (image) => onDemand(({ enlarge }) => enlarge(image, notice)),
			share: () => onClick(({ share }) => share(live.state.peek().data!, notice)),
		},
	});
	const { live, notice } = page;
	player.refresh = refresh;

	/** The live, for calls that need one of its fields. Rejects when it could not be fetched. */
	async function whenLiveKnown(): Promise<Live> {
		await firstLoad;
		const { data, error } = live.state.peek();
		if (!data) throw error || new Error('the live is not known');
		return data;
	}

	/** Fetches the live again. Rejects when that fails. */
	async function refresh(): Promise<Live> {
		await live.load(api.fetchLive);
		const { data, error } = live.state.peek();
		if (error || !data) throw error;
		return data;
	}

	function retry() {
		const { status, failure } = player.state;
		if (!live.state.peek().data) loadFirst().catch(() => {});
		// An address that cannot be played may have been replaced.
		else if (status === 'failed' && failure === 'connection') refresh().then(player.show, player.retry);
		else player.retry();
	}

	/** Loads the deferred script, which brings the composer. */
	async function loadDeferred(attempts: Attempts): Promise<Deferred> {
		const deferred = await services.loadDeferred(attempts);
		page.composer.value = deferred.Composer;
		return deferred;
	}

	/** Does what a click requests of a script, or shows that it could not be loaded. */
	function whenLoaded<T>(script: Promise<T>, action: (script: T) => unknown) {
		script.then(action).catch(() => {
			notice.close();
			notice.showToast(texts.NO_CONNECTION);
		});
	}
	const onClick = (action: (deferred: Deferred) => Promise<void>) => whenLoaded(loadDeferred({ retry: 0 }), action);
	const onDemand = (action: (onDemand: OnDemand) => void) => whenLoaded(loadOnDemand({ retry: 0 }), action);

	function copy(text: string) {
		onClick((deferred) => deferred.copy(text, notice));
	}

	function openApp(method: AppMethod, newsid?: string) {
		onClick((deferred) => {
			const organizationId = live.state.peek().data?.organizationId ?? '';
			return deferred.openApp(method, { liveId: id, organizationId, newsid }, notice);
		});
	}

	/** Shows the live for the first time. */
	async function showFirst(request: Promise<Live>): Promise<Live> {
		const first = await request;
		if (player.state.status === 'idle')
			player.show(first, config.rts.tryUnlisted ? 0 : (await loadOnDemand({ retry: 0 })).checkSupport());
		return first;
	}

	/** The answer to the head script's request, or to one more where that may help. */
	const firstLive = () =>
		services.firstLive.catch((error) => {
			if (!isTemporary(error) || error.retryAfter) throw error;
			return api.fetchLive();
		});

	/** Fetches the live while it is not known. Rejects when that fails. */
	async function loadFirst(): Promise<void> {
		await live.load(() => showFirst(api.fetchLive()));
		const { data, error } = live.state.peek();
		if (!data) throw error;
	}

	/** Whether a repeat of the detail call may succeed: there is an id, and the server has not refused it. */
	function isTemporary(error: unknown): boolean {
		const { status = 0 } = Object(error) as { status?: number };
		return !!error && !!id && (status < 400 || status === 429 || status >= 500);
	}

	/** The first frame has been shown, however long it took, or is not coming for now. */
	const firstFrameSettled = computed(
		() => page.startupDone.value && page.player.status.value !== 'idle' && page.player.status.value !== 'connecting',
	);

	const firstPolling = createPolling(
		FIRST_RETRY_INTERVAL,
		() => !live.state.value.data && isTemporary(live.state.value.error),
		loadFirst,
	);
	const chatPolling = createPolling(
		config.chatPollInterval,
		() => page.tab.value === 'chat' && !!live.state.value.data,
		page.chat.poll,
	);

	/** Playback no longer needs the connection to itself. */
	function endStartup() {
		if (page.startupDone.peek()) return;
		page.startupDone.value = true;
		runDeferred().catch((error) => console.warn(`${error}`));
	}

	/** What begins after startup. */
	async function runDeferred() {
		// A chat in view has been opened: opening it again could poll it.
		if (!saveData) setTimeout(() => page.tab.value === 'chat' || page.chat.open(), CHAT_PRELOAD_DELAY);
		const { start } = await loadDeferred({ retry: Infinity });
		disposers.push(start(page, api.call, { player, refresh, createPolling }));
	}

	const disposers = [
		firstPolling.stop,
		chatPolling.stop,
		effect(() => firstPolling.update(live.state.value.error)),
		effect(chatPolling.update),
		effect(() => {
			// What follows startup tries again.
			if (page.tab.value === 'chat') loadDeferred({ retry: 0 }).catch(() => {});
		}),
		effect(() => {
			if (page.tab.value === 'news')
				services.loadNewsPanel({ retry: Infinity }).then((panel) => (page.newsPanel.value = panel));
		}),
		effect(() => {
			if (notice.dialog.value) onDemand(({ Dialogs }) => (page.dialogs.value = Dialogs));
		}),
		effect(() => {
			const { state } = page.player;
			if (state.value.failure && config.rts.hlsFallback)
				loadOnDemand({ retry: Infinity }).then(({ playHls }) => {
					if (state.peek().failure) playHls(player);
				});
		}),
		effect(() => {
			// What such a server's next reply may need.
			if (firstFrameSettled.value && services.usesWhep()) loadOnDemand({ retry: Infinity });
		}),
		effect(() => {
			const { data } = live.state.value;
			if (data?.title) services.setTitle(data.title);
		}),
		followDescription(page, firstFrameSettled, services),
	];

	return {
		page,
		async start() {
			page.member.value = !!(token && userId);
			services.firstFrame.then(endStartup);
			disposers.push(effect(() => void (STARTING.includes(page.player.status.value) || endStartup())));
			await nextTask();
			page.hydrated.value = true;
			// Before the call, which may take long: what plays says so itself.
			player.onChange = (state) => (page.player.reported.value = state);
			player.onChange(player.state);
			await live.load(() => showFirst(firstLive()));
			onFirstLoad();
		},
		stop: () => disposers.forEach((dispose) => dispose()),
	};
}
