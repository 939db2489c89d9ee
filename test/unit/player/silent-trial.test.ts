import { suite } from 'uvu';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import { STREAM } from '../../support/player.ts';
import { load, NOW, playing, refreshWithin, rulesOf, waiting } from '../../support/player-rules.ts';
import { POLICY } from '../../support/policy.ts';
import { dropTrial, lost, sd, silent, source, tries } from '../../support/trials.ts';

const { deadTimeout, fullQueue, maxRefreshDelay, maxSilence, playTimeout, roundTripFactor } = POLICY;
const it = suite('player: connections beside a silent one');
const should = rulesOf(it);

for (const [what, from, roundTrip, address, quality] of [
	['the next lower one after a full queue', {}, fullQueue, `${STREAM}_sd`, 1],
	['the same one after a shorter queue', {}, fullQueue - 1, STREAM, 0],
	['the one that the viewer has chosen', { picked: 'HD' }, fullQueue, STREAM, 0],
	['no sound alone', { quality: 1 }, fullQueue, `${STREAM}_sd`, 1],
] as const)
	should(`connect beside a silent connection to ${what}`, {
		from: { ...sd, quality: 0, ...from, status: 'stalled' },
		at: { silence: maxSilence, dark: deadTimeout, roundTrip },
		to: { trial: { quality, why: 'silent', since: NOW } },
		commands: [
			tries(address, true, 2 * playTimeout + POLICY.latencyFactor * roundTrip),
			refreshWithin(maxRefreshDelay - maxSilence),
		],
	});
should('wait longer on a slow link', {
	from: { ...sd, status: 'stalled' },
	at: { silence: deadTimeout + roundTripFactor * 1000 - 1, dark: deadTimeout, roundTrip: 1000 },
});
should('go on waiting for either of two silent ones', { from: silent, at: { silence: 60_000, dark: 60_000 } });
for (const [what, isHeldUp, from, at] of [
	['brings less than twice the lowest video after a long silence', true, {}, {}],
	['brings as much as that', false, {}, { kbps: 800 }],
	['was silent for a moment', false, {}, { gap: 9_999 }],
	['has only begun', false, {}, { resumed: 999 }],
	['has a trial that is not of the lowest video', false, { trial: { ...silent.trial!, quality: 0 } }, {}],
] as const)
	should(`${isHeldUp ? 'end' : 'keep'} what comes back beside a trial where it ${what}`, {
		from: { ...silent, status: 'playing', ...from },
		at: { resumed: 1000, gap: 10_000, kbps: 799, ...at },
		to: isHeldUp ? { trial: { ...silent.trial!, alone: true } } : {},
		commands: isHeldUp ? [{ type: 'unload', keep: true }] : [],
	});
should('reconnect where no new one can be made', {
	from: silent,
	event: lost,
	to: { status: 'reconnecting', reason: lost.reason, trial: null, failures: 1 },
	commands: [refreshWithin(maxRefreshDelay), dropTrial],
});
should('not wait for the old one that is lost meanwhile', {
	from: silent,
	event: { type: 'failed', reason: ErrorCode.ERROR_PC_DISCONNECTED },
});
should('show that the broadcast is over while it is silent', {
	from: silent,
	event: { type: 'refreshed', live: { ...source, status: 2 } },
	to: { status: 'ended', trial: null },
	commands: [{ type: 'unload' }, dropTrial],
});
should('go on with the trial where a refreshed broadcast has the same qualities', {
	from: silent,
	event: { type: 'refreshed', live: { ...source } },
	to: { quality: 1, trial: silent.trial! },
});
for (const [what, qualities, quality] of [
	['begins with another one', source.qualities.slice(1), 0],
	['is shorter', [{ name: 'SD', kbps: 400, address: `${STREAM}_sd@subaudio=no` }], 0],
] as const)
	should(`end a trial of a list that ${what} now`, {
		from: { ...silent, trial: { ...silent.trial!, quality: 2 } },
		event: { type: 'refreshed', live: { ...source, qualities: [...qualities] } },
		to: { quality, trial: null },
		commands: [dropTrial],
	});
const listed = (...rates: (readonly [name: string, kbps: number])[]) => ({
	...source,
	qualities: rates.map(([name, kbps], i) => ({ name, kbps, address: `${STREAM}_${i}@subaudio=no` })),
});
const three = listed(['A', 1130], ['B', 400], ['C', 130]);
for (const [what, live, quality] of [
	['by its name', listed(['A', 1130], ['D', 350], ['B', 300]), 2],
	['by the nearest lower rate', listed(['A', 1130], ['D', 500], ['C', 130], ['E', 60]), 2],
	['as the lowest', listed(['A', 1130], ['D', 500]), 1],
] as const)
	should(`find what plays ${what} in a list that has changed`, {
		from: { ...playing, source: three, quality: 1 },
		event: { type: 'refreshed', live },
		to: { quality, status: 'playing' },
	});
should('forget what it has told of a quality when the viewer retries', {
	from: { ...waiting, source, announced: 'lower' },
	event: { type: 'retry' },
	to: { status: 'connecting', announced: '' },
	commands: [load()],
});

it.run();
