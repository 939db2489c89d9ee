import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { showFirstPicture } from '../../../src/player/act/first-picture.ts';
import type { HttpClient } from '../../../src/player/act/http-client.ts';
import { INITIAL_STATE, type PlayerState } from '../../../src/player/core/state.ts';
import { fakeVideo, setup } from '../../support/dom.ts';
import { withMainThread } from '../../support/main-thread.ts';
import { fakeClient, live } from '../../support/player.ts';

const it = suite('first picture');
const page = withMainThread(it);
const ADDRESS = 'https://play.example.com/live/a.flv';

/** A picture that is shown over an element whose stream has no frames yet. */
async function show() {
	setup();
	const [video, above] = [fakeVideo(), Object.assign(fakeVideo(), { buffered: [], videoWidth: 640, readyState: 4 })];
	const { createElement } = document;
	document.createElement = ((name: string) =>
		name === 'video' ? above : createElement.call(document, name)) as typeof createElement;
	let onFrame = () => {};
	Object.assign(video, { requestVideoFrameCallback: (act: () => void) => (onFrame = act) });
	const player = {
		video,
		state: { ...INITIAL_STATE, status: 'connecting', source: live() } as PlayerState,
		listeners: new Set<(state: PlayerState) => void>(),
		element: { connection: () => ({ sample: { time: 0 } }) },
		dispatch() {},
	};
	const client = Object.assign(fakeClient(), { stopReceiving() {} });
	const picture = showFirstPicture({
		player: player as never,
		client: client as unknown as HttpClient,
		loadLater: () => new Promise(() => {}),
		address: ADDRESS,
		response: new Promise(() => {}),
		allowed: Promise.resolve(true),
		isPublic: true,
		rate: 0,
	});
	page.runs(100);
	return {
		isShown: () => !!picture.address(),
		/** The stream's frames are decoded, which the browser says once it shows one. */
		decode: (frames: number) => Object.assign(video, { frames, videoWidth: 1280, readyState: 4 }),
		onFrame: () => onFrame(),
		/** The broadcast goes on from the picture's address. */
		goOn() {
			player.state = { ...player.state, source: live({ originRts: ADDRESS }) };
			player.listeners.forEach((listener) => listener(player.state));
		},
	};
}

it('should give way once the second frame of the stream is decoded and one is on the screen', async () => {
	const { isShown, decode, onFrame } = await show();
	decode(1);
	onFrame();
	page.runs(100);
	assert.ok(isShown());
	decode(2);
	page.runs(50);
	assert.not(isShown());
});

it('should stay where the page has stood while frames were decoded, of which none is on the screen', async () => {
	const { isShown, decode, onFrame } = await show();
	decode(40);
	page.stands(1500);
	assert.ok(isShown());
	onFrame();
	page.runs(50);
	assert.not(isShown());
});

it('should give way after a while where the browser says of no frame that it shows it', async () => {
	const { isShown, decode } = await show();
	decode(40);
	page.runs(500);
	assert.not(isShown());
});

for (const [what, pass, isShown] of [
	['for 5 s where', () => page.runs(4800), true],
	['no longer where', () => page.runs(5200), false],
	['while the page stands where', () => [1, 2, 3, 4].forEach(() => (page.runs(300), page.stands(1200))), true],
] as const)
	it(`should show what has come ${what} the broadcast goes on from its address, and has no frame yet`, async () => {
		const picture = await show();
		picture.goOn();
		pass();
		assert.is(picture.isShown(), isShown);
	});

it.run();
