import { signal } from '@preact/signals';
import type { Live } from '../api/complete-live.ts';
import type { NewsItem } from '../api/news.ts';
import type { ReplayChat } from './replay-chat.ts';
import { type ChatCalls, createChat } from './chat.ts';
import { createNotice } from './notice.ts';
import { createPlayerModel } from './player-model.ts';
import type { HlsLevels } from '../player/act/hls-levels.ts';
import { limitRetries } from '../network/failure-limit.ts';
import { createRemote } from './remote.ts';

export type { Live, NewsItem };
export type { Place } from '../visit/place.ts';

/** Sanitized, growing until it is complete, or lines of plain text. */
export type Description = { content: HTMLElement; complete: boolean } | { lines: string[] };

/** In order (spec §2). */
const TABS = ['introduction', 'chat', 'news'] as const;

/** Tab; ids and classes derive from it. */
export type Tab = (typeof TABS)[number];

/** Actions of clicks. */
export interface Actions {
	/** Plays, or fetches the live, again. */
	retry(): void;
	unmute(): void;
	/** Ends the connection, keeping the last frame; not for replays. */
	pause(): void;
	/** Reconnects. */
	play(): void;
	/** Chooses a quality by index, for the session; -1: automatically. */
	choose(quality: number): void;
	watchReplay(): void;
	/** Inside the app, follows the organization. */
	openApp(): void;
	/** Logs in through the app, opening it if needed. */
	login(): void;
	openNews(id: string): void;
	copy(text: string): void;
	copyAddress(): void;
	/** To the page before. */
	back(): void;
	enlarge(image: HTMLImageElement): void;
	/** Only once the live is known. */
	share(): void;
}

/** Services of {@link createPage}. */
export interface PageServices {
	chat: ChatCalls;
	/** A `poll` is not repeated. */
	news: (kind?: 'poll') => Promise<NewsItem[]>;
	/** May delete comments (spec §6). */
	moderator: boolean;
	/** With a token; shown without promotion header (spec §2). */
	footer: boolean;
	/** News images wait for a tap. */
	saveData: boolean;
	/** The promotion header is shown. */
	promoted: boolean;
	/** Hides the promotion header for the visit. */
	hidePromotion(): void;
	/** Characters of a message; 0: no limit. */
	maxLength: number;
	/** Messages sent by a tap. */
	phrases: string[];
	appName: string;
	appSlogan: string;
	promotionCloses: boolean;
	/** '' for none. */
	newsUrl: (id: string) => string;
	/** News without a URL opens in the app. */
	newsInApp: boolean;
	/** The URL may be ''. */
	links: [text: string, url: string][];
	/** At the shown width, in CSS pixels. */
	imageUrl: (url: string, width: number) => string;
	/** Whether data may be charged by volume. */
	metered: boolean;
	/** Called with the shape of the video, for the next visit. */
	rememberShape: (upright: boolean) => void;
	/** The broadcast is shown over HTTP, by which it can go on. */
	hasPicture(): boolean;
	actions: Actions;
}

/** Component of a later script. */
export type PageComponent = (props: { page: Page }) => object | null;

/** Components of the script `more`. */
export type MoreViews = Record<
	'ChatPanel' | 'NewsPanel' | 'Dialogs' | 'Opening' | 'Guide' | 'Marks' | 'Caption',
	PageComponent
>;

/** A replay of known length. */
interface ShownReplay {
	/** Seconds. */
	length: number;
	chat: ReplayChat;
}

/** Creates the page's models and actions. The live counts as loading: the head script fetches it. */
export function createPage(services: PageServices) {
	const chat = createChat(services.chat);
	const news = createRemote<NewsItem[]>();
	const tab = signal<Tab>('introduction');
	const drawer = signal(false);
	const promoted = signal(services.promoted);
	// People tap again.
	const loadNews = limitRetries(
		() => news.state.peek().loading || news.load(services.news),
		() => news.state.peek().error,
	);
	function show(next: Tab) {
		tab.value = next;
		if (next === 'chat') chat.open();
		if (next === 'news' && !news.state.value.data) loadNews();
	}
	// Spread syntax would need a helper of old engines in the script.
	return Object.assign({}, services as Omit<PageServices, 'chat' | 'news' | 'promoted'>, {
		live: createRemote<Live>(true),
		description: signal<Description | null>(null),
		/** Until then panels out of view are empty. */
		hydrated: signal(false),
		/** Playback has started, or not for now; other things may load. */
		startupDone: signal(false),
		/** There is a session; false before hydration, as the HTML is the same for everyone. */
		member: signal(false),
		/** False before startup is done. */
		insideApp: signal(false),
		player: createPlayerModel(services.hasPicture),
		tabs: TABS,
		tab,
		/** Over the video; null before their script. */
		controls: signal<PageComponent | null>(null),
		/** A replay's; null before their script. */
		replayControls: signal<PageComponent | null>(null),
		/** The replay that is shown; null: none, or its length is unknown. */
		replay: signal<ShownReplay | null>(null),
		/** Of HLS that the page itself plays; null for none. */
		levels: signal<HlsLevels | null>(null),
		/** The script that plays HLS is loading. */
		awaitsHls: signal(false),
		/** null before their script. */
		more: signal<MoreViews | null>(null),
		/** Goes over to the build of the server, where a script of this one is missing; null: none is known to be. */
		update: signal<(() => void) | null>(null),
		/** The browser has lost its connection, and nothing arrives. */
		offline: signal(false),
		/** Open in landscape and in full screen. */
		drawer,
		/** The latest messages are shown over the video, as the drawer is closed. */
		chatOverVideo: signal(false),
		promoted,
		/** Half-written message. */
		draft: signal(''),
		/** The page fills the screen. */
		fullscreen: signal(false),
		chat,
		news,
		notice: createNotice(),
		hidePromotion() {
			promoted.value = false;
			services.hidePromotion();
		},
		/** Fetches chat and news the first time. */
		show,
		/** Opens at the chat instead of the introduction. */
		toggleDrawer() {
			drawer.value = !drawer.value;
			if (drawer.value && tab.value === 'introduction') show('chat');
		},
		loadNews,
		/** Fetches without showing it; rejects on failure. */
		async pollNews() {
			const items = await services.news('poll');
			await news.load(async () => items);
		},
	});
}

/** See {@link createPage}. */
export type Page = ReturnType<typeof createPage>;
