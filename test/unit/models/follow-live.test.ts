import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defaults } from '../../../src/config.ts';
import type { Live } from '../../../src/models/page-model.ts';
import { POLICY } from '../../support/policy.ts';
import { INITIAL_STATE } from '../../../src/player/core/state.ts';
import { live } from '../../support/fake-app.ts';
import { flush, pass, started, withFakeApps } from '../../support/running-app.ts';

const it = suite('live polling');
const { livePollInterval, liveRefreshInterval } = defaults;

withFakeApps(it);

const REPLAY = { status: 3, playbackUrl: 'https://example.com/r.mp4' };

/** An app that shows a live; `answer` sets those to polls, `shown` has the statuses the player was given since. */
async function following(fields: Partial<Live>, config = defaults) {
	const { setLive, ...fake } = await started(fields, { saveData: true, config });
	const answer = (next: Partial<Live>) => setLive(async () => live(next));
	const { calls } = fake;
	answer(fields);
	fake.firstFrame.resolve();
	await flush();
	return {
		...fake,
		answer,
		requests: () => calls('fetchLive').length,
		shown: () =>
			calls('show')
				.slice(1)
				.map(([, status]) => status),
		/** The next poll has this answer. */
		async become(next: Partial<Live>) {
			answer(next);
			await pass(fields.status ? liveRefreshInterval : livePollInterval);
		},
	};
}

const LONG = 'a'.repeat(5_000_000);

/** Requests for the live in five minutes, by its state. */
const rates: [string, Partial<Live>, number][] = [
	['that has not begun', { status: 0 }, 15],
	['that is on', { status: 1 }, 5],
	['that is on, with any other status', { status: 7 }, 5],
	['that has ended without a replay', { status: 2 }, 5],
	['that has ended with a replay', { ...REPLAY, status: 2 }, 0],
	['that is a replay', REPLAY, 0],
	['that is a replay without an address', { status: 3 }, 15],
	['of 5 kB that has not begun', { status: 0, description: LONG.slice(0, 5000) }, 15],
	['of 5 MB that has not begun', { status: 0, description: LONG }, 4],
	['of 40 kB that is on', { status: 1, description: LONG.slice(0, 40_000) }, 5],
	['of 200 kB that is on', { status: 1, description: LONG.slice(0, 200_000) }, 1],
	['of 5 MB that is on', { status: 1, description: LONG }, 0],
];
for (const [what, fields, count] of rates)
	it(`should request a broadcast ${what} ${count} times in five minutes`, async () => {
		const { requests } = await following(fields);
		for (let second = 0; second < 300; second++) await pass(1000);
		assert.is(requests(), count);
	});

it('should follow viewer count and title, and leave the player alone', async () => {
	const { page, shown, become } = await following({ status: 1, peopleCount: 5, title: '旧' });
	await become({ status: 1, peopleCount: 6, title: '新' });
	const { data } = page.live.state.value;
	assert.equal([data!.peopleCount, data!.title, shown()], [6, '新', []]);
});

const OWN_LIMIT = { ...defaults, player: { maxRefreshDelay: 700 } };
for (const [viewers, longest, config = defaults] of [
	[0, POLICY.maxRefreshDelay],
	[1, 220],
	[1000, 2200],
	[125_000, 11_000],
	[1_000_000, 22_000],
	[50_000_000, 22_000],
	['12.5万+', 11_000],
	['100w+', 22_000],
	['超1000', POLICY.maxRefreshDelay],
	[1000, POLICY.maxRefreshDelay, OWN_LIMIT],
] as [viewers: string | number, longest: number, config?: typeof defaults][])
	it(`should let ${viewers} viewers ask within ${longest} ms whether a stream is over${config === OWN_LIMIT ? ', where that is set' : ''}`, async () => {
		const { player, become } = await following({ status: 1 }, config);
		await become({ status: 1, peopleCount: viewers });
		assert.ok(Math.abs(player.policy.maxRefreshDelay! - longest) < 1e-6, `${player.policy.maxRefreshDelay}`);
	});

