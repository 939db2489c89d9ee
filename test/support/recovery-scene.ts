import { mock } from 'node:test';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Picture, PictureSource, PlayerState, Reason } from '../../src/player/picture.ts';
import { createRecovery, type RecoveryOptions } from '../../src/player/recovery.ts';
import { setup } from './dom.ts';

export const STREAM = 'artc://play.example.com/live/a';
export const PLAIN = 'https://cdn.example.com/a.mp4';
export const live = (fields: Partial<PictureSource> = {}): PictureSource => ({
	status: 1,
	originRts: STREAM,
	playbackUrl: '',
	poster: '',
	...fields,
});

/** A picture that does nothing but say what it was told. */
export function fakePicture() {
	const started: string[] = [];
	const shown: PictureSource[] = [];
	const video = {
		paused: false,
		/** Whether frames come; the clock of the picture follows the clock then. */
		moves: true,
		/** Frames counted so far; 0 where there is only sound. */
		frames: 0,
		get currentTime() {
			return video.moves ? Date.now() / 1000 : 0;
		},
		getVideoPlaybackQuality: () => ({ totalVideoFrames: video.frames }),
	};
	const picture = {
		state: 'idle' as PlayerState,
		reason: '' as Reason,
		quiet: false,
		refusal: 0,
		patience: 5000,
		heard: 0,
		stops: 0,
		played: 0,
		changed() {},
		video: video as unknown as HTMLVideoElement,
		show(source: PictureSource) {
			shown.push(source);
			if (source.status === 0) become('cover');
			else if (source.status === 2) become('ended');
			else if (source.status === 3) become('replay');
			else picture.start(source.originRts);
		},
		start(address: string) {
			started.push(address);
			picture.state = 'idle';
			become('connecting');
		},
		play() {
			picture.played++;
		},
		unmute() {},
		stop() {
			picture.stops++;
		},
	};
	/** What the stream or the element would have caused. */
	function become(state: PlayerState, reason: Reason = '') {
		if (state === picture.state && reason === picture.reason) return;
		picture.state = state;
		picture.reason = reason;
		picture.changed();
	}
	return { picture: picture as typeof picture & Picture, video, started, shown, become };
}

export function scene(options: Partial<RecoveryOptions> & { state?: PlayerState } = {}) {
	const fake = fakePicture();
	const said: string[] = [];
	let asked = 0;
	const source = live();
	fake.picture.state = options.state ?? 'playing';
	const recovery = createRecovery({
		picture: fake.picture,
		source: () => source,
		refresh: async () => {
			asked++;
			return source;
		},
		hlsFallback: false,
		onChange: (state, reason) => said.push(reason ? `${state} ${reason}` : state),
		...options,
	});
	open.push(recovery);
	said.length = 0;
	return { ...fake, recovery, said, source, asked: () => asked };
}

/** What the running test has to stop. */
export const open: { stop(): void }[] = [];

/** Moves the clock, in steps, so that a timer that a timer sets runs too. The tries' jitter is fixed at its middle. */
export function pass(milliseconds: number): void {
	for (let left = milliseconds; left > 0; left -= 250) mock.timers.tick(Math.min(left, 250));
}
export const settled = () => new Promise((resolve) => setImmediate(resolve));

export function setHidden(hidden: boolean) {
	Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
	document.dispatchEvent(new Event('visibilitychange'));
}
export function setOnline(onLine: boolean) {
	Object.defineProperty(navigator, 'onLine', { value: onLine, configurable: true });
	dispatchEvent(new Event(onLine ? 'online' : 'offline'));
}

/** Gives a suite a document, a clock that is moved by hand and no jitter, and stops what a test leaves running. */
export function onFixedClock(it: Test): void {
	it.before.each(() => {
		setup();
		mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_700_000_000_000 });
		mock.method(Math, 'random', () => 0.5);
	});
	it.after.each(() => {
		for (const recovery of open.splice(0)) recovery.stop();
		mock.timers.reset();
		mock.restoreAll();
	});
}

/** Fails each try at once until it gives up; answers with how many tries there were. */
export function exhaust({ become, started, said }: ReturnType<typeof scene>, reason: Reason): number {
	for (let tries = 0; tries < 60; tries++) {
		const before = started.length;
		become('failed', reason);
		if (said.at(-1)!.startsWith('failed')) return tries;
		pass(2000);
		assert.is(started.length, before + 1);
	}
	throw new Error('it never gave up');
}
