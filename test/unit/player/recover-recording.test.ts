import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { INITIAL_RECOVERY, recoverRecording, type RecordingSeen } from '../../../src/player/rules/recover-recording.ts';

const it = suite('recovery of a recording');

type Change = [seconds: number, seen: Partial<RecordingSeen>];

/** Plays changes of what is seen, four looks a second, for so long. Returns what was done and first said, with the second of each. */
function play(seconds: number, changes: Change[]) {
	let memory = INITIAL_RECOVERY;
	const found: string[] = [];
	let last = '';
	let stoodAt = 0;
	for (let second = 0; second < seconds; second += 0.25) {
		const seen: RecordingSeen = {
			...{ now: second * 1000, random: 0.5, failure: '', standing: 0, silence: 0, moved: 60_000, offline: false },
			...{ hasLower: false, hasOther: false, refreshed: '', woken: false, hls: false, played: false },
		};
		for (const [from, change] of changes) if (second >= from) Object.assign(seen, change);
		// `standing: 1` begins to stand.
		stoodAt = seen.standing ? stoodAt || seen.now : 0;
		if (seen.standing) seen.standing = seen.now - stoodAt + 1;
		if (seen.silence) seen.silence = seen.standing;
		const { memory: next, act, said } = recoverRecording(memory, seen);
		memory = next;
		if (act !== 'none') found.push(`${second} ${act}`);
		if (said !== last) found.push(`${second} ${said || 'moves'}`);
		last = said;
	}
	return found;
}

const stand = (from: number, to: number): Change[] => [
	[from, { standing: 1 }],
	[to, { standing: 0 }],
];
const fails = (failure: RecordingSeen['failure'], over: Partial<RecordingSeen> = {}): Change => [
	1,
	{ failure, moved: 0, ...over },
];
const answered: Change = [2, { refreshed: 'answered' }];

const cases: [what: string, found: string[], expected: string[]][] = [
	['say nothing of a second of standing', play(9, stand(1, 2)), []],
	['say after 1.5 s that it waits', play(9, stand(1, 4)), ['2.5 buffering', '4 moves']],
	['say where the browser is offline', play(4, [[0, { offline: true }], ...stand(1, 9)]), ['2.5 offline']],
	[
		'say at the third stall that the link is too slow',
		play(20, [...stand(1, 3), ...stand(4, 6), ...stand(7, 9)]),
		[...['2.5 buffering', '3 moves', '5.5 buffering', '6 moves', '8.5 too-slow', '9 moves']],
	],
	[
		'not say so where a lower quality may come',
		play(9, [[0, { hasLower: true }], ...stand(1, 3), ...stand(4, 6), ...stand(7, 9)]).slice(-1),
		['8.5 buffering'],
	],
	[
		'not count loading as a stall',
		play(9, [[0, { moved: 0 }], ...stand(1, 3), ...stand(4, 6), ...stand(7, 9)]).slice(-1),
		['8.5 buffering'],
	],
	['load anew after 10 s of silence', play(11.5, [[0, { silence: 1 }], ...stand(1, 99)]), ['2.5 buffering', '11 load']],
	[
		'leave HLS the time of a segment',
		play(31.5, [[0, { silence: 1, hls: true }], ...stand(1, 99)]),
		['2.5 buffering', '31 load'],
	],
	['not while data arrive', play(30, stand(1, 99)), ['2.5 buffering']],
	[
		'ask for addresses, then load with growing pauses',
		play(12, [fails('network'), answered]),
		[
			...[
				'1 refresh',
				'1 buffering',
				'2 load',
				'2.25 unavailable',
				'2.75 load',
				'4 load',
				'6 load',
				'8 load',
				'10 load',
			],
		],
	],
	[
		'load although the API does not answer',
		play(2.5, [fails('media'), [2, { refreshed: 'failed' }]]),
		[...['1 refresh', '1 buffering', '2 load']],
	],
	[
		'ask the API again after a minute',
		play(80, [fails('media'), [2, { refreshed: 'failed' }]]).slice(-4),
		['23.75 load', '47 load', '70.25 refresh', '70.5 load'],
	],
	[
		'ask it again at once where the network is back',
		play(5, [fails('media'), [2, { refreshed: 'failed' }], [4.5, { woken: true }]]).slice(-2),
		['4.5 refresh', '4.75 load'],
	],
	[
		'go on for a minute with what has played, as its server may be back, and ask for its address again',
		play(91.2, [fails('media', { hasOther: true, played: true, standing: 1 }), answered]).slice(-5),
		['23.75 load', '47 load', '70.25 refresh', '70.5 load', '91 skip'],
	],
	['wait for the answer', play(9, [fails('network')]), ['1 refresh', '1 buffering']],
	[
		'wait while offline, and go on at once',
		play(9, [fails('network', { offline: true }), answered, [5, { offline: false }]]),
		[...['1 offline', '5 refresh', '5 buffering', '5.25 load', '5.5 unavailable', '6 load', '7.25 load']],
	],
	[
		'end where a fresh address cannot be decoded',
		play(4, [fails('media'), answered]),
		[
			...[
				'1 refresh',
				'1 buffering',
				'2 load',
				'2.25 fail',
				'2.5 fail',
				'2.75 fail',
				'3 fail',
				'3.25 fail',
				'3.5 fail',
				'3.75 fail',
			],
		],
	],
	[
		'play another quality instead',
		play(2.5, [fails('media', { hasOther: true }), answered]),
		[...['1 refresh', '1 buffering', '2 load', '2.25 skip']],
	],
	[
		'begin anew after it has moved',
		play(11, [fails('network'), answered, [3, { failure: '', moved: 9000 }], [9, fails('network')[1]]]),
		[
			...[
				'1 refresh',
				'1 buffering',
				'2 load',
				'2.25 unavailable',
				'2.75 load',
				'3 moves',
				'9 refresh',
				'9 buffering',
				'9.25 load',
				'9.5 unavailable',
				'10 load',
			],
		],
	],
];
for (const [what, found, expected] of cases) it(`should ${what}`, () => assert.equal(found, expected));

it('should make ten requests a minute at most', () => {
	const found = play(300, [fails('network'), answered, [0, { woken: true }]]);
	const times = found.filter((line) => /load|refresh/.test(line)).map(parseFloat);
	assert.ok(times.length > 40);
	for (const from of times) assert.ok(times.filter((at) => at >= from && at < from + 60).length <= 10);
});

it.run();
