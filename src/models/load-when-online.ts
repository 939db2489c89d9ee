import { onOnline } from '../network/online.ts';
import type { Page } from './page-model.ts';

/** Whether the server has answered; some browsers always claim to be offline. */
const isAnswer = (error: unknown) => !!Object(error).status;

/**
 * Loads what the shown tab lacks once online, and its list once the live is known. Returns the cleanup.
 */
export function loadWhenOnline(
	{ chat, news, live, tab, loadNews }: Page,
	{ loadShown }: { loadShown(): void },
): () => void {
	let known = false;

	/** Loads a missing list; after an answer only if `always`. */
	function loadMissing(always: boolean) {
		const load = (error: unknown, start: () => void) => {
			if (error && (always || !isAnswer(error))) start();
		};
		if (tab.peek() === 'chat') load(chat.missing.peek(), chat.open);
		if (tab.peek() === 'news') {
			const { data, error } = news.state.peek();
			load(data ? null : error, loadNews);
		}
	}

	const disposers = [
		onOnline(() => {
			loadShown();
			if (known) loadMissing(false);
		}),
		live.state.subscribe(({ data }) => {
			if (!data || known) return;
			known = true;
			loadMissing(true);
		}),
	];
	return () => disposers.forEach((dispose) => dispose());
}
