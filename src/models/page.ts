import { type Signal, signal } from '@preact/signals';
import type { Live } from '../api/live.ts';
import type { NewsItem } from '../api/news.ts';
import { type Chat, type ChatCalls, createChat } from './chat.ts';
import { type Notice, createNotice } from './notice.ts';
import { type Player, createPlayer } from './player.ts';
import { type RemoteModel, createRemote } from './remote.ts';

export type { Live, NewsItem };

/** A description: sanitized HTML, or the lines of its text where the sanitizer could not be loaded. */
export type Description = { html: string } | { lines: string[] };

/** Index of a tab (spec §4). */
export type Tab = 0 | 1 | 2;

/** What a person's press sets off outside the models. */
export interface Actions {
	retry(): void;
	unmute(): void;
	fullscreen(): void;
	/** Opens the native app: from the header, the follow button or the chat's invitation. */
	openApp(): void;
	copy(text: string): void;
}

/** What the page needs to be made. */
export interface PageServices {
	chat: ChatCalls;
	news: () => Promise<NewsItem[]>;
	moderator: boolean;
	/** The footer is shown: a token, and no promotion header (spec §2). */
	footer: boolean;
	/** The person saves data: pictures of the news wait for a tap. */
	saveData: boolean;
	appName: string;
	appSlogan: string;
	/** The address of a picture at the width it is shown with, in CSS pixels. */
	imageUrl: (address: string, width: number) => string;
	actions: Actions;
}

/** The whole page as models: what view shows. */
export interface Page extends Omit<PageServices, 'chat' | 'news'> {
	live: RemoteModel<Live>;
	/** The live's description as it may be shown; null while the skeleton stands for it. */
	description: Signal<Description | null>;
	/** The picture is up, or cannot be: what is not needed before it may be fetched. */
	settled: Signal<boolean>;
	/** Token and user id are known. False until the page is hydrated, because the served HTML is everyone's. */
	member: Signal<boolean>;
	player: Player;
	tab: Signal<Tab>;
	chat: Chat;
	news: RemoteModel<NewsItem[]>;
	notice: Notice;
	/** Shows a tab; chat and news are asked for when first shown. */
	show(tab: Tab): void;
	loadNews(): void;
}

export function createPage({ chat: calls, news: askNews, ...services }: PageServices): Page {
	const live = createRemote<Live>(true);
	const news = createRemote<NewsItem[]>();
	const tab = signal<Tab>(0);
	const page: Page = {
		...services,
		live,
		description: signal(null),
		settled: signal(false),
		member: signal(false),
		player: createPlayer(),
		tab,
		chat: createChat(calls),
		news,
		notice: createNotice(),
		show(next) {
			tab.value = next;
			if (next === 1) page.chat.open();
			if (next === 2 && !news.state.value.data) page.loadNews();
		},
		loadNews() {
			if (!news.state.value.loading) news.load(askNews);
		},
	};
	return page;
}
