import { isLive } from '../player/core/source.ts';
import type { Deployment } from './deployment.ts';
import type { Result } from './finding.ts';
import { judgeStreams } from './judge-stream.ts';
import { lookAtFallback, lookAtStreams } from './look-at-stream.ts';

/** Judges a live's stream in all its qualities; says what its status has kept from being looked at. */
export async function checkStreams(deployment: Deployment, hasReplay: boolean): Promise<void> {
	const { live, page } = deployment;
	const { results, note } = deployment.rules.stream;
	const hasStream = live.status !== 3 && !!(live.originRts || live.qualities[0]);
	const others = 'Check again with it on (status 1) and the encoder pushing, and with the id of a replay (status 3).';
	if (live.status === 0)
		note('not-begun', [
			`The live has not begun (status 0)${hasStream ? ': what its stream lacks now may come with the encoder' : ', and names no stream, so none was looked at'}.`,
			others,
		]);
	if (live.status === 2 && !hasReplay)
		note('over', [
			'The live is over (status 2), and names no replay, so neither stream nor replay was looked at.',
			others,
		]);
	if (!hasStream) return;
	const [streams, fallback] = await Promise.all([lookAtStreams(deployment), lookAtFallback(deployment)]);
	const found = judgeStreams(streams, page, fallback);
	results.push(...(isLive(live.status) ? found : found.map(asNote)));
}

/** A fault as a note, where nothing is on yet. */
const asNote = (result: Result): Result => (result.level === 'fault' ? { ...result, level: 'note' } : result);
