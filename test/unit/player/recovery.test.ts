import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { PictureSource, PlayerState, Reason } from '../../../src/player/picture.ts';
import { createRecovery } from '../../../src/player/recovery.ts';
import { exhaust, fakePicture, live, onFixedClock, open, pass, PLAIN, scene, setHidden, setOnline, settled, STREAM } from '../../helpers/recovery-scene.ts';

const it = suite('recovery');
onFixedClock(it);

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
