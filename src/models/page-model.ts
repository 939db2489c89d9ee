import { type Signal, signal } from '@preact/signals';
import type { Live } from '../api/live.ts';
import type { NewsItem } from '../api/news.ts';
import { type Chat, type ChatCalls, createChat } from './chat.ts';
import { type Notice, createNotice } from './notice.ts';
import { type PlayerModel, createPlayerModel } from './player-model.ts';
import { type RemoteModel, createRemote } from './remote.ts';

export type { Live, NewsItem };

/** A sanitized description, or lines of plain text if the sanitizer is missing or refuses. */
export type Description = { content: HTMLElement } | { lines: string[] };

/** Tabs in order (spec §2). */
const TABS = ['introduction', 'chat', 'news'] as const;

/** Name of a tab, also used in ids and classes. */
export type Tab = (typeof TABS)[number];

/** Actions of clicks outside the models. */
export interface Actions {
	/** Plays again, or fetches the live again. */
	retry(): void;
	unmute(): void;
	/** Plays the replay of an ended broadcast. */
	watchReplay(): void;
	/** Opens the native app; inside it, follows the organization. */
	openApp(): void;
	/** Logs in through the native app, opening it if needed. */
	login(): void;
	/** Shows a news item in the native app. */
	openNews(id: string): void;
	/** Copies to the clipboard. */
	copy(text: string): void;
	/** Copies the page's URL. */
	copyAddress(): void;
	/** Shows an image of the description enlarged. */
	enlarge(image: HTMLImageElement): void;
	/** Shares the live, once known. */
	share(): void;
}

/** Services of {@link createPage}. */
export interface PageServices {
	chat: ChatCalls;
	/** Fetches the news. A `poll` is not repeated. */
	news: (kind?: 'poll') => Promise<NewsItem[]>;
	/** Whether the user may delete comments (spec §6). */
	moderator: boolean;
	/** Whether to show the footer: with a token, without promotion header (spec §2). */
	footer: boolean;
	/** Whether images of the news wait for a tap. */
	saveData: boolean;
	appName: string;
	appSlogan: string;
	/** URL of a news item; '' without one. */
	newsUrl: (id: string) => string;
	/** Whether there is a native app to show news without a URL. */
	newsInApp: boolean;
	/** The operator's links; the URL may be ''. */
	links: [text: string, url: string][];
	/** URL of an image at its shown width in CSS pixels. */
	imageUrl: (url: string, width: number) => string;
	actions: Actions;
}

/** Component of a later script. */
export type PageComponent = (props: { page: Page }) => object | null;

/** Models of the whole page. */
export interface Page extends Omit<PageServices, 'chat' | 'news'> {
	live: RemoteModel<Live>;
	/** null while the skeleton is shown. */
	description: Signal<Description | null>;
	/** False before hydration; panels out of view are then empty. */
	hydrated: Signal<boolean>;
	/** Whether playback has started up and other things may load. */
	startupDone: Signal<boolean>;
	/** Whether token and user id are known; false before hydration, because the HTML is the same for everyone. */
	member: Signal<boolean>;
	/** Whether the page is inside the native app; false before the deferred script. */
	insideApp: Signal<boolean>;
	player: PlayerModel;
	tabs: readonly Tab[];
	tab: Signal<Tab>;
	/** Controls over the video, from the deferred script; the stage knows their props. */
	controls: Signal<((props: never) => object | null) | null>;
	/** From the chat script. */
	chatPanel: Signal<PageComponent | null>;
	/** From the news script. */
	newsPanel: Signal<PageComponent | null>;
	/** From the on-demand script. */
	dialogs: Signal<PageComponent | null>;
	/** Whether the drawer with the tabs is open, in landscape. */
	drawer: Signal<boolean>;
	chat: Chat;
	news: RemoteModel<NewsItem[]>;
	notice: Notice;
	/** Shows a tab; chat and news are fetched the first time. */
	show(tab: Tab): void;
	/** Opens the drawer, at the chat instead of the introduction, or closes it. */
	toggleDrawer(): void;
	/** Fetches the news, unless already loading. */
	loadNews(): void;
	/** Fetches the news in the background; rejects on failure. */
	pollNews(): Promise<void>;
}

/** Creates the models of the page. The live counts as loading, because the head script fetches it. */
export function createPage(services: PageServices): Page {
	const news = createRemote<NewsItem[]>();
	const tab = signal<Tab>('introduction');
	const page: Page = {
		...services,
		live: createRemote<Live>(true),
		description: signal(null),
		hydrated: signal(false),
		startupDone: signal(false),
		member: signal(false),
		insideApp: signal(false),
		player: createPlayerModel(),
		tabs: TABS,
		tab,
		controls: signal(null),
		chatPanel: signal(null),
		newsPanel: signal(null),
		dialogs: signal(null),
		drawer: signal(false),
		chat: createChat(services.chat),
		news,
		notice: createNotice(),
		show(next) {
			tab.value = next;
			if (next === 'chat') page.chat.open();
			if (next === 'news' && !news.state.value.data) page.loadNews();
		},
		toggleDrawer() {
			page.drawer.value = !page.drawer.value;
			if (page.drawer.value && tab.value === 'introduction') page.show('chat');
		},
		loadNews() {
			if (!news.state.value.loading) news.load(services.news);
		},
		async pollNews() {
			const items = await services.news('poll');
			await news.load(async () => items);
		},
	};
	return page;
}
