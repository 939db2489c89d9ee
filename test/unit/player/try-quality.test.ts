/** When a better quality is tried, and taken or given up; changes over a longer time. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LIVE_POLICY } from '../../../src/player/core/policy.ts';
import { INTERVAL, lack, OUTAGE, play, steady, type Stretch, UNKNOWN_RATE } from '../../support/play-quality.ts';

const it = suite('quality, tries');
const { tryPause, firstTryPause, soundTryPause, maxTryPause, tryTime, tryTimeout, maxSwitches, switchWindow } =
	LIVE_POLICY;

/** The seconds from the first sample to a decision that follows a pause. */
const after = (pause: number) => (INTERVAL + pause) / 1000;

it('should try the next better one after a long pause where the first was not the best, and take it while both arrive', () => {
	const at = after(firstTryPause);
	const taken = at + (INTERVAL + tryTime) / 1000;
	assert.equal(play([steady(taken)], { index: 2 }).decisions, [`${at} try 1`, `${taken} take`]);
});

for (const [what, stretches, kbps] of [
	['what arrived of it', [lack(200, 400, 5)], 200],
	['what was sent of it', [{ seconds: 5, kbps: 200, fps: 2, lost: 0.5, madeUp: 0.4 }], 400],
	['what it needed before', [steady(20), lack(200, 400, 6)], 400],
] as const)
	it(`should soon try a stream of unknown rate again, where the link has more than ${what}`, () => {
		const { kinds, times, tryKbps } = play([...stretches, steady(20)], UNKNOWN_RATE);
		assert.match(kinds, /^down 1,try 0/);
		assert.is(times[1]! - times[0]!, after(soundTryPause));
		assert.is(Math.round(tryKbps), kbps);
	});

it('should step down, and back from sound alone to a picture, for a viewer who saves data, too', () => {
	const options = { index: 2, savesData: true };
	assert.is(play([steady(20), lack(60, 130, 8), steady(60)], options).kinds, 'down 3,try 2,take');
});

it('should try the one past a better one that has failed', () => {
	const { decisions } = play([steady(after(firstTryPause))], { index: 2, failed: [1] });
	assert.equal(decisions, [`${after(firstTryPause)} try 0`]);
});

it('should judge what it has changed to by its own rate', () => {
	assert.is(play([steady(20), lack(700, 1130), { seconds: 20, madeUp: 0.09 }]).kinds, 'down 1');
});

for (const [what, during] of [
	['what plays suffers', { ...lack(200, 400, 30), trialKbps: 200 }],
	['nothing of it arrives', { seconds: 30, trialKbps: 0, trialFps: 0 }],
] as const)
	it(`should give a better one up where ${what}, and wait twice as long`, () => {
		const options = { index: 1, failed: [2, 3] };
		const { kinds, times, memory } = play([steady(after(firstTryPause)), during], options);
		assert.is(kinds, 'try 0,giveUp');
		assert.ok(times[1]! - after(firstTryPause) <= (tryTimeout + 2 * INTERVAL) / 1000);
		assert.is(memory.pause, 2 * firstTryPause);
	});

/** What fills the link beside a trial: what plays suffers. */
const full = (current: number, trialKbps: number, seconds: number, trialFps = 25): Stretch => ({
	...lack(current, 130, seconds),
	trialKbps,
	trialFps,
});
for (const [what, during, then] of [
	['take a better one that fills the link, where that brings what it needs', full(60, 640, 3), 'take'],
	['give up a better one that fills the link, where that brings less', full(40, 260, 3), 'giveUp'],
	['wait for a frame of a better one that fills the link', full(60, 640, 3, 0), ''],
] as const)
	it(`should ${what}`, () => {
		const { kinds } = play([steady(after(firstTryPause)), { ...during, seconds: 1.5 }], { index: 2 });
		assert.is(kinds, `try 1${then && `,${then}`}`);
	});

for (const [what, before, expected] of [
	['what the measurement before it has disturbed', 1, /^try 1,take$/],
	['what is disturbed for longer, before any of it arrives', 3, /^try 1,giveUp/],
] as const)
	it(`should ${before > 1 ? '' : 'not '}give a better one up for ${what}`, () => {
		const disturbed = { seconds: before, kbps: 90, madeUp: 0.3, fps: 17, trialKbps: 0, trialFps: 0 };
		const stretches = [steady(after(firstTryPause)), disturbed, { ...steady(6), trialKbps: 400 }];
		assert.match(play(stretches, { index: 2 }).kinds, expected);
	});

for (const [index, of, soon] of [
	[2, 130, true],
	[0, 1130, false],
] as const)
	it(`should ${soon ? 'soon' : 'later'} try ${of} kbit/s again that were never carried`, () => {
		const [down, up] = play([lack(of * 0.5, of, 9), steady(70)], { index }).times;
		assert.is(up! - down! < firstTryPause / 1000, soon, `${down}, ${up}`);
	});

it('should wait no longer than the first pause for a picture in place of sound alone', () =>
	assert.is(play([{ seconds: 600, trialKbps: 0, trialFps: 0 }], { index: 3 }).memory.pause, firstTryPause));

