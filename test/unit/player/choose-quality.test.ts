import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { QUALITY_POLICY } from '../../../src/player/core/policy.ts';
import { INTERVAL, lack, play, QUALITIES, steady, type Stretch, UNKNOWN_RATE } from '../../support/play-quality.ts';

const it = suite('quality');
const { tryPause, firstTryPause, soundTryPause, maxTryPause, tryTime, tryTimeout, maxSwitches, switchWindow } =
	QUALITY_POLICY;

const OUTAGE: Stretch = { seconds: 1, kbps: 0, fps: 0, madeUp: 1 };
const OUTAGES = Array.from({ length: 20 }, (_, i) => (i % 2 ? OUTAGE : steady(3)));
const BURSTS = [1000, 450, 1000, 450, 1000, 450].map((kbps) => lack(kbps, 1130, 0.5));

/** Times are seconds since the onset. */
const down: [what: string, after: number, until: number, Stretch[], to: number, Parameters<typeof play>[1]?][] = [
	['700 kbit/s of 1,130 arrive', 0, 1.5, [steady(20), lack(700, 1130)], 1],
	['1,000 kbit/s of 1,130 arrive', 1.5, 4, [steady(20), lack(1000, 1130)], 1],
	['700 kbit/s of 1,130 arrive in bursts, the last half second less', 0, 4, [steady(20), ...BURSTS], 1],
	['560 kbit/s of 1,130 arrive, which leaves 400 some room', 0, 4, [steady(20), lack(560, 1130)], 1],
	['480 kbit/s of 1,130 arrive, which leaves 400 too little room', 0, 4, [steady(20), lack(480, 1130)], 2],
	['300 kbit/s of 1,130 arrive, past what does not fit', 0, 1.5, [steady(20), lack(300, 1130)], 2],
	['300 kbit/s arrive between outages', 1.5, 8, [steady(9), OUTAGE, steady(10), lack(300, 1130, 8)], 2],
	['300 kbit/s arrive, but all of the frames', 1.5, 4, [steady(20), { ...lack(300, 1130), fps: 25 }], 2],
	['80 kbit/s of 1,130 arrive, to a picture first', 0, 4, [steady(20), lack(80, 1130)], 2],
	['the first seconds bring 700 kbit/s of 1,130', 0, 4, [lack(700, 1130)], 1],
	['the first seconds bring 80 kbit/s of 1,130, to a picture first', 0, 4, [lack(80, 1130)], 2],
	['700 kbit/s arrive, and the fitting one has failed', 0, 4, [steady(20), lack(700, 1130)], 2, { failed: [1] }],
	['a third of the packets is lost', 0, 4, [steady(20), { seconds: 4, lost: 0.33, madeUp: 0.33, fps: 5 }], 1],
	['an unknown rate is late from the start', 0, 4, [{ seconds: 5, kbps: 200, fps: 10, madeUp: 0.4 }], 1, UNKNOWN_RATE],
	['frames are missing, without sound', 0, 4, [steady(20), { seconds: 4, kbps: 700, fps: 10, lost: 0.05 }], 1],
	['the lowest picture comes late, to sound alone', 4, 7, [steady(20), lack(100, 130, 6)], 3, { index: 2 }],
	['a stream of unknown rate comes late', 4, 7, [steady(20), lack(200, 400, 6)], 1, UNKNOWN_RATE],
];
for (const [what, after, until, stretches, to, options] of down)
	it(`should step down after ${after} to ${until} s where ${what}`, () => {
		const [first = ''] = play(stretches, options).decisions;
		assert.match(first, new RegExp(` down ${to}$`));
		const seconds = Number.parseFloat(first) - (stretches.length > 1 ? 20 : 0);
		assert.ok(seconds > after && seconds <= until, first);
	});

