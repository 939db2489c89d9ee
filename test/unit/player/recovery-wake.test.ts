import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
	exhaust,
	fakePicture,
	live,
	onFixedClock,
	pass,
	PLAIN,
	scene,
	setHidden,
	setOnline,
	STREAM,
} from '../../support/recovery-scene.ts';

const it = suite('recovery: hidden, offline, standing still');
onFixedClock(it);

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
	const { picture, started, video } = scene();
	video.moves = false;
	setHidden(true);
	setHidden(false);
	pass(1499);
	assert.equal(started, []);
	pass(1);
	assert.equal(started, [STREAM]);
	assert.is(picture.played, 0);
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

it('should not look at a picture that nobody sees, until somebody does', () => {
	const { become, started, video } = scene({ state: 'connecting' });
	video.moves = false;
	become('playing');
	setHidden(true);
	pass(60_000);
	video.moves = true;
	setHidden(false);
	pass(60_000);
	assert.equal(started, []);
	video.moves = false;
	setHidden(true);
	setHidden(false);
	pass(1500);
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

for (const state of ['playing', 'stalled', 'blocked'] as const)
	it(`should play on what the system has paused meanwhile, ${state}`, () => {
		const { picture, started, video } = scene({ state });
		video.paused = true;
		setHidden(true);
		assert.is(picture.played, 0);
		dispatchEvent(new Event('pageshow'));
		assert.is(picture.played, 0, 'still hidden');
		setHidden(false);
		assert.is(picture.played, 1);
		pass(60_000);
		assert.equal(started, []);
	});

it('should not play on by itself what was paused in view when only the network comes back', () => {
	const { picture, started, video } = scene({ state: 'blocked' });
	video.paused = true;
	setOnline(false);
	setOnline(true);
	pass(60_000);
	assert.equal([picture.played, started], [0, []]);
});

/** The page comes back from the back-forward cache, into which it went without its connection. */
const comeBackWhole = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

for (const state of ['connecting', 'playing', 'stalled', 'blocked'] as const) {
	it(`should make the connection of ${state} anew when the page comes back whole`, () => {
		const { started } = scene({ state });
		setHidden(true);
		comeBackWhole();
		assert.equal(started, [], 'still hidden');
		setHidden(false);
		assert.equal(started, [STREAM]);
	});

	it(`should leave a plain address to the browser that was ${state} when the page comes back whole`, () => {
		const { started } = scene({ state, source: () => live({ originRts: PLAIN }) });
		comeBackWhole();
		assert.equal(started, []);
	});
}

for (const state of ['cover', 'ended', 'replay', 'idle'] as const) {
	it(`should leave ${state} alone when the page comes back whole`, () => {
		const { started, shown } = scene({ state });
		comeBackWhole();
		pass(60_000);
		assert.equal([started, shown], [[], []]);
	});
}

it('should keep the time limit of a stall that is looked at when the page comes back', () => {
	const { become, started, video } = scene();
	video.moves = false;
	become('stalled');
	setHidden(true);
	setHidden(false);
	video.frames++;
	pass(1500);
	assert.equal(started, []);
	pass(6000);
	assert.equal(started, [STREAM]);
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

it.run();
