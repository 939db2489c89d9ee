import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Picture, PictureSource, PlayerState, Reason } from '../../../src/player/picture.ts';
import { createRecovery, type RecoveryOptions } from '../../../src/player/recovery.ts';
import { setup } from '../../helpers/dom.ts';

const it = suite('recovery');
const STREAM = 'artc://play.example.com/live/a';
const PLAIN = 'https://cdn.example.com/a.mp4';
const live = (fields: Partial<PictureSource> = {}): PictureSource => ({ status: 1, originRts: STREAM, playbackUrl: '', coverImg: '', ...fields });

/** A picture that does nothing but say what it was told. */
function fakePicture() {
	const started: string[] = [];
	const shown: PictureSource[] = [];
	const video = {
		paused: false,
		/** Whether frames come; the clock of the picture follows the clock then. */
		moves: true,
		played: 0,
		play: async () => void video.played++,
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
		stops: 0,
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
			become('connecting');
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

function scene(options: Partial<RecoveryOptions> & { state?: PlayerState } = {}) {
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

const open: { stop(): void }[] = [];

/** Moves the clock, in steps, so that a timer that a timer sets runs too. The tries' jitter is fixed at its middle. */
function pass(milliseconds: number): void {
	for (let left = milliseconds; left > 0; left -= 250) mock.timers.tick(Math.min(left, 250));
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

function setHidden(hidden: boolean) {
	Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
	document.dispatchEvent(new Event('visibilitychange'));
}
function setOnline(onLine: boolean) {
	Object.defineProperty(navigator, 'onLine', { value: onLine, configurable: true });
	dispatchEvent(new Event(onLine ? 'online' : 'offline'));
}

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

it('should tell the state it found, once the live is known', () => {
	const said: string[] = [];
	const fake = fakePicture();
	let known: PictureSource | null = null;
	fake.become('playing');
	const recovery = createRecovery({ picture: fake.picture, source: () => known, refresh: async () => live(), hlsFallback: false, onChange: (state) => said.push(state) });
	open.push(recovery);
	assert.equal(said, []);
	known = live();
	recovery.update();
	assert.equal(said, ['playing']);
});

it('should keep a failure until it is known of which live, and then try again', () => {
	let known: PictureSource | null = null;
	const { become, started, said, recovery } = scene({ source: () => known, state: 'connecting' });
	become('failed', 10204);
	pass(60_000);
	setOnline(true);
	assert.equal([started, said], [[], []]);
	known = live();
	recovery.update();
	pass(500);
	assert.equal(started, [STREAM]);
});

it('should try again after half a second, one second, and then every two', () => {
	const { become, started, said } = scene();
	let tries = 0;
	for (const delay of [500, 1000, 2000, 2000, 2000]) {
		become('failed', 10204);
		assert.is(said.at(-1), 'reconnecting 10204');
		pass(delay - 1);
		assert.is(started.length, tries, `${delay} ms: too soon`);
		pass(1);
		assert.is(started.length, ++tries, `${delay} ms: too late`);
		assert.is(said.at(-1), 'reconnecting', 'a new try is no first connection');
	}
	assert.equal(new Set(started), new Set([STREAM]));
});

it('should begin anew once it plays', () => {
	const { become, started } = scene();
	for (const delay of [500, 1000, 2000]) {
		become('failed', 10204);
		pass(delay);
	}
	become('playing');
	become('failed', 10204);
	pass(500);
	assert.is(started.length, 4);
});

/** Fails each try at once until it gives up; answers with how many tries there were. */
function exhaust({ become, started, said }: ReturnType<typeof scene>, reason: Reason): number {
	for (let tries = 0; tries < 60; tries++) {
		const before = started.length;
		become('failed', reason);
		if (said.at(-1)!.startsWith('failed')) return tries;
		pass(2000);
		assert.is(started.length, before + 1);
	}
	throw new Error('it never gave up');
}

it('should give up after six failures and twenty seconds, with the reason', () => {
	const it = scene();
	const from = Date.now();
	const tries = exhaust(it, 10204);
	assert.is(it.said.at(-1), 'failed 10204');
	assert.ok(tries >= 6 && Date.now() - from >= 20_000);
	pass(600_000);
	assert.is(it.started.length, tries);
});

it('should count from the start again when a person asks', () => {
	const it = scene();
	const tries = exhaust(it, 10204);
	it.recovery.retry();
	assert.is(it.shown.length, 1);
	assert.is(it.said.at(-1), 'connecting');
	it.become('failed', 10204);
	assert.is(it.said.at(-1), 'reconnecting 10204');
	pass(500);
	assert.is(it.started.length, tries + 2);
});

for (const reason of [10110, 10111, 10112, 10113, 10202, 10203]) {
	it(`should not try again what cannot be helped (${reason})`, () => {
		const { become, started, said } = scene();
		become('failed', reason);
		assert.is(said.at(-1), `failed ${reason}`);
		pass(600_000);
		setOnline(false);
		setOnline(true);
		setHidden(true);
		setHidden(false);
		dispatchEvent(new Event('pageshow'));
		pass(600_000);
		assert.equal(started, []);
	});
}

it('should take HLS where real-time playback cannot work, if the deployment allows', () => {
	const { become, started } = scene({ hlsFallback: true });
	become('failed', 10110);
	assert.equal(started, ['https://play.example.com/live/a.m3u8']);
	// The plain picture is tried again like any other.
	become('failed', 'media');
	pass(500);
	assert.equal(started.slice(1), ['https://play.example.com/live/a.m3u8']);
});

it('should take HLS after the last failure, and give up for good when that fails too', () => {
	const it = scene({ hlsFallback: true });
	for (let tries = 0; !it.started.some((address) => address.endsWith('.m3u8')); tries++) {
		assert.ok(tries < 60);
		it.become('failed', 10204);
		pass(2000);
	}
	exhaust(it, 'media');
	assert.is(it.said.at(-1), 'failed media');
	it.recovery.retry();
	assert.is(it.started.at(-1), STREAM, 'a person’s retry begins with the stream');
});

it('should not make an HLS address of a plain one', () => {
	const it = scene({ hlsFallback: true, source: () => live({ originRts: PLAIN }) });
	exhaust(it, 'media');
	assert.equal(new Set(it.started), new Set([PLAIN]));
});

it('should try a plain address again that gives no frame in ten seconds', () => {
	const { become, started, said } = scene({ source: () => live({ originRts: PLAIN }), state: 'idle' });
	become('connecting');
	pass(9999);
	assert.equal(said, ['connecting']);
	pass(1000);
	assert.equal(started, [PLAIN]);
});

it('should leave the time limit of a stream to the streaming client', () => {
	const { become, started } = scene({ state: 'idle' });
	become('connecting');
	pass(60_000);
	assert.equal(started, []);
});

it('should make the connection anew after six seconds without frames', () => {
	const { become, started } = scene();
	become('stalled');
	pass(5999);
	assert.equal(started, []);
	pass(1);
	assert.equal(started, [STREAM]);
});

it('should leave a stall alone that ends by itself', () => {
	const { become, started, said } = scene();
	become('stalled');
	pass(5000);
	become('playing');
	pass(60_000);
	assert.equal(started, []);
	assert.equal(said, ['stalled', 'playing']);
});

it('should wait while the page is hidden, and try at once when it is shown', () => {
	const { become, started } = scene();
	setHidden(true);
	become('failed', 10204);
	pass(60_000);
	assert.equal(started, []);
	setHidden(false);
	assert.equal(started, [STREAM]);
	pass(60_000);
	assert.is(started.length, 1, 'and only once');
});

it('should wait while the phone is offline, and try at once when it is back', () => {
	const { become, started } = scene();
	setOnline(false);
	become('failed', 10204);
	pass(60_000);
	assert.equal(started, []);
	setOnline(true);
	assert.equal(started, [STREAM]);
	pass(60_000);
	assert.is(started.length, 1);
});

it('should not wait for the next try when the phone comes back before it', () => {
	const { become, started } = scene();
	become('failed', 10204);
	setOnline(false);
	setOnline(true);
	assert.equal(started, [STREAM]);
	pass(500);
	assert.is(started.length, 1, 'the try that was due is not made twice');
});

it('should try again on online even after it gave up', () => {
	const it = scene();
	const tries = exhaust(it, 10204);
	setOnline(true);
	assert.is(it.started.length, tries + 1);
});

it('should stay hidden and offline at once without a try', () => {
	const { become, started } = scene();
	setOnline(false);
	setHidden(true);
	become('failed', 10204);
	pass(1000);
	setHidden(false);
	assert.equal(started, [], 'shown, but offline');
	setHidden(true);
	setOnline(true);
	assert.equal(started, [], 'online, but hidden');
	setHidden(false);
	assert.equal(started, [STREAM]);
});

it('should make the connection anew when the page comes back and the frames stand still', () => {
	const { started, video } = scene();
	video.moves = false;
	setHidden(true);
	setHidden(false);
	pass(1499);
	assert.equal(started, []);
	pass(1);
	assert.equal(started, [STREAM]);
	assert.is(video.played, 0);
});

it('should leave a picture alone that moves when the page comes back', () => {
	const { started } = scene();
	setHidden(true);
	setHidden(false);
	pass(60_000);
	assert.equal(started, []);
});

it('should make the connection anew when nothing moves after the first frame', () => {
	const { become, started, video } = scene({ state: 'connecting' });
	video.moves = false;
	become('playing');
	pass(3499);
	assert.equal(started, []);
	pass(1);
	assert.equal(started, [STREAM]);
});

it('should not take the clock of the sound for a moving picture', () => {
	const { become, started, video } = scene({ state: 'connecting' });
	video.frames = 1;
	become('playing');
	pass(3500);
	assert.equal(started, [STREAM]);
});

for (const [what, change] of [
	['goes on moving', (video: ReturnType<typeof fakePicture>['video']) => void (video.moves = true)],
	['was paused by a person', (video: ReturnType<typeof fakePicture>['video']) => void (video.paused = true)],
] as const) {
	it(`should leave a picture alone after its first frame that ${what}`, () => {
		const { become, started, video } = scene({ state: 'connecting' });
		video.moves = false;
		become('playing');
		pass(1000);
		change(video);
		pass(60_000);
		assert.equal(started, []);
	});
}

it('should play on what the system has paused meanwhile', () => {
	const { video } = scene();
	video.paused = true;
	setHidden(true);
	assert.is(video.played, 0);
	dispatchEvent(new Event('pageshow'));
	assert.is(video.played, 0, 'still hidden');
	setHidden(false);
	assert.is(video.played, 1);
});

for (const state of ['cover', 'ended', 'replay', 'blocked', 'connecting', 'idle'] as const) {
	it(`should leave ${state} alone when the page comes back`, () => {
		const { started, shown } = scene({ state });
		setHidden(true);
		setHidden(false);
		setOnline(true);
		pass(60_000);
		assert.equal([started, shown], [[], []]);
	});
}

it('should ask the server once when a stream ends, and show what became of it', async () => {
	for (const status of [0, 2, 3]) {
		let asked = 0;
		const over = live({ status });
		const { become, started, shown, said } = scene({ refresh: async () => (asked++, over) });
		become('failed', 'ended');
		assert.is(said.at(-1), 'reconnecting ended');
		await settled();
		assert.equal(shown, [over]);
		pass(60_000);
		assert.is(asked, 1);
		assert.equal(started, []);
	}
});

it('should try again when a stream ended whose live goes on', async () => {
	const { become, started, shown, asked } = scene();
	become('failed', 'ended');
	await settled();
	pass(500);
	assert.equal([asked(), started, shown], [1, [STREAM], []]);
});

it('should try again when the server cannot be asked', async () => {
	const { become, started } = scene({ refresh: () => Promise.reject(new Error('offline')) });
	become('failed', 'ended');
	await settled();
	pass(500);
	assert.equal(started, [STREAM]);
});

it('should drop the answer about an ended stream when something else is shown by then', async () => {
	let answer: (source: PictureSource) => void = () => {};
	const { become, shown, started } = scene({ refresh: () => new Promise((resolve) => (answer = resolve)) });
	become('failed', 'ended');
	become('playing');
	answer(live({ status: 2 }));
	await settled();
	pass(60_000);
	assert.equal([shown, started], [[], []]);
});

it('should not reconnect a replay', () => {
	const { become, started, said } = scene({ source: () => live({ status: 3 }), state: 'replay' });
	become('failed', 'media');
	assert.is(said.at(-1), 'failed media');
	pass(60_000);
	setOnline(true);
	assert.equal(started, []);
});

it('should leave no timer and no listener behind', async () => {
	const cases: [PlayerState, Reason][] = [['failed', 10204], ['stalled', ''], ['failed', 'ended']];
	for (const [state, reason] of cases) {
		const { become, recovery, started, shown, said, picture, video } = scene();
		become(state, reason);
		recovery.stop();
		const words = said.length;
		await settled();
		pass(600_000);
		setHidden(true);
		setHidden(false);
		setOnline(true);
		dispatchEvent(new Event('pageshow'));
		become('playing');
		become('failed', 10204);
		pass(600_000);
		assert.equal([started, shown, video.played, picture.stops], [[], [], 0, 1], `${state} ${reason}`);
		assert.is(said.length, words);
		recovery.stop();
	}
});

it.run();
