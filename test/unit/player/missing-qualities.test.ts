import { suite } from 'uvu';
import type { PlayerState } from '../../../src/player/core/state.ts';
import { ErrorCode, rtsError } from '../../../src/rts/play/errors.ts';
import { live, STREAM } from '../../support/player.ts';
import { load, refreshWithin, rulesOf, waiting } from '../../support/player-rules.ts';
import { POLICY } from '../../support/policy.ts';
import { missing, sd, source } from '../../support/trials.ts';

const { maxRefreshDelay } = POLICY;
const it = suite('player: missing qualities');
const should = rulesOf(it);

const failure = (reason: ErrorCode, message: string) =>
	({ type: 'failed', reason, error: rtsError(reason, message) }) as const;
const attempt: Partial<PlayerState> = { ...waiting, source, attempting: true };
should('stay with a quality that is missing once', {
	from: { ...attempt, failures: 0 },
	event: failure(missing.errorCode, 'status 404'),
	to: { quality: 0, failedQualities: [] },
	commands: [refreshWithin(maxRefreshDelay)],
});
for (const event of [failure(missing.errorCode, 'status 404'), failure(ErrorCode.ERROR_PLAY_FAILED, 'play failed')])
	should(`go on with the next where it is missing again: ${event.error.message}`, {
		from: attempt,
		event,
		to: { status: 'reconnecting', quality: 1, failedQualities: ['HD'] },
	});
const three = live({ qualities: [...source.qualities, { name: 'LD', kbps: 130, address: `${STREAM}_ld` }] });
for (const [what, from, quality, failedQualities] of [
	['the next lower one', { quality: 1 }, 2, ['SD']],
	['the best where the lower ones are missing', { quality: 2, failedQualities: ['SD'] }, 0, ['SD', 'LD']],
	['the first again where all are missing', { quality: 0, failedQualities: ['SD', 'LD'] }, 0, []],
] as const)
	should(`go on with ${what}`, {
		from: { ...attempt, source: three, ...from },
		event: failure(missing.errorCode, 'status 404'),
		to: { quality, failedQualities },
	});
for (const [what, message, from] of [
	['stay with it where the server is out of order', 'status 503', {}],
	['stay with it where the server does not answer', 'timeout', {}],
	['stay with it where only sound alone is left', 'status 404', { source: live() }],
	['stay with it where the viewer has picked it', 'status 404', { picked: 'HD' }],
	['go back to it where the next is missing, too', 'status 404', { failures: 3, quality: 1, failedQualities: ['HD'] }],
] as const)
	should(what, {
		from: { ...attempt, ...from },
		event: failure(missing.errorCode, message),
		to: { quality: 0, failedQualities: [] },
	});
for (const [what, picked, failedQualities] of [
	['has failed', 'SD', ['SD']],
	['this broadcast does not have', 'Old', []],
] as const)
	should(`leave the choice to the link where the viewer has picked what ${what}`, {
		from: { ...sd, quality: 0, picked, failedQualities },
		event: { type: 'check' },
		to: { quality: 0, picked: '' },
	});
should('keep what the viewer has picked while nothing else has failed', {
	from: { ...sd, picked: 'SD', failedQualities: ['HD'] },
	event: { type: 'check' },
	to: { picked: 'SD' },
});
should('keep what the viewer has picked before the broadcast is known', {
	from: { status: 'idle', picked: 'SD' },
	event: { type: 'check' },
	to: { picked: 'SD' },
});
for (const [what, picked, kept] of [
	['keep what the viewer has picked', 'SD', 'SD'],
	['choose by itself where the viewer has picked what only another broadcast has', '4K', ''],
] as const)
	should(what, {
		from: { picked },
		event: { type: 'live', live: source, quality: 1 },
		to: { quality: 1, picked: kept },
		commands: [load(`${STREAM}_sd`)],
	});
should('try all of them again once the broadcast is shown anew', {
	from: { ...sd, failedQualities: ['HD'] },
	event: { type: 'retry' },
	to: { failedQualities: [] },
	commands: [load(`${STREAM}_sd`)],
});

it.run();