/** The live that the player gets when the status changes; null for none. */
const changes: [from: number, to: number, shown: number | null][] = [
	[0, 1, 1],
	[0, 3, 3],
	[0, 2, 2],
	[1, 1, null],
	[1, 4, null],
	[1, 0, 0],
	[1, 2, 2],
	// Ended; its replay is offered.
	[1, 3, 2],
	[2, 3, null],
	[2, 1, 1],
];
for (const [from, to, status] of changes)
	it(`should give the player ${status ?? 'nothing'} when the status changes from ${from} to ${to}`, async () => {
		const { page, shown, become } = await following({ status: from });
		await become({ status: to });
		assert.equal(shown(), status === null ? [] : [status]);
		assert.is(page.live.state.value.data!.status, to);
	});

const COVER = 'https://example.com/a.jpg';
for (const [status, poster, shown] of [
	[0, COVER, []],
	[0, `${COVER}?Expires=2&Signature=b`, []],
	[0, `${COVER}?q-sign-time=2;3&q-signature=b`, []],
	[0, 'https://example.com/b.jpg', [0]],
	[0, '', [0]],
	[1, 'https://example.com/b.jpg', []],
] as const)
	it(`should ${shown.length ? '' : 'not '}show a broadcast of status ${status} anew whose cover becomes ${poster || 'none'}`, async () => {
		const { shown: seen, become } = await following({ status, poster: COVER });
		await become({ status, poster });
		assert.equal(seen(), shown);
	});

for (const failed of [true, false])
	it(`should ${failed ? '' : 'not '}tell the player what it knows of a broadcast that ${failed ? 'has failed' : 'plays'}`, async () => {
		const { player, calls, shown, become } = await following({ status: 1, originRts: '' });
		player.state = { ...player.state, status: failed ? 'failed' : 'playing' };
		const next = { status: 1, originRts: 'artc://example.com/live/1' };
		await become(next);
		const told = [['dispatch', { type: 'refreshed', live: live(next), qualities: [] }]];
		assert.equal([calls('dispatch'), shown()], [failed ? told : [], []]);
	});

it('should request a live of any size as often as others once its stream has failed', async () => {
	const { player, requests } = await following({ status: 1, description: LONG.slice(0, 200_000) });
	player.state = { ...player.state, status: 'failed' };
	await pass(300_000);
	assert.is(requests(), 1);
	for (let second = 0; second < 240; second++) await pass(1000);
	assert.is(requests(), 5);
});

it('should leave the question to the player while it reconnects, and go on where it plays or shows nothing', async () => {
	const { player, requests, shown } = await following({ status: 1 });
	for (const [state, count] of [
		[{ ...player.state, status: 'reconnecting' }, 0],
		[{ ...player.state, status: 'playing' }, 1],
		[INITIAL_STATE, 2],
	] as const) {
		player.state = state;
		await pass(liveRefreshInterval);
		assert.equal([requests(), shown()], [count, []]);
	}
});

it('should end a broadcast and not begin its replay when the player asks for it anew, and ask no more', async () => {
	const { page, player, answer, requests } = await following({ status: 1 });
	answer(REPLAY);
	assert.is((await player.refresh()).status, 2);
	assert.is(page.live.state.value.data!.status, 3);
	await pass(liveRefreshInterval);
	assert.is(requests(), 1);
});

it('should begin the replay that its visitor waits for', async () => {
	const { player, answer, shown } = await following({ status: 3 });
	Object.assign(player.state, { source: live({ status: 3 }) });
	await pass(livePollInterval);
	assert.equal(shown(), []);
	answer(REPLAY);
	await pass(livePollInterval);
	assert.equal(shown(), [3]);
});

it('should begin the replay on a click', async () => {
	const { page, shown } = await following({ status: 2 });
	page.actions.watchReplay();
	assert.equal(shown(), [3]);
});

it('should follow nothing after the app has stopped', async () => {
	const { app, page, player, requests } = await following({ status: 0 });
	app.stop();
	await pass(10 * livePollInterval);
	assert.is(requests(), 0);
	await page.live.load(async () => live({ peopleCount: 1000 }));
	assert.is(player.policy.maxRefreshDelay, POLICY.maxRefreshDelay);
});

it.run();
