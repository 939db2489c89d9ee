import type { Page, PageComponent } from '../models/page-model.ts';
import { onOnline } from '../network/online.ts';
import * as texts from '../texts.ts';

const OfflinePanel = () => <p className="empty">{texts.OFFLINE}</p>;

const isOffline = () => navigator.onLine === false;
/** Whether the server has answered; some browsers always claim to be offline. */
const isAnswer = (error: unknown) => !!Object(error).status;

/**
 * Shows in empty tabs that the browser is offline. Loads what the shown tab lacks once online, and its list once the
 * live is known. Returns the cleanup.
 */
export function followOffline(
	{ chat, news, live, tab, chatPanel, newsPanel, loadNews }: Page,
	loadPanel: () => void,
): () => void {
	const newsError = () => (news.state.peek().data ? null : news.state.peek().error);
	const panels = [
		{
			signal: chatPanel,
			hasList: () => chat.finished.peek() || chat.pages.peek().length > 0 || isAnswer(chat.missing.peek()),
		},
		{ signal: newsPanel, hasList: () => !!news.state.peek().data || isAnswer(newsError()) },
	].map((panel) => Object.assign(panel, { loaded: null as PageComponent | null, shown: false }));
	let known = false;

	function update() {
		for (const panel of panels) {
			const current = panel.signal.peek();
			if (current !== OfflinePanel) panel.loaded = current;
			// A message begun in it would be lost.
			panel.shown = panel.shown || (!!panel.loaded && (!isOffline() || panel.hasList()));
			panel.signal.value = panel.shown || !isOffline() ? panel.loaded : OfflinePanel;
		}
	}

	/** Loads a missing list; after an answer only if `always`. */
	function loadMissing(always: boolean) {
		const load = (error: unknown, start: () => void) => {
			if (error && (always || !isAnswer(error))) start();
		};
		if (tab.peek() === 'chat') load(chat.missing.peek(), chat.open);
		if (tab.peek() === 'news') load(newsError(), loadNews);
	}

	const disposers = [chatPanel, newsPanel, chat.pages, chat.missing, news.state].map((signal) =>
		signal.subscribe(update),
	);
	disposers.push(
		onOnline(() => {
			update();
			loadPanel();
			if (known) loadMissing(false);
		}),
		live.state.subscribe(({ data }) => {
			if (!data || known) return;
			known = true;
			loadMissing(true);
		}),
	);
	addEventListener('offline', update);
	return () => {
		disposers.forEach((dispose) => dispose());
		removeEventListener('offline', update);
	};
}
