import { limitRate } from '../limit-rate.ts';
import type { Page } from '../models/page-model.ts';

/** Limits the requests that taps make, as people tap again. One that has been overtaken by a success is dropped. */
export function limitLoads(page: Page, canRetry: () => boolean): void {
	const { actions, chat, news, loadNews } = page;
	const { retry } = actions;
	const { more, open } = chat;
	actions.retry = limitRate(() => canRetry() && retry());
	page.loadNews = limitRate(() => news.state.peek().data || loadNews());
	chat.open = limitRate(open);
	const retryMore = limitRate(() => chat.failed.peek() && more());
	// Scrolling through a chat that loads is not limited.
	chat.more = async () => (chat.failed.peek() ? retryMore() : more());
}
