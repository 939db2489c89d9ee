import type { PlayerState } from '../../models/player-model.ts';
import { controlOf } from './control-of.ts';

/** Milliseconds. */
const FADE_DELAY = 4000;

/** Captured, as some do not bubble. */
const EVENTS = ['click', 'touchstart', 'mousemove', 'focusin', 'volumechange', 'play', 'pause', 'seeking'];

interface TapOptions extends Pick<PlayerState, 'status' | 'autoplayMuted'> {
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

	const plays = () => (isReplay ? !video.paused : status === 'playing') && !audioOnly;

	function show() {
		clearTimeout(timer);
		classList.remove('faded');
		// Controls stay that are open or under a finger.
		if (plays()) timer = setTimeout(() => stage.querySelector('.menu, .bubble') || classList.add('faded'), FADE_DELAY);
	}

	function onClick(event: MouseEvent) {
		const control = controlOf(event);
		if (status === 'paused' && (!control || control.matches('.play'))) actions.play();
		else if (!control) {
			if (held) actions.watchReplay();
			else if (status === 'blocked' || autoplayMuted) actions.unmute();
			// A mouse, which has shown them by its movement.
			else if (isReplay && shown === null) void (video.paused ? video.play() : video.pause());
			else if (plays() && shown) classList.add('faded');
		}
		shown = null;
	}

	function onEvent(event: Event) {
		const { type, target } = event;
		// A tap's own, before whose click nothing may come to lie under the finger (keep-focus.ts).
		if (type === 'focusin' && target === stage) return;
		if (type === 'touchstart') shown = !classList.contains('faded');
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
