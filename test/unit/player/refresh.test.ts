import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { POLICY } from '../../support/policy.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import { extendPlayer } from '../../../src/player/extend-player.ts';
import {
	advance,
	fakeClient,
	live,
	MEDIA_URL,
	settle,
	startPlayer,
	STREAM,
	withFakeTimers,
} from '../../support/player.ts';

const it = suite('player: the server is asked');
withFakeTimers(it);

/** Milliseconds until the server is asked: half of the longest delay. */
const ASKED = POLICY.maxRefreshDelay / 2;

const { ERROR_HTTPREQUEST_ERROR, ERROR_PC_DISCONNECTED } = ErrorCode;

for (const status of [0, 2, 3])
	it(`should ask the server once when a stream ends, and show status ${status}`, async () => {
		let refreshes = 0;
		const { client, loads, states, player } = startPlayer({ refresh: async () => (refreshes++, live({ status })) });
		client.event('ended');
		assert.is(states.at(-1), 'reconnecting ended');
		advance(ASKED);
		await settle();
		assert.is(player.state.status, ['cover', '', 'ended', 'replay'][status]);
		advance(60_000);
		assert.is(refreshes, 1);
		assert.not(loads.includes(STREAM));
	});

/** Adds the rules that come late; returns what takes them away. */
const extend = (player: ReturnType<typeof startPlayer>['player']) =>
	extendPlayer(player, { link: { knownRate: () => 0 }, coverUrl: (url) => url, makeClient: fakeClient }).stop;

it('should ask once the rules are there for a stream that failed before', () => {
	const { fail, player, refreshes } = startPlayer({ rules: 'late' });
	fail(ERROR_HTTPREQUEST_ERROR);
	advance(1000);
	assert.is(refreshes.length, 0);
	const end = extend(player);
	advance(ASKED);
	assert.is(refreshes.length, 1);
	end();
});

it('should not ask for a recording that failed before, which asks itself', () => {
	const source = live({ status: 3, playbackUrl: MEDIA_URL });
	const { player, refreshes } = startPlayer({ source, status: 'replay', rules: 'late' });
	player.dispatch({ type: 'failed', reason: 'media' });
	assert.is(player.state.failures, 1);
	const end = extend(player);
	advance(60_000);
	assert.is(refreshes.length, 0);
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

for (const [what, refresh] of [
	['goes on', async () => live()],
	['cannot be fetched', () => Promise.reject(new Error('offline'))],
	['is not answered', () => new Promise<never>(() => {})],
] as const)
	it(`should go on retrying a stream that has ended, and ask once before, where its broadcast ${what}`, async () => {
		const { client, fail, loads, refreshes } = startPlayer({ refresh });
		client.event('ended');
		advance(ASKED);
		await settle();
		assert.equal([refreshes.length, loads], [1, []]);
		advance(500);
		for (let attempts = 1; attempts < 4; attempts++) {
			assert.is(loads.length, attempts);
			fail(ERROR_PC_DISCONNECTED);
			await settle();
			advance(2400);
		}
		if (what === 'goes on') assert.is(refreshes.length, 1);
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

it('should ask again after an answer that could not be taken', async () => {
	const { client, fail, player, play, refreshes } = startPlayer();
	const { qualitiesOf } = player;
	const thrown: unknown[] = [];
	const onThrown = (error: unknown) => void thrown.push(error);
	process.on('unhandledRejection', onThrown);
	Object.assign(player, {
		qualitiesOf() {
			throw 'a listener';
		},
	});
	client.event('ended');
	advance(ASKED);
	await settle();
	await settle();
	process.off('unhandledRejection', onThrown);
	assert.equal([refreshes.length, thrown], [1, ['a listener']]);
	Object.assign(player, { qualitiesOf });
	advance(10_000);
	play();
	advance(31_000);
	fail(ERROR_PC_DISCONNECTED);
	advance(ASKED);
	assert.is(refreshes.length, 2);
});

it.run();
