import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PictureSource, PlayerState, Reason } from '../../../src/player/picture.ts';
import { createRecovery } from '../../../src/player/recovery.ts';
import {
	exhaust,
	fakePicture,
	live,
	onFixedClock,
	open,
	pass,
	PLAIN,
	scene,
	setHidden,
	setOnline,
	settled,
	STREAM,
} from '../../support/recovery-scene.ts';

const it = suite('recovery');
onFixedClock(it);

it('should tell the state it found, once the live is known', () => {
	const said: string[] = [];
	const fake = fakePicture();
	let known: PictureSource | null = null;
	fake.become('playing');
	const recovery = createRecovery({
		picture: fake.picture,
		source: () => known,
		refresh: async () => live(),
		hlsFallback: false,
		onChange: (state) => said.push(state),
	});
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

for (const reason of [10110, 10111, 10112, 10202, 10203]) {
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

it('should ask for H.264 three times, as Android may list it late, and no more', () => {
	const { become, started, said } = scene();
	become('failed', 10113);
	for (let tries = 1; tries < 3; tries++) {
		assert.is(said.at(-1), 'reconnecting 10113');
		pass(1000);
		assert.is(started.length, tries);
		become('failed', 10113);
	}
	assert.is(said.at(-1), 'failed 10113');
	pass(60_000);
	setOnline(false);
	setOnline(true);
	assert.is(started.length, 2);
});

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

it('should try a plain address again that gives nothing in ten seconds, until it gives up', () => {
	const { become, started, said, video } = scene({ source: () => live({ originRts: PLAIN }), state: 'idle' });
	video.moves = false;
	become('connecting');
	pass(9999);
	assert.equal(said, ['connecting']);
	pass(1000);
	assert.equal(started, [PLAIN]);
	pass(12_000);
	assert.equal(started, [PLAIN, PLAIN]);
	pass(120_000);
	assert.is(said.at(-1), 'failed');
	const tries = started.length;
	pass(120_000);
	assert.is(started.length, tries);
	setOnline(true);
	assert.is(started.length, tries + 1);
});

it('should give a plain address time as long as its data comes in', () => {
	const { become, picture, started, video } = scene({ source: () => live({ originRts: PLAIN }), state: 'idle' });
	video.moves = false;
	for (const state of ['connecting', 'stalled'] as const) {
		become(state);
		for (let second = 0; second < 40; second++) {
			picture.heard++;
			pass(1000);
		}
		assert.equal(started, [], state);
	}
	pass(12_000);
	assert.equal(started, [PLAIN]);
});

it('should leave the time limit of a stream to the streaming client', () => {
	const { become, started } = scene({ state: 'idle' });
	become('connecting');
	pass(60_000);
	assert.equal(started, []);
});

it('should make the connection anew after six seconds without frames', () => {
	const { become, started, video } = scene();
	video.moves = false;
	become('stalled');
	pass(5999);
	assert.equal(started, []);
	pass(1);
	assert.equal(started, [STREAM]);
});

it('should leave a picture alone that is slow and moves, and make the connection anew when it stands still at last', () => {
	const { become, started, video } = scene();
	video.moves = false;
	become('stalled');
	// One frame in two seconds.
	for (let frame = 0; frame < 15; frame++) {
		video.frames++;
		pass(2000);
	}
	assert.equal(started, []);
	pass(12_000);
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

for (const hidden of [false, true])
	it(`should not start an ended live again for what was due before, ${hidden ? 'hidden' : 'in view'}`, async () => {
		let answer: (source: PictureSource) => void = () => {};
		const { become, shown, started, video } = scene({ refresh: () => new Promise((resolve) => (answer = resolve)) });
		video.moves = false;
		become('stalled');
		pass(5500);
		if (hidden) {
			become('failed', 10204);
			setHidden(true);
			pass(1000);
		}
		become('failed', 'ended');
		pass(1000);
		answer(live({ status: 2 }));
		await settled();
		setHidden(false);
		pass(60_000);
		assert.equal(started, []);
		assert.equal(
			shown.map(({ status }) => status),
			[2],
		);
	});

it('should ask what became of the live after two failures in a row, and show that it is over', async () => {
	const over = live({ status: 3 });
	let asked = 0;
	const { become, shown, started } = scene({ refresh: async () => (asked++, over) });
	become('failed', 10209);
	await settled();
	assert.equal([asked, shown], [0, []]);
	pass(500);
	become('failed', 10209);
	await settled();
	assert.equal([asked, shown], [1, [over]]);
	pass(60_000);
	assert.is(started.length, 1);
});

it('should ask for the present address of a live that goes on, once for each time it is lost', async () => {
	const now = live();
	const { become, shown, started, asked } = (() => {
		let asked = 0;
		const one = scene({
			source: () => now,
			refresh: async () => (asked++, (now.originRts = `${STREAM}?key=${asked}`), now),
		});
		return { ...one, asked: () => asked };
	})();
	for (let tries = 0; tries < 4; tries++) {
		become('failed', 10209);
		await settled();
		pass(2400);
	}
	assert.is(asked(), 1);
	assert.equal(started.slice(0, 2), [STREAM, `${STREAM}?key=1`]);
	become('playing');
	become('failed', 10209);
	pass(500);
	become('failed', 10209);
	await settled();
	assert.is(asked(), 2);
	assert.equal(shown, []);
});

it('should go on trying when the server cannot be asked after two failures', async () => {
	const { become, started } = scene({ refresh: () => Promise.reject(new Error('offline')) });
	for (let tries = 0; tries < 3; tries++) {
		become('failed', 10209);
		await settled();
		pass(2400);
	}
	assert.is(started.length, 3);
});

it('should ask once when the stream ended and then cannot be had', async () => {
	const { become, asked, started } = scene();
	become('failed', 'ended');
	await settled();
	for (let tries = 0; tries < 3; tries++) {
		pass(2400);
		become('failed', 10209);
		await settled();
	}
	assert.equal([asked(), started.length], [1, 3]);
});

it('should drop a failure to ask about an ended stream when the picture is back', async () => {
	let fail: (error: Error) => void = () => {};
	const { become, said, started } = scene({ refresh: () => new Promise((_, reject) => (fail = reject)) });
	become('failed', 'ended');
	become('playing');
	fail(new Error('offline'));
	await settled();
	pass(60_000);
	assert.equal([said.at(-1), started], ['playing', []]);
});

it('should drop an answer that comes when the picture is back', async () => {
	let answer: (source: PictureSource) => void = () => {};
	const { become, shown } = scene({ refresh: () => new Promise((resolve) => (answer = resolve)) });
	become('failed', 10209);
	pass(500);
	become('failed', 10209);
	pass(1000);
	become('playing');
	answer(live({ status: 2 }));
	await settled();
	assert.equal(shown, []);
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
	const cases: [PlayerState, Reason][] = [
		['failed', 10204],
		['stalled', ''],
		['failed', 'ended'],
	];
	for (const [state, reason] of cases) {
		const { become, recovery, started, shown, said, picture } = scene();
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
		assert.equal([started, shown, picture.played, picture.stops], [[], [], 0, 1], `${state} ${reason}`);
		assert.is(said.length, words);
		recovery.stop();
	}
});

it.run();
