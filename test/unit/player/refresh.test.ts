import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { POLICY } from '../../support/policy.ts';
import type { PlayerSource } from '../../../src/player/core/source.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import { extendPlayer } from '../../../src/player/live/extend-player.ts';
import {
	advance,
	fakeClient,
	live,
	MEDIA_URL,
	NO_RULES,
	setHidden,
	settle,
	startPlayer,
	STREAM,
	withFakeTimers,
} from '../../support/player.ts';

const it = suite('player: the server is asked');
withFakeTimers(it);

/** Milliseconds until the server is asked: half of the longest delay. */
const ASKED = POLICY.maxRefreshDelay / 2;
/** Milliseconds without data that no retry follows. */
const SILENCE = 2000;

const { ERROR_HTTPREQUEST_ERROR, ERROR_PC_DISCONNECTED } = ErrorCode;

for (const status of [0, 2, 3])
	it(`should ask the server once when a stream ends, and show status ${status}`, async () => {
		let refreshes = 0;
		const { client, loads, states, player } = startPlayer({
			refresh: async () => (refreshes++, live({ status })),
		});
		client.event('ended');
		assert.is(states.at(-1), 'reconnecting ended');
		advance(ASKED);
		await settle();
		assert.is(player.state.status, ['cover', '', 'ended', 'replay'][status]);
		advance(60_000);
		assert.is(refreshes, 1);
		assert.not(loads.includes(STREAM));
	});

it('should ask once the rules are there for a stream that failed before', () => {
	const { fail, player, refreshes } = startPlayer();
	player.useLiveRules(NO_RULES)();
	fail(ERROR_HTTPREQUEST_ERROR);
	advance(1000);
	assert.is(refreshes.length, 0);
	const { stop: end } = extendPlayer(player, { coverUrl: (url) => url, makeClient: fakeClient });
	advance(ASKED);
	assert.is(refreshes.length, 1);
	end();
});

for (const originRts of [STREAM, MEDIA_URL])
	it(`should ${originRts === STREAM ? 'not ' : ''}play a broadcast anew that it has given up, where ${originRts} is its address`, async () => {
		const { client, fail, loads, player } = startPlayer({ refresh: async () => live({ originRts }) });
		client.event('ended');
		fail(ErrorCode.ERROR_SUBSCRIBE_NOTHING);
		assert.is(player.state.status, 'failed');
		advance(ASKED);
		await settle();
		const isNew = originRts === MEDIA_URL;
		assert.equal([player.state.status, loads], isNew ? ['connecting', [MEDIA_URL]] : ['failed', []]);
	});

it('should retry when a stream ended whose broadcast goes on', async () => {
	const { client, loads, refreshes } = startPlayer();
	client.event('ended');
	advance(ASKED);
	await settle();
	assert.equal([refreshes.length, loads], [1, []]);
	advance(500);
	assert.equal([refreshes.length, loads], [1, [STREAM]]);
});

for (const hidden of [false, true])
	it(`should drop what was due before when the broadcast is over, ${hidden ? 'hidden' : 'in view'}`, async () => {
		let answer: (source: PlayerSource) => void = () => {};
		const { client, fail, loads, player, video } = startPlayer({
			refresh: () => new Promise((resolve) => (answer = resolve)),
		});
		video.moves = false;
		advance(SILENCE);
		if (hidden) {
			fail(ERROR_HTTPREQUEST_ERROR);
			setHidden(true);
		}
		client.event('ended');
		advance(ASKED - SILENCE / 2);
		answer(live({ status: 2 }));
		await settle();
		setHidden(false);
		advance(60_000);
		assert.equal([player.state.status, loads], ['ended', []]);
	});

it('should reconnect beside a question that is not answered', async () => {
	const { client, loads, play, states } = startPlayer({ refresh: () => new Promise(() => {}) });
	client.event('ended');
	advance(ASKED + 500);
	assert.equal(loads, [STREAM]);
	play();
	assert.is(states.at(-1), 'playing');
});

it('should ask the server after a failure, and show that the broadcast is over', async () => {
	let refreshes = 0;
	const { fail, loads, player } = startPlayer({ refresh: async () => (refreshes++, live({ status: 2 })) });
	fail(ERROR_PC_DISCONNECTED);
	advance(ASKED);
	await settle();
	assert.equal([refreshes, player.state.status], [1, 'ended']);
	advance(60_000);
	assert.equal(loads, [STREAM], 'tried once meanwhile');
});

it('should use the present address of a broadcast that goes on, asked for once in each loss', async () => {
	let refreshes = 0;
	const { fail, loads, play } = startPlayer({
		refresh: async () => live({ originRts: `${STREAM}?key=${++refreshes}` }),
	});
	for (let attempts = 0; attempts < 4; attempts++) {
		fail(ERROR_PC_DISCONNECTED);
		await settle();
		advance(2400);
	}
	assert.is(refreshes, 1);
	assert.equal(loads, [STREAM, STREAM, `${STREAM}?key=1`, `${STREAM}?key=1`]);
	play();
	advance(31_000);
	fail(ERROR_PC_DISCONNECTED);
	advance(ASKED);
	assert.is(refreshes, 2);
});

it('should go on retrying when the server cannot be asked', async () => {
	const { client, fail, loads } = startPlayer({ refresh: () => Promise.reject(new Error('offline')) });
	client.event('ended');
	advance(ASKED);
	await settle();
	advance(500);
	for (let attempts = 1; attempts < 4; attempts++) {
		assert.is(loads.length, attempts);
		fail(ERROR_PC_DISCONNECTED);
		await settle();
		advance(2400);
	}
});

it('should ask once when the stream ended and then cannot be had', async () => {
	const { client, fail, loads, refreshes } = startPlayer();
	client.event('ended');
	advance(ASKED);
	await settle();
	for (let attempts = 0; attempts < 3; attempts++) {
		advance(2400);
		fail(ERROR_PC_DISCONNECTED);
		await settle();
	}
	assert.equal([refreshes.length, loads.length], [1, 3]);
});

for (const [what, settled] of [
	['an answer', (resolve: (source: PlayerSource) => void) => resolve(live({ status: 2 }))],
	['a failure', (_: unknown, reject: (error: Error) => void) => reject(new Error('offline'))],
] as const)
	it(`should drop ${what} about an ended stream that plays again`, async () => {
		let finish = () => {};
		const { client, loads, play, states } = startPlayer({
			refresh: () => new Promise((resolve, reject) => (finish = () => settled(resolve, reject))),
		});
		client.event('ended');
		advance(ASKED);
		play();
		finish();
		await settle();
		advance(60_000);
		assert.is(states.at(-1), 'playing');
		assert.equal(loads, []);
	});

it('should not ask after it was stopped', () => {
	const { client, refreshes, stop } = startPlayer();
	client.event('ended');
	stop();
	advance(60_000);
	assert.is(refreshes.length, 0);
});

it('should ask by the function that replaced the first one', async () => {
	const { client, player, refreshes } = startPlayer();
	let replaced = 0;
	player.setRefresh(async () => (replaced++, live()));
	client.event('ended');
	advance(ASKED);
	assert.equal([replaced, refreshes.length], [1, 0]);
});

it.run();
