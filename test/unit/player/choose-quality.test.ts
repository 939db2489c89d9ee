import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LIVE_POLICY } from '../../../src/player/core/policy.ts';
import { lack, OUTAGE, play, QUALITIES, steady, type Stretch, UNKNOWN_RATE } from '../../support/play-quality.ts';

const it = suite('quality');
const { tryPause, firstTryPause } = LIVE_POLICY;

const OUTAGES = Array.from({ length: 20 }, (_, i) => (i % 2 ? OUTAGE : steady(3)));
const BURSTS = [1000, 450, 1000, 450, 1000, 450].map((kbps) => lack(kbps, 1130, 0.5));

/** Of HTTP: nothing is lost, and all frames are there for a while. */
const LATE: Stretch = { seconds: 8, fps: 25, lag: 500 };

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
	['by HTTP 300 kbit/s of 1,130 come, late', 1.5, 4, [steady(20), { ...LATE, kbps: 300 }], 2],
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
	['by HTTP a quieter scene comes a little late', [steady(20), { ...LATE, kbps: 300, lag: 400 }]],
	['by HTTP all comes, but late, as from an encoder that has stood', [steady(20), LATE]],
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

it('should go on where a new answer lacks what played', () => {
	const { decisions } = play([steady(5), { seconds: 5, listed: QUALITIES.slice(0, 1) }], { index: 2 });
	assert.equal(decisions, []);
});

it.run();
