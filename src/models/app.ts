import { computed, effect } from '@preact/signals';
import type { Api } from '../api/api.ts';
import type { Live } from '../api/live.ts';
import type { Config } from '../config.ts';
import type { AppMethod } from '../native/open-app.ts';
import type { Player } from '../player/core/create-player.ts';
import type { Visit } from '../visit/visit.ts';
import { type DescriptionServices, followDescription } from './follow-description.ts';
import { type FollowOptions, withoutReplay } from './follow-live.ts';
import { nextTask } from './next-task.ts';
import { type Page, createPage } from './page-model.ts';
import type { PlayerStatus } from './player-model.ts';
import { createPolling } from './polling.ts';
import { repeatLoads } from './repeat-loads.ts';
import { createScripts, type ScriptServices } from './later-scripts.ts';

/** Statuses in which a first frame may still come. */
const STARTING: PlayerStatus[] = ['idle', 'connecting', 'replay', 'playing', 'stalled'];

/** The player, which receives `refresh` and `onChange` from the app. */
export type AppPlayer = Pick<Player, 'retry' | 'unmute' | 'refresh' | 'onChange'> & FollowOptions['player'];

/** Services of {@link createApp}. */
export interface AppServices extends DescriptionServices, ScriptServices {
	api: Api;
	visit: Visit;
	config: Pick<
		Config,
		| 'app'
		| 'chat'
		| 'chatPollInterval'
		| 'livePollInterval'
		| 'liveRefreshInterval'
		| 'links'
		| 'moderators'
		| 'newsUrl'
		| 'player'
		| 'rts'
	>;
	promoted: boolean;
	saveData: boolean;
	imageUrl: (url: string, width: number) => string;
	/** '' unless http(s). */
	safeUrl: (url: string) => string;
	/** From the head script; may reject. */
	firstLive: Promise<Live>;
	player: AppPlayer;
	/** Settles with the first frame or on timeout. */
	firstFrame: Promise<void>;
	setTitle(title: string): void;
	/** Without token and user id. */
	address(): string;
}

/** The app's models, connected. */
export interface App {
	page: Page;
	/** Takes over the first answer. Call once, after hydration. */
	start(): Promise<void>;
	stop(): void;
}

/** Creates and connects the models, without touching the DOM. */
export function createApp(services: AppServices): App {
	const { api, config, player, safeUrl, saveData } = services;
	const { id, userId, token } = services.visit;

	// Handled in `start`; may reject earlier.
	services.firstLive.catch(() => {});

	let onFirstLoad: () => void;
	const firstLoad = new Promise<void>((resolve) => (onFirstLoad = resolve));

	const page = createPage({
		chat: {
			fetchPage: id ? api.fetchComments : async () => [],
			fetchTotal: async () => api.fetchChatTotal((await whenLiveKnown()).oss),
			sendMessage: async (content) => api.saveChat(content, (await whenLiveKnown()).oss),
			deleteComment: api.deleteComment,
		},
		news: async (kind) => (id ? api.fetchNews((await whenLiveKnown()).organizationId, kind) : []),
		moderator: !!token && config.moderators.includes(userId),
		footer: !!token && !services.promoted,
		saveData,
		maxLength: config.chat.maxLength,
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
			enlarge: (image) => scripts.useOnDemand(({ enlarge }) => enlarge(image, notice)),
			share: () => scripts.useDeferred(({ share }) => share(live.state.peek().data!, notice)),
		},
	});
	const { live, notice } = page;
	const scripts = createScripts(services, page);
	const deferred = scripts.loadDeferred({ retry: Infinity });
	player.refresh = () => refresh().then(withoutReplay);

	/** Rejects if the live could not be fetched. */
	async function whenLiveKnown(): Promise<Live> {
		await firstLoad;
		const { data, error } = live.state.peek();
		if (!data) throw error || new Error('no live yet');
		return data;
	}

	async function refresh(): Promise<Live> {
		await live.load(api.fetchLive);
		const { data, error } = live.state.peek();
		if (error || !data) throw error;
		return data;
	}

	function retry() {
		const { status, failure } = player.state;
		if (!live.state.peek().data) {
			live.state.value = { data: null, error: null, loading: true };
			loadFirst().catch(() => {});
		}
		// The address may have changed.
		else if (status === 'failed' && failure === 'connection') refresh().then(player.show, player.retry);
		else player.retry();
	}

	function copy(text: string) {
		scripts.useDeferred((script) => script.copy(text, notice));
	}

	function openApp(method: AppMethod, newsid?: string) {
		scripts.useDeferred((script) => {
			const organizationId = live.state.peek().data?.organizationId ?? '';
			return script.openApp(method, { liveId: id, organizationId, newsid }, notice);
		});
	}

	async function showFirst(request: Promise<Live>): Promise<Live> {
		const first = await request;
		if (player.state.status === 'idle')
			player.show(first, config.rts.tryUnlisted ? 0 : (await scripts.loadOnDemand({ retry: 0 })).checkSupport());
		return first;
	}

	/** The head script's answer, or a second one if that may help. */
	const firstLive = () =>
		services.firstLive.catch((error) => {
			if (!isTemporary(error) || error.retryAfter) throw error;
			return api.fetchLive();
		});

	async function loadFirst(): Promise<void> {
		await live.load(() => showFirst(api.fetchLive()));
		const { data, error } = live.state.peek();
		if (!data) throw error;
	}

	/** Whether a repeat may help: there is an id, and no refusal. */
	function isTemporary(error: unknown): boolean {
		const { status = 0 } = Object(error) as { status?: number };
		return !!error && !!id && (status < 400 || status === 429 || status >= 500);
	}

	/** The first frame has come, or does not come for now. */
	const firstFrameSettled = computed(
		() => page.startupDone.value && page.player.status.value !== 'idle' && page.player.status.value !== 'connecting',
	);

	/** Ends startup: other things may load. */
	function endStartup() {
		if (page.startupDone.peek()) return;
		page.startupDone.value = true;
		runDeferred().catch((error) => console.warn(`${error}`));
	}

	async function runDeferred() {
		const { start, followLive } = await deferred;
		disposers.push(
			start(page, api.call, scripts.loadOnDemand, scripts.loadPanel),
			followLive({ config, state: live.state, player, refresh, createPolling }),
		);
	}

	const disposers = [
		scripts.stop,
		repeatLoads(page, { loadLive: loadFirst, chatPollInterval: config.chatPollInterval, isTemporary }),
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
			disposers.push(
				effect(() => {
					const status = page.player.status.value;
					// Before the first frame, which may fill the link.
					deferred.then(({ extendPlayer }) => extendPlayer());
					if (!STARTING.includes(status)) endStartup();
				}),
			);
			await nextTask();
			page.hydrated.value = true;
			// First, as the call may take long.
			player.onChange = (state) => (page.player.reported.value = state);
			player.onChange(player.state);
			await live.load(() => showFirst(firstLive()));
			onFirstLoad();
		},
		stop: () => disposers.forEach((dispose) => dispose()),
	};
}
