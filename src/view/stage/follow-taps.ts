import type { PlayerView } from '../../models/player-model.ts';

/** Milliseconds. */
const FADE_DELAY = 4000;
/** Milliseconds in which a touch may still become a click. */
const CLICK_DELAY = 350;
/** Pixels. */
const BROWSER_CONTROLS = 72;
/** Pixels that a tapping finger moves at most. */
const TAP_DISTANCE = 10;

/** Captured, as some do not bubble. */
const EVENTS = ['click', 'touchstart', 'touchend', 'mousemove', 'focusin', 'volumechange', 'play', 'pause', 'seeking'];

/** What {@link followTaps} depends on. */
export interface TapOptions extends Pick<PlayerView, 'status' | 'autoplayMuted'> {
	video: HTMLVideoElement;
	/** Plays sound alone, which has nothing to uncover. */
	audioOnly: boolean;
	/** A replay waits for a tap. */
	held: boolean;
	actions: Record<'play' | 'unmute' | 'watchReplay', () => void>;
}

/**
 * Shows what lies over the video on any input, fades it during playback, and obeys taps on the picture. Returns the
 * cleanup.
 */
export function followTaps({ video, status, autoplayMuted, audioOnly, held, actions }: TapOptions): () => void {
	const stage = video.closest('.stage')!;
	const { classList } = stage;
	const isReplay = status === 'replay';
	let timer: ReturnType<typeof setTimeout> | undefined;
	/** Controls were visible at touchstart; null without a touch. */
	let shown: boolean | null = null;
	let start: Touch | undefined;

	function show() {
		clearTimeout(timer);
		classList.remove('faded', 'appearing');
		if (isReplay ? !video.paused : status === 'playing' && !audioOnly)
			timer = setTimeout(() => stage.querySelector('.menu') || classList.add('faded'), FADE_DELAY);
	}

	/** Follows a touch of the browser's own controls, which keep the click that it would become (Chromium). */
	function onTouchEnd(event: TouchEvent) {
		const end = event.changedTouches[0]!;
		const moved = Math.hypot(end.clientX - start!.clientX, end.clientY - start!.clientY);
		const wasFaded = classList.contains('faded');
		show();
		// The click must not meet what has just appeared under the finger.
		if (wasFaded) {
			classList.add('appearing');
			clearTimeout(timer);
			timer = setTimeout(show, CLICK_DELAY);
		}
		if (moved < TAP_DISTANCE) unmuteReplay(event, end.clientY);
		shown = null;
	}

	/** Turns the sound on by a tap above the browser's own controls, which would otherwise pause or mute again. */
	function unmuteReplay(event: Event, y: number) {
		if (!autoplayMuted || y > video.getBoundingClientRect().bottom - BROWSER_CONTROLS) return;
		event.preventDefault();
		actions.unmute();
	}

	function onClick(event: MouseEvent) {
		const button = (event.target as Element).closest('button, .menu-backdrop');
		if (status === 'paused' && (!button || button.matches('.play'))) actions.play();
		else if (!button) {
			if (held) actions.watchReplay();
			else if (isReplay) unmuteReplay(event, event.clientY);
			else if (status === 'blocked' || autoplayMuted) actions.unmute();
			else if (status === 'playing' && shown) classList.add('faded');
		}
		shown = null;
	}

	function onEvent(event: Event) {
		const { type, target } = event;
		if (type === 'touchstart') {
			shown = !classList.contains('faded');
			start = (event as TouchEvent).changedTouches[0];
		} else if (type === 'touchend') {
			if (isReplay && target === video) onTouchEnd(event as TouchEvent);
		}
		// Emulated after a tap.
		else if (type !== 'mousemove' || shown === null) {
			show();
			if (type === 'click') onClick(event as MouseEvent);
		}
	}

	show();
	for (const type of EVENTS) stage.addEventListener(type, onEvent, true);
	return () => {
		clearTimeout(timer);
		for (const type of EVENTS) stage.removeEventListener(type, onEvent, true);
	};
}
