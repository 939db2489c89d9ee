import type { Live } from '../api/live.ts';
import { createRules, type Result } from './finding.ts';
import type { ReplayFacts } from './look-at-replay.ts';
import type { StreamFacts } from './play-stream.ts';

/** Says what a live's status has kept from being looked at. */
export function judgeStatus(live: Live | undefined, streams: StreamFacts[], replay: ReplayFacts[]): Result[] {
	const { results, note } = createRules('stream');
	const others = 'Check again with it on (status 1) and the encoder pushing, and with the id of a replay (status 3).';
	if (!live) return results;
	if (live.status === 0)
		note('not-begun', [
			`The live has not begun (status 0)${streams.length ? ': what its stream lacks now may come with the encoder' : ', and names no stream, so none was looked at'}.`,
			others,
		]);
	if (live.status === 2 && !replay.length)
		note('over', [
			'The live is over (status 2), and names no replay, so neither stream nor replay was looked at.',
			others,
		]);
	return results;
}

/** Faults as notes, where nothing is on yet. */
export const asNotes = (results: Result[]): Result[] =>
	results.map((result) => (result.level === 'fault' ? { ...result, level: 'note' } : result));
