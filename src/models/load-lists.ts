/** Loads the live and the lists of the tabs again: which one, when, and how often. */
import { effect } from '@preact/signals';
import { isAnswer, isRefused } from '../network/failure.ts';
import { onOnline } from '../network/online.ts';
import type { Page } from './page-model.ts';
import { createPolling } from './polling.ts';

/** Milliseconds, beside the delay of a retry. */
const LIVE_RETRY_INTERVAL = 1000;
/** Milliseconds between polls of a chat whose broadcast is over. */
const OVER_PAUSE = 60_000;
/** Poll intervals between looks for unread messages of a chat that was shown and is not in view. */
const UNREAD_INTERVALS = 6;
/** Milliseconds, beside the delay of a retry: a returning crowd also requests the live. */
const LIST_RETRY_INTERVAL = 10_000;

interface RepeatOptions {
	loadLive: () => Promise<void>;
	chatPollInterval: number;
	/** Without an id there is no live. */
	hasId: boolean;
}

/**
 * Repeats failed first loads ever less often: the live unless refused, lists while shown. Polls the chat in view, and
 * rarely one that was.
 * Returns the cleanup.
 */
export function repeatLoads(
	{ live, chat, news, tab, chatOverVideo, pollNews }: Page,
	{ loadLive, chatPollInterval, hasId }: RepeatOptions,
): () => void {
	const errorOf = ({ data, error }: { data: unknown; error: unknown }) => (data ? null : error);
	const repeat = (
		interval: number,
		error: () => unknown,
		isDue: () => unknown,
		load: () => Promise<number | void>,
		leastPause?: () => number,
	) => {
		const { update, stop } = createPolling(interval, () => !!isDue(), load, leastPause);
		const dispose = effect(() => update(error()));
		return () => (dispose(), stop());
	};
	const liveError = () => errorOf(live.state.value);
	const newsError = () => errorOf(news.state.value);
	const chatError = () => chat.missing.value;
	const isOver = () => [2, 3].includes(live.state.peek().data!.status);
	const showsChat = () => !!live.state.value.data && (tab.value === 'chat' || chatOverVideo.value);
	let chatSeen = false;
	const mayHaveUnread = () => {
		const shown = showsChat();
		chatSeen = chatSeen || shown;
		return chatSeen && !shown;
	};
	const disposers = [
		repeat(LIVE_RETRY_INTERVAL, liveError, () => hasId && liveError() && !isRefused(liveError()), loadLive),
		repeat(
			LIST_RETRY_INTERVAL,
			newsError,
			() => tab.value === 'news' && live.state.value.data && newsError(),
			pollNews,
		),
		repeat(
			chatPollInterval || LIST_RETRY_INTERVAL,
			chatError,
			() => showsChat() && (chatPollInterval || chatError()),
			chat.poll,
			() => (isOver() && !chatError() ? OVER_PAUSE : 0),
		),
		repeat(chatPollInterval * UNREAD_INTERVALS, () => null, mayHaveUnread, chat.poll),
	];
	return () => disposers.forEach((dispose) => dispose());
}

/**
 * Loads what the shown tab lacks once online, unless the server has answered, and once the live is known. Returns the
 * cleanup.
 */
export function loadMissing({ chat, news, live, tab, loadNews }: Page): () => void {
	let known = false;

	function load(always: boolean) {
		const start = (error: unknown, begin: () => void) => {
			if (error && (always || !isAnswer(error))) begin();
		};
		if (tab.peek() === 'chat') start(chat.missing.peek(), chat.open);
		if (tab.peek() === 'news') {
			const { data, error } = news.state.peek();
			start(data ? null : error, loadNews);
		}
	}

	const disposers = [
		onOnline(() => known && load(false)),
		live.state.subscribe(({ data }) => {
			if (!data || known) return;
			known = true;
			load(true);
		}),
	];
	return () => disposers.forEach((dispose) => dispose());
}
