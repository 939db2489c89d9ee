import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rememberBroadcast } from '../../../src/player/report/remember-broadcast.ts';
import { INITIAL_STATE, type PlayerState } from '../../../src/player/core/state.ts';
import { setup } from '../../support/dom.ts';
import { live, MEDIA_URL, STREAM } from '../../support/player.ts';

const it = suite('remembering what plays');
it.before.each(() => {
	setup();
	mock.timers.enable({ apis: ['setTimeout'] });
});
it.after.each(() => mock.timers.reset());

const quality = (name: string, address: string, audioOnly = false) => ({ name, kbps: 0, address, audioOnly });
const PLAYING: PlayerState = {
	...INITIAL_STATE,
	status: 'playing',
	source: live({ poster: 'https://cdn.example.com/cover.png' }),
	qualities: [
		quality('原画', STREAM),
		quality('流畅', `${STREAM}_ld`),
		quality('只听声音', `${STREAM}@subvideo=no`, true),
	],
};

/** What is remembered of a player, whose state can be changed. */
function follow(state: PlayerState, videoWidth = 640) {
	const player = { state, video: { videoWidth } as HTMLVideoElement, policy: { whep: '' } as never };
	const calls: string[] = [];
	const stop = rememberBroadcast(player, (_, name, isUpdate) => calls.push(`${name} ${isUpdate}`));
	return { player, calls, stop };
}

it('should note the first frame soon, what plays once a minute, and what the page leaves', () => {
	const { player, calls, stop } = follow(PLAYING);
	const written = (count: number, milliseconds: number) => {
		for (let time = 0; time < milliseconds; time += 1000) mock.timers.tick(1000);
		assert.is(calls.length, count);
	};
	written(0, 2000);
	written(1, 1000);
	written(1, 59_000);
	written(2, 1000);
	player.state = { ...PLAYING, quality: 1 };
	dispatchEvent(new Event('pagehide'));
	assert.equal(calls, ['原画 false', '原画 true', '流畅 true']);
	stop();
	written(3, 120_000);
	dispatchEvent(new Event('pagehide'));
	assert.is(calls.length, 3);
});

for (const [what, state, width] of [
	['what does not play', { ...PLAYING, status: 'reconnecting' }, 640],
	['a stream without a frame', PLAYING, 0],
	['sound alone where there is a picture', { ...PLAYING, quality: 2 }, 0],
	['a media URL', { ...PLAYING, qualities: [quality('原画', MEDIA_URL)] }, 640],
] as const)
	it(`should leave out ${what}`, () => {
		const { calls, stop } = follow(state as PlayerState, width);
		mock.timers.tick(6000);
		stop();
		assert.equal(calls, []);
	});

it('should remember sound alone where there is nothing else, and nothing of what a visitor sees', () => {
	let remembered: object = {};
	const state = { ...PLAYING, qualities: [quality('只听声音', `${STREAM}@subvideo=no`, true)] };
	const player = { state, video: { videoWidth: 0 } as HTMLVideoElement, policy: { whep: '' } as never };
	const stop = rememberBroadcast(player, (source) => (remembered = source));
	mock.timers.tick(3000);
	stop();
	assert.equal(remembered, { status: 1, originRts: STREAM, qualities: [], playbackUrl: '', poster: '' });
});

it.run();