const back = (stretch: Stretch): Stretch[] => [steady(20), { ...OUTAGE, seconds: 5 }, { ...stretch, returns: true }];
const LOSSY: Stretch = { seconds: 8, kbps: 700, lost: 0.2 };
for (const [what, stretch, to] of [
	['less comes, with loss', LOSSY, 2],
	['less comes, late', { ...LOSSY, lost: 0, madeUp: 0.2 }, 2],
	['as much comes, with loss and too few frames', { ...LOSSY, kbps: 1100, fps: 8 }, 2],
	['all comes', { seconds: 8 }, undefined],
	['a burst of the queue comes, with loss', { seconds: 2, kbps: 3000, lost: 0.2 }, undefined],
	['a quieter scene comes', { seconds: 8, kbps: 300, fps: 5 }, undefined],
	['less comes than the lowest picture needs', { ...LOSSY, seconds: 1.6, kbps: 60 }, undefined],
	['less comes, then nothing', { ...LOSSY, seconds: 0.8 }, undefined],
] as [string, Stretch, number | undefined][])
	it(`should ${to ? 'leave for the lowest picture' : 'stay'} after the first second of a return where ${what}`, () => {
		const { decisions } = play([...back(stretch), { ...OUTAGE, seconds: 1 }], { interval: 200 });
		const seconds = Number.parseFloat(decisions[0] ?? 'NaN') - 25;
		if (to) assert.ok(seconds > 1 && seconds < 1.5 && decisions[0]!.endsWith(` down ${to}`), decisions[0]);
		else assert.equal(decisions, []);
	});

for (const [what, index, pause] of [
	['the best, soon', 0, tryPause],
	['a lower one, late', 1, firstTryPause],
] as const)
	it(`should try a better one after a return that has left ${what}`, () => {
		const { decisions, memory } = play(back({ ...LOSSY, seconds: 1.6, kbps: 250 }), { index, interval: 200 });
		assert.ok(decisions[0]!.endsWith(' down 2'), decisions[0]);
		assert.is(memory.pause, pause);
	});

const stay: [what: string, stretches: Stretch[], options?: Parameters<typeof play>[1]][] = [
	['everything arrives', [steady(200)]],
	['nothing arrives for 5 s', [steady(20), { ...OUTAGE, seconds: 5 }, steady(20)]],
	[
		'too little arrives, then nothing, which may become an outage',
		[steady(20), lack(500, 1130, 0.4), { ...OUTAGE, seconds: 0.4 }],
		{ interval: 200 },
	],
	['nothing arrives for 1 s in each 4', [steady(10), ...OUTAGES]],
	['3 % are lost, and repaired', [steady(20), { seconds: 20, lost: 0.03, madeUp: 0.03 }]],
	['5 % are lost with sound, and frames', [steady(20), { seconds: 20, lost: 0.06, madeUp: 0.09, fps: 20 }]],
	['too little arrives for half a second', [steady(20), lack(700, 1130, 0.5), steady(20)]],
	['the lowest picture comes late for 3 s', [steady(20), lack(100, 130, 3), steady(9)], { index: 2 }],
	['the scene is quieter', [steady(20), { seconds: 20, kbps: 300 }]],
	['the scene has fewer frames', [steady(20), { seconds: 20, kbps: 300, fps: 5 }]],
	['the camera is turned off', [steady(20), { seconds: 20, kbps: 40, fps: 0, video: false }]],
	['the processor is too slow', [steady(20), { seconds: 20, fps: 10 }]],
	['the viewer has chosen', [steady(20), lack(300, 1130, 20)].map((stretch) => ({ ...stretch, idle: true }))],
	['sound alone is the only one left', [steady(20), lack(20, 40, 20)], { index: 3, failed: [0, 1, 2] }],
	['the viewer saves data, whatever the link carries', [steady(200)], { index: 1, savesData: true }],
	['there is one quality', [steady(20), lack(200, 400, 20)], { qualities: QUALITIES.slice(1, 2) }],
];
for (const [what, stretches, options] of stay)
	it(`should stay where ${what}`, () => assert.equal(play(stretches, options).decisions, []));

