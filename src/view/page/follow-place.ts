import type { Page, Place, Tab } from '../../models/page-model.ts';

/** Milliseconds in which content may come that a scroll position waits for. */
const RESTORE_TIME = 10_000;

const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

const panelOf = (tab: Tab) => document.getElementById(`panel-${tab}`)!;
const scrollerOf = (tab: Tab) => panelOf(tab).querySelector('.scroller') || panelOf(tab);

/**
 * Restores tab, scroll positions and half-written message, and keeps them. Returns the cleanup.
 *
 * @param place of the last visit
 */
export function followPlace(
	{ tab, tabs, draft, show }: Pick<Page, 'tab' | 'tabs' | 'draft' | 'show'>,
	place: Place,
	write: (place: Place) => void,
): () => void {
	if (!draft.peek()) {
		draft.value = place.draft;
		// It has read the draft when it began.
		const field = document.querySelector<HTMLTextAreaElement>('.composer textarea');
		if (field) {
			field.value = place.draft;
			field.dispatchEvent(new Event('input'));
		}
	}
	const last = tabs.find((name) => name === place.tab);
	// A tap that came first counts.
	if (last && tab.peek() === tabs[0] && last !== tabs[0]) show(last);
	/** Not reached yet. */
	const pending = new Map<Tab, number>();
	const stops = tabs.filter((name) => place.scroll[name]! > 0).map(restoreScroll);

	/** Scrolls down as the content comes, until a touch or key. */
	function restoreScroll(name: Tab): () => void {
		const top = place.scroll[name]!;
		const panel = panelOf(name);
		pending.set(name, top);
		const observer = new MutationObserver(update);
		function stop() {
			pending.delete(name);
			observer.disconnect();
			clearTimeout(timer);
			INPUTS.forEach((type) => panel.removeEventListener(type, stop));
		}
		function update() {
			const scroller = scrollerOf(name);
			scroller.scrollTop = top;
			if (scroller.scrollTop >= top - 1) stop();
		}
		// From when it is shown.
		let timer: ReturnType<typeof setTimeout> | undefined;
		const unsubscribe = tab.subscribe((shown) => {
			if (shown === name && !timer) timer = setTimeout(stop, RESTORE_TIME);
		});
		INPUTS.forEach((type) => panel.addEventListener(type, stop, { passive: true }));
		observer.observe(panel, { childList: true, subtree: true });
		update();
		return () => {
			unsubscribe();
			stop();
		};
	}

	function save() {
		const scroll: Place['scroll'] = {};
		for (const name of tabs) scroll[name] = pending.get(name) || Math.round(scrollerOf(name).scrollTop);
		write({ tab: tab.peek(), scroll, draft: draft.peek() });
	}
	const onHide = () => document.hidden && save();
	stops.push(tab.subscribe(save), draft.subscribe(save));
	addEventListener('pagehide', save);
	document.addEventListener('visibilitychange', onHide);
	return () => {
		stops.forEach((stop) => stop());
		removeEventListener('pagehide', save);
		document.removeEventListener('visibilitychange', onHide);
	};
}
