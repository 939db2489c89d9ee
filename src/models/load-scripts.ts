/** Loads later scripts: which one, when, and again (`docs/decisions/scripts.md`). */
import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { onOnline } from '../network/online.ts';
import { isFirstAttempt, isReplay, needsLiveRules } from '../player/core/status.ts';
import * as texts from '../texts.ts';
import type { Attempts } from './follow-description.ts';
import type { ChatRules } from './chat-rules.ts';
import type { Notice } from './notice.ts';
import type { MoreViews, Page, PageComponent } from './page-model.ts';
import type { saveImages } from '../native/save-images.ts';
import type { Call } from '../api/request.ts';
import type { SetShareOptions } from '../share/set-share.ts';

const KEY_EVENTS = ['keydown', 'dblclick'];
/** Milliseconds after which a key is not obeyed any more. */
const KEY_TIME = 2000;

/** A share card, and the call that signs it. */
export type CardOptions = Omit<SetShareOptions, 'fetchSignature'> & { call: Call };

/** The script `stage` (`entry/stage.ts`): for a visit whose stream connects. */
export interface StageScript {
	StageControls: PageComponent;
	/** Removes who views from an address (`visit/leaving-url.ts`). */
	leavingUrl(href: string): string;
	/** Holds back an element's images, unless the link is fast. */
	holdImages(content: HTMLElement): void;
	/** Swipes, and the place where a visitor is. Returns the cleanup. */
	followVisitor(page: Page): () => void;
	/** Calls `act` once the link has room beside the broadcast. Returns the cleanup. */
	whenRoom(act: () => void): () => void;
	registerServiceWorker(): Promise<void>;
	/** Has it keep the scripts that this visit has not needed. */
	keepScripts(): unknown;
}

/** The script `more` (`entry/more.ts`): for a visit in its spare time, or at a tap. */
export interface More extends MoreViews {
	chatRules: ChatRules;
	enlarge(image: HTMLImageElement, notice: Notice): void;
	/** Error code (spec §5); 0: supported. */
	checkSupport(): number;
	/** Plays a failed broadcast from its media URL, if it has one. */
	playFallback(): void;
	/** Adds the rest of WHEP to the connection that plays. */
	useWhep(): void;
	/** Sets the app's share card (spec §2). Never rejects. */
	setShareCard(options: CardOptions): Promise<void>;
	/** Obeys keys and double clicks. Returns the cleanup. */
	followShortcuts(page: Page): () => void;
	/** Saves an image on a long press. Returns the cleanup. */
	saveImages: typeof saveImages;
}

/** The script `replay` (`entry/replay.ts`): loads and follows a recording. */
export interface ReplayScript {
	/** Renders nothing until the script of the controls is there. */
	ReplayControls: PageComponent;
}

/** Loaders of scripts. */
export interface ScriptServices {
	loadStage(attempts: Attempts): Promise<StageScript>;
	loadMore(attempts: Attempts): Promise<More>;
	/** Goes on until it is there. */
	loadReplay(): Promise<ReplayScript>;
}

/** Loads scripts when needed; shows their components. */
export function createScripts(services: ScriptServices, page: Page) {
	const { notice, tab, player } = page;
	let stage: Promise<StageScript> | undefined;
	let early: Event | undefined;
	let onMore: (more: More) => void;
	const whenMore = new Promise<More>((resolve) => (onMore = resolve));

	async function startStage(): Promise<StageScript> {
		const script = await services.loadStage({ retry: Infinity });
		page.controls.value = script.StageControls;
		disposers.push(script.followVisitor(page));
		return script;
	}
	const loadStage = () => (stage = stage || startStage());

	async function loadMore(attempts: Attempts): Promise<More> {
		const more = await services.loadMore(attempts);
		if (!page.more.peek()) {
			disposers.push(more.followShortcuts(page));
			repeatKey();
		}
		page.more.value = more;
		onMore(more);
		return more;
	}

	/** A key or double click that nothing here has obeyed loads what obeys it. */
	function onKey(event: Event) {
		if (page.more.peek() || event.defaultPrevented) return;
		if (!early) loadMore({ retry: Infinity });
		early = event;
	}

	/** Obeys the last one, unless it is too late. */
	function repeatKey() {
		if (!early || performance.now() - early.timeStamp > KEY_TIME) return;
		const { target, type, constructor } = early;
		target!.dispatchEvent(new (constructor as typeof Event)(type, early));
	}

	/** Acts on a click; shows a script that cannot be loaded. */
	function useMore(act: (more: More) => unknown) {
		loadMore({ retry: 0 }).then(act, () => {
			notice.close();
			notice.showToast(texts.NO_CONNECTION, 'assertive');
		});
	}

	/** Whatever has become of it: it may have failed before the page was hydrated. */
	const showsReplay = computed(
		() => ['replay', 'failed'].includes(player.status.value) && isReplay(player.state.value),
	);

	/** Loads what is shown, at once if an attempt is pending. */
	function loadShown() {
		if (tab.value !== 'introduction') loadMore({ retry: Infinity });
		if (showsReplay.value) services.loadReplay().then((script) => (page.replayControls.value = script.ReplayControls));
	}

	for (const type of KEY_EVENTS) document.addEventListener(type, onKey);
	const disposers: (() => void)[] = [
		() => KEY_EVENTS.forEach((type) => document.removeEventListener(type, onKey)),
		effect(loadShown),
		onOnline(loadShown),
		effect(() => {
			if (notice.dialog.value) useMore(() => {});
		}),
	];

	return {
		loadStage,
		loadMore,
		/** Resolves once `more` is there, for whatever reason. */
		whenMore,
		useMore,
		/** Holds back an element's images beside a broadcast, once the stage script is there. */
		holdImages: (content: HTMLElement) => void (stage && stage.then(({ holdImages }) => holdImages(content))),
		stop: () => disposers.forEach((dispose) => dispose()),
	};
}

