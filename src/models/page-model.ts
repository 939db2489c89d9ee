import { type Signal, signal } from '@preact/signals';
import type { Live } from '../api/live.ts';
import type { NewsItem } from '../api/news.ts';
import { type Chat, type ChatCalls, createChat } from './chat.ts';
import { type Notice, createNotice } from './notice.ts';
import { type PlayerModel, createPlayerModel } from './player-model.ts';
import { type RemoteModel, createRemote } from './remote.ts';

export type { Live, NewsItem };

/** A description: an element made by the sanitizer, or lines of plain text where that is not there or refuses. */
export type Description = { content: HTMLElement } | { lines: string[] };

/** The tabs in their order (spec §2). */
const TABS = ['introduction', 'chat', 'news'] as const;

/** The name of a tab; ids and classes of the page follow from it. */
export type Tab = (typeof TABS)[number];

/** What a click does outside the models. */
export interface Actions {
	/** Plays again, or fetches the live again. */
	retry(): void;
	/** Plays with sound. */
	unmute(): void;
	/** Plays the replay of a broadcast that has ended. */
	watchReplay(): void;
	/** Opens the native app; inside it, the organization, to follow it. */
	openApp(): void;
	/** Lets the visitor log in: in the native app, which is opened for it where the page is not inside it. */
	login(): void;
	/** Shows a news item in the native app. */
	openNews(id: string): void;
	/** Copies to the clipboard. */
	copy(text: string): void;
	/** Copies the page's URL. */
	copyAddress(): void;
	/** Shows an image of the description large. */
	enlarge(image: HTMLImageElement): void;
	/** Shares the live, which has to be known. */
	share(): void;
}

/** What the page is made from. */
export interface PageServices {
	chat: ChatCalls;
	/** Fetches the news. A `poll` is not repeated when it fails. */
	news: (kind?: 'poll') => Promise<NewsItem[]>;
	/** Whether the user may delete comments (spec §6). */
	moderator: boolean;
	/** The footer is shown: a token, and no promotion header (spec §2). */
	footer: boolean;
	/** Data is to be saved: images of the news load after a tap. */
	saveData: boolean;
	appName: string;
	appSlogan: string;
	/** The URL of a news item; '' where it has none. */
	newsUrl: (id: string) => string;
	/** The deployment has a native app, which shows news without a URL. */
	newsInApp: boolean;
	/** Text and URL of the operator's links; the URL may be ''. */
	links: [text: string, url: string][];
	/** The URL of an image at the width it is shown with, in CSS pixels. */
	imageUrl: (url: string, width: number) => string;
	actions: Actions;
}

/** A component of a later script. */
export type PageComponent = (props: { page: Page }) => object | null;

/** The whole page as models: what the views show. */
export interface Page extends Omit<PageServices, 'chat' | 'news'> {
	live: RemoteModel<Live>;
	/** The live's description; null while the skeleton is shown. */
	description: Signal<Description | null>;
	/** The page is hydrated. Until then panels out of view are empty, because the served HTML holds what is seen first. */
	hydrated: Signal<boolean>;
	/** Playback has started up: what is not needed for it may be fetched. */
	startupDone: Signal<boolean>;
	/** Token and user id are known. False until the page is hydrated, because the served HTML is the same for everyone. */
	member: Signal<boolean>;
	/** The page is inside the native app. False until the deferred script has found out. */
	insideApp: Signal<boolean>;
	player: PlayerModel;
	tabs: readonly Tab[];
	tab: Signal<Tab>;
	/** The component of the controls over the video, once the deferred script is there; the stage knows its props. */
	controls: Signal<((props: never) => object | null) | null>;
	/** The component of the chat, once the deferred script is there. */
	chatPanel: Signal<PageComponent | null>;
	/** The component of the news, once the news script is there. */
	newsPanel: Signal<PageComponent | null>;
	/** The component of the dialogs, once the on-demand script is there. */
	dialogs: Signal<PageComponent | null>;
	/** In landscape the tabs lie in a drawer beside the stage: whether that is open. */
	drawer: Signal<boolean>;
	chat: Chat;
	news: RemoteModel<NewsItem[]>;
	notice: Notice;
	/** Shows a tab; chat and news are fetched when first shown. */
	show(tab: Tab): void;
	/** Opens the drawer, with the chat rather than the introduction, or closes it. */
	toggleDrawer(): void;
	/** Fetches the news, unless that is under way. */
	loadNews(): void;
	/** Fetches the news without showing that; rejects when that fails. */
	pollNews(): Promise<void>;
}

/** Makes the models of the page. Nothing is fetched yet; the live counts as loading, because the head script fetches it. */
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
