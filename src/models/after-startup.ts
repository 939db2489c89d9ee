/** Begins once startup is done: the app around the page, its share card, saved images, playback after a failure. */
import type { Live } from '../api/complete-live.ts';
import type { More, Scripts } from './load-scripts.ts';
import type { Page } from './page-model.ts';

/** Abilities of the browser or app around the page. */
export interface Around {
	/** Calls `act` inside the app, late where the user agent does not tell. Returns the cleanup. */
	whenInside(act: () => void): () => void;
	/** Whether the browser has share cards to set. */
	hasShareCard: boolean;
	/** Of a replay from a second on, if any. Never rejects. */
	setShareCard(more: More, live: Live, from?: number): Promise<unknown>;
	/** Saves images on a long press. Returns the cleanup. */
	saveImages(more: More): () => void;
}

/** Joins the page with what is around it. Returns the cleanup. */
export function afterStartup(page: Page, scripts: Pick<Scripts, 'loadMore' | 'whenMore'>, around: Around): () => void {
	/** Title on the share card. */
	let title: string | undefined;
	let loading: Promise<More> | undefined;
	const { loadMore, whenMore } = scripts;
	const stops: (() => void)[] = [];
	stops.push(
		around.whenInside(() => {
			page.insideApp.value = true;
			if (page.promoted.peek()) page.hidePromotion();
			whenMore.then((more) => stops.push(around.saveImages(more)));
		}),
		page.player.wantsFallback.subscribe((isWanted) => {
			if (isWanted) (loading = loading || loadMore({ retry: Infinity })).then((more) => more.playFallback());
		}),
		page.live.state.subscribe(({ data }) => {
			if (!data || data.title === title || !around.hasShareCard) return;
			title = data.title;
			whenMore.then((more) => around.setShareCard(more, data));
		}),
	);
	return () => stops.forEach((stop) => stop());
}