/** Created by {@link createScripts}. */
export type Scripts = ReturnType<typeof createScripts>;

/** Milliseconds until a new stream's burst, since its last keyframe, is over. */
const FIRST_BURST_TIME = 2000;
/** Milliseconds between loads, as lost packets would stop the video for a second. */
const INTERVAL = 1000;

/** Services of {@link followLoadingOrder}. */
export interface LoadingOrderServices {
	/** Whether a WHEP server's connection plays. */
	usesWhep(): boolean;
	/** Loads what sends usage reports; absent where none are wanted. */
	loadReports?: (() => unknown) | undefined;
	/** Whether the app that the page is in takes a share card. */
	hasShareCard: boolean;
	/** Of a stream that was requested before; never rejects. */
	streamAnswered?: Promise<unknown> | undefined;
}

/**
 * Loads what comes after hydration, in this order; each step says what it waits for. Taps load what they need at once,
 * and the description its sanitizer after the first frame (`follow-description.ts`). Returns the cleanup.
 *
 * @param mayLoad whether what plays leaves the link to others yet
 */
export function followLoadingOrder(
	page: Page,
	scripts: Pick<Scripts, 'loadStage' | 'loadMore' | 'holdImages'>,
	services: LoadingOrderServices,
	mayLoad: ReadonlySignal<boolean>,
): () => void {
	const { usesWhep, loadReports, streamAnswered } = services;
	const { player, startupDone, awaitsHls, description, saveData, tab, chat, live } = page;
	const isPlaying = () => needsLiveRules(player.status.value);
	const loadMore = () => scripts.loadMore({ retry: Infinity });
	const hasSpareTime = () => !saveData && (hasRoom.value || !isPlaying());
	/** Loads that may begin: none before startup is done and the first burst has passed, then one more at a time. */
	const allowed = signal(0);
	const hasRoom = signal(false);
	const disposers: (() => void)[] = [];

	/** Loads, each called once, when the signals say so that it waits for. */
	const steps = [
		// While the stream connects, or an HLS list is requested.
		{
			when: () => (isPlaying() && !awaitsHls.value) || startupDone.value,
			load: async () => {
				if (streamAnswered) await streamAnswered;
				const { whenRoom } = await scripts.loadStage();
				disposers.push(whenRoom(() => (hasRoom.value = true)));
			},
		},
		{
			// Which connection plays may change with each state.
			when: () => startupDone.value && !isFirstAttempt(player.state.value.status) && usesWhep(),
			load: async () => (await loadMore()).useWhep(),
		},
		...(loadReports ? [{ when: () => allowed.value > 0, load: loadReports }] : []),
		// For a share card, or the native app.
		{ when: () => allowed.value > 0 && (services.hasShareCard || page.insideApp.value), load: loadMore },
		// A chat in view is open; opening it again could poll it. An API that does not answer is not asked for more.
		{
			when: () => live.state.value.data && allowed.value > 1,
			load: () => tab.peek() === 'chat' || saveData || chat.open(),
		},
		{ when: () => allowed.value > 2, load: async () => (await scripts.loadStage()).registerServiceWorker() },
		{ when: () => allowed.value > 3 && hasSpareTime(), load: loadMore },
		{
			when: () => allowed.value > 4 && hasSpareTime() && page.more.value,
			load: async () => (await scripts.loadStage()).keepScripts(),
		},
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
			if (!startupDone.value || !mayLoad.value) return;
			const start = untracked(isPlaying) ? FIRST_BURST_TIME : 0;
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
