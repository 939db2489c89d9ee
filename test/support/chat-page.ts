/** The chat of the page, as browser tests open, read and scroll it. */
import type { Page } from 'playwright-core';
import { openSite, type OpenPage, type Site, type VisitOptions } from './site.ts';
import { until } from './until.ts';

export const COMMENTS_PATH = '/juvenile/api/live/comment/page';

/** Milliseconds between two requests for new messages, give or take a fifth. */
export const POLL_INTERVAL = 300;

/** A site whose chat polls often and whose live is not polled. */
export const openChatSite = (): Promise<Site> =>
	openSite({ config: { livePollInterval: 0, chatPollInterval: POLL_INTERVAL } });

/** Visits the page and opens its chat. */
export async function openChat({ visit }: Site, query = '?id=0', options?: VisitOptions): Promise<OpenPage> {
	const visited = await visit(query, options);
	await visited.page.getByRole('tab', { name: '互动空间' }).tap();
	return visited;
}

/** Packets of the requests for comments so far. */
export const commentRequests = ({ origin }: Site): { pagenum: number; pagesize: number; liveId: string }[] =>
	origin
		.requests()
		.filter(({ path }) => path === COMMENTS_PATH)
		.map(({ body }) => JSON.parse(new URLSearchParams(body).get('packet')!).recData);

/** Numbers of the requested pages that are no polls. */
export const laterPages = (site: Site): number[] =>
	commentRequests(site)
		.map(({ pagenum }) => pagenum)
		.filter((pagenum) => pagenum !== 1);

/** Requests for new messages so far, with the first of the page. */
export const polls = (site: Site): number => commentRequests(site).length - laterPages(site).length;

/** Waits for further polls, which give the page time to request what it should not. */
export async function nextPolls(site: Site, count = 1): Promise<void> {
	const before = polls(site);
	await until(() => polls(site) >= before + count);
}

export const rows = (page: Page): Promise<string[]> => page.locator('.comments li p').allTextContents();

export const loaded = (page: Page, count: number) =>
	page.waitForFunction((count) => document.querySelectorAll('.comments li').length === count, count);

export const scrollTo = (page: Page, top: number): Promise<void> =>
	page.evaluate((top) => document.querySelector('.scroller')!.scrollTo(0, top), top);

/** Waits until the list stands still. */
export const standsStill = (page: Page): Promise<void> =>
	page.evaluate(
		() =>
			new Promise<void>((resolve) => {
				const box = document.querySelector('.scroller')!;
				let [place, since] = [box.scrollTop, performance.now()];
				const check = () => {
					if (box.scrollTop !== place) [place, since] = [box.scrollTop, performance.now()];
					if (performance.now() - since > 200) resolve();
					else requestAnimationFrame(check);
				};
				check();
			}),
	);
