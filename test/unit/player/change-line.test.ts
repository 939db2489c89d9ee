import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { changeLine } from '../../../src/player/report/change-line.ts';
import { seenWith } from '../../support/player-rules.ts';

const it = suite('change line');

const QUALITIES = ['高清', '标清', '声音'].map((name) => ({ name }));
const at = (now: number, packets: number, lost: number) => ({
	now,
	totals: { bytes: 0, videoBytes: 0, packets, lost },
});
const STATE = {
	status: 'playing',
	source: { status: 1 },
	qualities: QUALITIES,
	quality: 0,
	picked: '',
	trial: null,
	reason: '',
	choice: { samples: [at(0, 0, 0), at(1000, 96, 4)] },
};
const trial = (quality: number, why: string, alone?: boolean) => ({ quality, why, since: 1, alone });

for (const [what, before, after, line] of [
	['a lower one begins beside what plays', {}, { trial: trial(1, 'lower') }, 'lower: 高清 to 标清'],
	['a silent connection is replaced by a lower one', {}, { trial: trial(1, 'silent') }, 'silent: 高清 to 标清'],
	['nothing changes', {}, {}, ''],
	['a silent connection is replaced by its like', {}, { trial: trial(0, 'silent') }, ''],
	['it was said as it began', { trial: trial(1, 'lower') }, { quality: 1 }, ''],
	['the old one ends meanwhile', { trial: trial(1, 'lower') }, { trial: trial(1, 'lower', true) }, ''],
	['a better one is tried', { quality: 1 }, { quality: 1, trial: trial(0, 'better') }, ''],
	['a better one takes over', { quality: 1, trial: trial(0, 'better') }, { quality: 0 }, 'better: 标清 to 高清'],
	['a failure leaves one out', {}, { quality: 1, status: 'reconnecting', reason: 'timeout' }, 'timeout: 高清 to 标清'],
	['the viewer picks one', {}, { quality: 1, picked: '标清' }, ''],
	['the list is another', {}, { quality: 1, qualities: [...QUALITIES] }, ''],
	['a replay has its own line', {}, { quality: 1, source: { status: 3 }, status: 'replay' }, ''],
] as const)
	it(`should ${line ? 'say why' : 'be empty'} where ${what}`, () => {
		const draft = { next: { ...STATE, ...after }, seen: seenWith({ kbps: 312, silence: 1250 }) };
		const said = changeLine({ ...STATE, ...before } as never, draft as never);
		assert.is(said, line && `broadcast: 312 kbit/s, 4 % lost, 1.3 s silent, ${line}`);
	});

it.run();
