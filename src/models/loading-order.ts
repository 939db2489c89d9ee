/** Loads later scripts and lists after hydration, in one order (`docs/decisions/four-scripts.md`). */
import { effect, signal, untracked } from '@preact/signals';
import { isFirstAttempt, needsLiveRules } from '../player/core/status.ts';
import type { Page } from './page-model.ts';
import type { Scripts } from './later-scripts.ts';

/** Milliseconds until a new stream's burst, since its last keyframe, is over. */
const BURST = 2000;
/** Milliseconds between loads, as lost packets would stop the video for a second. */
const INTERVAL = 1000;

/** Options of {@link followLoadingOrder}. */
export interface LoadingOrderOptions {
	page: Page;
	scripts: Pick<Scripts, 'loadLive' | 'loadMore' | 'holdImages'>;
	/** Whether a WHEP server's connection plays. */
	usesWhep(): boolean;
	/** Whether `more` is needed in any case: for usage reports, a share card, the native app. Reads signals. */
	needsMore(): boolean;
	registerServiceWorker(): void;
}

/** A load, and what it waits for. */
interface Step {
	/** Reads signals. */
	when(): unknown;
	/** Called once. */
	load(): unknown;
}

/**
 * Loads what comes after hydration, in this order; each step says what it waits for. Taps load what they need at once
 * (`later-scripts.ts`), and the description its sanitizer after the first frame (`follow-description.ts`). Returns the cleanup.
 */
export function followLoadingOrder(options: LoadingOrderOptions): () => void {
	const { page, scripts, usesWhep, needsMore, registerServiceWorker } = options;
	const { player, startupDone, description, saveData, tab, chat } = page;
	const isPlaying = () => needsLiveRules(player.status.value);
	const loadMore = () => scripts.loadMore({ retry: Infinity });
	/** Loads that may begin: none before startup is done and the first burst has passed, then one more at a time. */
	const allowed = signal(0);
	const hasRoom = signal(false);
	const disposers: (() => void)[] = [];

	const steps: Step[] = [
		// While the stream connects; without one the calls need it.
		{
			when: () => isPlaying() || startupDone.value,
			load: async () => {
				const { whenRoom } = await scripts.loadLive();
				disposers.push(whenRoom(() => (hasRoom.value = true)));
			},
		},
		{
			// Which connection plays may change with each state.
			when: () => startupDone.value && !isFirstAttempt(player.state.value.status) && usesWhep(),
			load: async () => (await loadMore()).useWhep(),
		},
		{ when: () => allowed.value > 0 && needsMore(), load: loadMore },
		// A chat in view is open; opening it again could poll it.
		{ when: () => allowed.value > 1, load: () => saveData || tab.peek() === 'chat' || chat.open() },
		{ when: () => allowed.value > 2, load: registerServiceWorker },
		{ when: () => allowed.value > 3 && !saveData && (hasRoom.value || !isPlaying()), load: loadMore },
	];

	for (const { when, load } of steps) {
		let done = false;
		disposers.push(
			effect(() => {
				if (done || !when()) return;
				done = true;
				untracked(load);
			}),
		);
	}
	disposers.push(
		effect(() => {
			if (!startupDone.value) return;
			const start = untracked(isPlaying) ? BURST : 0;
			const timers = steps.map((_, index) => setTimeout(() => allowed.value++, start + index * INTERVAL));
			return () => timers.forEach(clearTimeout);
		}),
		effect(() => {
			const shown = description.value;
			if (shown && 'content' in shown) scripts.holdImages(shown.content);
		}),
	);
	return () => disposers.forEach((dispose) => dispose());
}