it('should tell a lack of rate from losses, for the jitter buffer', () => {
	assert.is(play([steady(20), lack(200, 400, 5)], { qualities: QUALITIES.slice(1, 2) }).memory.lackingSince > 0, true);
	assert.is(play([steady(20), { seconds: 5, lost: 0.06, madeUp: 0.09, fps: 20 }]).memory.lackingSince > 0, false);
});

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
		const { decisions, tryKbps } = play([...stretches, steady(20)], UNKNOWN_RATE);
		const [left, tried] = decisions.map((decision) => Number.parseFloat(decision));
		assert.equal(
			decisions.slice(0, 2).map((decision) => decision.replace(/^\S+ /, '')),
			['down 1', 'try 0'],
		);
		assert.is(tried! - left!, after(soundTryPause));
		assert.is(Math.round(tryKbps), kbps);
	});

it('should step down, and back from sound alone to a picture, for a viewer who saves data, too', () => {
	const options = { index: 2, savesData: true };
	const { decisions } = play([steady(20), lack(60, 130, 8), steady(60)], options);
	assert.match(decisions.join(), /^\S+ down 3,\S+ try 2,\S+ take$/);
});

it('should try the one past a better one that has failed', () => {
	const { decisions } = play([steady(after(firstTryPause))], { index: 2, failed: [1] });
	assert.equal(decisions, [`${after(firstTryPause)} try 0`]);
});

it('should judge what it has changed to by its own rate', () => {
	const { decisions } = play([steady(20), lack(700, 1130), { seconds: 20, madeUp: 0.09 }]);
	assert.match(decisions.join(), /^\S+ down 1$/);
});

for (const [what, during] of [
	['what plays suffers', { ...lack(200, 400, 30), trialKbps: 200 }],
	['nothing of it arrives', { seconds: 30, trialKbps: 0, trialFps: 0 }],
] as const)
	it(`should give a better one up where ${what}, and wait twice as long`, () => {
		const options = { index: 1, failed: [2, 3] };
		const { decisions, memory } = play([steady(after(firstTryPause)), during], options);
		assert.match(decisions.join(), /^\S+ try 0,\S+ giveUp$/);
		assert.ok(Number.parseFloat(decisions[1]!) - after(firstTryPause) <= (tryTimeout + 2 * INTERVAL) / 1000);
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
		const { decisions } = play([steady(after(firstTryPause)), { ...during, seconds: 1.5 }], { index: 2 });
		assert.match(decisions.join(), new RegExp(`^\\S+ try 1${then && `,\\S+ ${then}`}$`));
	});

for (const [what, before, expected] of [
	['what the measurement before it has disturbed', 1, /^\S+ try 1,\S+ take$/],
	['what is disturbed for longer, before any of it arrives', 3, /^\S+ try 1,\S+ giveUp/],
] as const)
	it(`should ${before > 1 ? '' : 'not '}give a better one up for ${what}`, () => {
		const disturbed = { seconds: before, kbps: 90, madeUp: 0.3, fps: 17, trialKbps: 0, trialFps: 0 };
		const { decisions } = play([steady(after(firstTryPause)), disturbed, { ...steady(6), trialKbps: 400 }], {
			index: 2,
		});
		assert.match(decisions.join(), expected);
	});

for (const [index, of, soon] of [
	[2, 130, true],
	[0, 1130, false],
] as const)
	it(`should ${soon ? 'soon' : 'later'} try ${of} kbit/s again that were never carried`, () => {
		const { decisions } = play([lack(of * 0.5, of, 9), steady(70)], { index });
		const [down, up] = decisions.map((decision) => Number.parseFloat(decision));
		assert.is(up! - down! < firstTryPause / 1000, soon, decisions.join());
	});

