import type { ReadonlySignal } from '@preact/signals';
import { limitRate } from '../network/limit-rate.ts';
import type { Page } from '../models/page-model.ts';

/** Limits an action while something has failed. Drops a delayed call after a success. */
function limitRetries(act: () => unknown, failed: ReadonlySignal<unknown>): () => Promise<void> {
	const retry = limitRate(() => failed.peek() && act());
	return async () => {
		if (failed.peek()) retry();
		else await act();
	};
}

/** Limits the requests made by taps, as people tap again. */
export function limitLoads(page: Page, canRetry: () => boolean): void {
	const { actions, chat, news, loadNews } = page;
	const { retry } = actions;
	actions.retry = limitRate(() => canRetry() && retry());
	page.loadNews = limitRate(() => news.state.peek().data || loadNews());
	chat.open = limitRetries(chat.open, chat.missing);
	chat.more = limitRetries(chat.more, chat.failed);
}