it('should try a picture in place of sound alone, however often videos have changed', () => {
	const drop = (of: number) => ({ ...lack(of * 0.5, of, 6), trialKbps: 1130 });
	const { decisions, times } = play([steady(40), drop(1130), steady(14), drop(400), lack(20, 130, 9), steady(30)]);
	const sound = decisions.findIndex((decision) => / down 3$/.test(decision));
	assert.ok(sound > 1, decisions.join());
	assert.match(decisions[sound + 1]!, / try 2$/);
	assert.ok(times[sound + 1]! - times[sound]! < 15, decisions.join());
});

it('should not step down for what a failed try has left in the queue', () => {
	const stretches = [steady(after(firstTryPause)), { ...lack(200, 400, 3.5), trialKbps: 200 }, steady(9)];
	assert.is(play(stretches, { index: 1 }).kinds, 'try 0,giveUp');
});

for (const [what, seconds, begins] of [
	['half a second', 0.5, 'on'],
	['three seconds', 3, 'anew'],
] as const)
	it(`should time a lack ${begins} after ${what} without`, () => {
		const lacking = (time: number, roundTrip = 800): Stretch => ({ seconds: time, kbps: 1000, fps: 22, roundTrip });
		const [whole = NaN] = play([steady(20), lacking(6)]).times;
		const begun = [steady(20), lacking(whole - 20.5), lacking(seconds, 200)];
		const [first = NaN] = play([...begun, lacking(6)]).times;
		assert.is(first - whole - seconds < 0.5, begins === 'on', `${first}, ${whole}`);
	});

it('should soon go on to a better one after an outage, whose reason has passed', () => {
	const tried = (at: number) => play([steady(at), OUTAGE, steady(120)], { index: 1 }).times[0]!;
	assert.is(tried(10), after(firstTryPause));
	const since = tried(39) - 40;
	assert.ok(since > tryPause / 2000 && since <= tryPause / 2000 + 2.5, `${since}`);
});

it('should try again soon what was carried, and later what never was', () => {
	const next = (before: number) => {
		const [down, up] = play([steady(before), lack(1000, 1130, 4), steady(60)]).times;
		return up! - down!;
	};
	assert.ok(next(40) <= (tryPause + 2 * INTERVAL) / 1000, `${next(40)}`);
	assert.ok(next(0) >= firstTryPause / 1000, `${next(0)}`);
});

it('should not wait longer for an outage during a try', () => {
	const outage = { ...OUTAGE, seconds: 5, trialKbps: 0, trialFps: 0 };
	const { kinds, memory } = play([steady(after(firstTryPause)), outage], { index: 1 });
	assert.is(kinds, 'try 0,giveUp');
	assert.is(memory.pause, firstTryPause);
});

it('should try ever more rarely, up to the longest pause', () => {
	for (const times of [1, 4]) {
		const stretches = Array<Stretch>(times).fill({ seconds: 330, trialKbps: 0, trialFps: 0 });
		assert.is(play(stretches, { index: 1, failed: [2, 3] }).memory.pause, maxTryPause);
	}
});

it('should try the best within a minute of two switches, unless a try was in vain', () => {
	const drop = { seconds: 4, share: 0.3, fps: 7, madeUp: 0.7 };
	const { kinds, decisions, times } = play([steady(40), drop, steady(120)]);
	assert.match(kinds, /^down 2,try 1,take/);
	assert.ok(times[decisions.findIndex((one) => / try 0/.test(one))]! - times[2]! <= 60, `${decisions}`);
	const inVain = play([steady(40), drop, steady(26), { ...drop, share: 0.5 }, steady(100)]);
	assert.is(inVain.kinds, 'down 2,try 1,take,down 2');
});

/** Indices of sound alone, and of the video above it. */
const [SOUND, LOWEST_VIDEO] = ['3', '2'];

it('should change between videos at most so often, and to sound alone and back as the link allows', () => {
	const stretches: Stretch[] = [];
	for (let i = 0; i < 40; i++)
		stretches.push({ ...steady(36), trialKbps: 1130 }, { seconds: 7, share: 0.6, fps: 15, madeUp: 0.4 });
	const times: number[] = [];
	let returns = 0;
	let tried = '';
	for (const decision of play(stretches).decisions) {
		const [, time, what, index] = /^([\d.]+)\D* (down|try|take|giveUp) ?(\d*)$/.exec(decision)!;
		if (what === 'try') tried = index!;
		if (what === 'take' && tried === LOWEST_VIDEO) returns++;
		else if (what === 'take' || (what === 'down' && index !== SOUND)) times.push(Number(time) * 1000);
	}
	assert.ok(times.length >= maxSwitches && returns > 1, `${times.length} changes, ${returns} returns`);
	// Only its end tells that a try was in vain.
	const most = maxSwitches + 1;
	for (const time of times)
		assert.ok(times.filter((other) => other >= time && other < time + switchWindow).length <= most, `${times}`);
});

it.run();