it('should wait no longer than the first pause for a picture in place of sound alone', () =>
	assert.is(play([{ seconds: 600, trialKbps: 0, trialFps: 0 }], { index: 3 }).memory.pause, firstTryPause));

it('should try a picture in place of sound alone, however often videos have changed', () => {
	const drop = (of: number) => ({ ...lack(of * 0.5, of, 6), trialKbps: 1130 });
	const { decisions } = play([steady(40), drop(1130), steady(14), drop(400), lack(20, 130, 9), steady(30)]);
	const sound = decisions.findIndex((decision) => / down 3$/.test(decision));
	assert.ok(sound > 1, decisions.join());
	assert.match(decisions[sound + 1]!, / try 2$/);
	assert.ok(Number.parseFloat(decisions[sound + 1]!) - Number.parseFloat(decisions[sound]!) < 15, decisions.join());
});

it('should not step down for what a failed try has left in the queue', () => {
	const options = { index: 1 };
	const { decisions } = play(
		[steady(after(firstTryPause)), { ...lack(200, 400, 3.5), trialKbps: 200 }, steady(9)],
		options,
	);
	assert.match(decisions.join(), /^\S+ try 0,\S+ giveUp$/);
});

for (const [what, seconds, begins] of [
	['half a second', 0.5, 'on'],
	['three seconds', 3, 'anew'],
] as const)
	it(`should time a lack ${begins} after ${what} without`, () => {
		const lacking = (time: number, roundTrip = 800): Stretch => ({ seconds: time, kbps: 1000, fps: 22, roundTrip });
		const whole = Number.parseFloat(play([steady(20), lacking(6)]).decisions[0]!);
		const begun = [steady(20), lacking(whole - 20.5), lacking(seconds, 200)];
		const [first = ''] = play([...begun, lacking(6)]).decisions;
		assert.is(Number.parseFloat(first) - whole - seconds < 0.5, begins === 'on', `${first}, ${whole}`);
	});

it('should soon go on to a better one after an outage, whose reason has passed', () => {
	const tried = (at: number) => {
		const { decisions } = play([steady(at), OUTAGE, steady(120)], { index: 1 });
		return Number.parseFloat(decisions[0]!);
	};
	assert.is(tried(10), after(firstTryPause));
	const since = tried(39) - 40;
	assert.ok(since > tryPause / 2000 && since <= tryPause / 2000 + 2.5, `${since}`);
});

it('should try again soon what was carried, and later what never was', () => {
	const next = (before: number) => {
		const { decisions } = play([steady(before), lack(1000, 1130, 4), steady(60)]);
		const [down, up] = decisions.map((decision) => Number.parseFloat(decision));
		return up! - down!;
	};
	assert.ok(next(40) <= (tryPause + 2 * INTERVAL) / 1000, `${next(40)}`);
	assert.ok(next(0) >= firstTryPause / 1000, `${next(0)}`);
});

it('should not wait longer for an outage during a try', () => {
	const outage = { seconds: 5, kbps: 0, fps: 0, madeUp: 1, trialKbps: 0, trialFps: 0 };
	const { decisions, memory } = play([steady(after(firstTryPause)), outage], { index: 1 });
	assert.match(decisions.join(), /^\S+ try 0,\S+ giveUp$/);
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
	const secondsTo = (decisions: string[], what: RegExp) =>
		Number.parseFloat(decisions.find((decision) => what.test(decision)) || 'never');
	const { decisions } = play([steady(40), drop, steady(120)]);
	assert.match(decisions.slice(0, 3).join(), /^\S+ down 2,\S+ try 1,\S+ take$/);
	assert.ok(secondsTo(decisions, /try 0/) - secondsTo(decisions, /take/) <= 60, `${decisions}`);
	const { decisions: inVain } = play([steady(40), drop, steady(26), { ...drop, share: 0.5 }, steady(100)]);
	assert.match(inVain.join(), /^\S+ down 2,\S+ try 1,\S+ take,\S+ down 2$/);
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
