import { fallbackOf } from '../player/act/play-fallback.ts';
import { isUsable, qualitiesOf, type Quality } from '../player/core/list-qualities.ts';
import { isLive, streamOf, usesWebRtc } from '../player/core/source.ts';
import type { Deployment } from './deployment.ts';
import { createRules, mergeByName, type Result } from './finding.ts';
import { checkFirstPicture } from './first-picture.ts';
import { judgeStream } from './judge-stream.ts';
import { checkMediaUrl } from './media-url.ts';
import { lookAtStream } from './play-stream.ts';

/** Judges a live's stream in all its qualities; says what its status has kept from being looked at. */
export async function checkStreams(deployment: Deployment, hasReplay: boolean): Promise<void> {
	const { live } = deployment;
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
	const found = hasStream ? await checkQualities(deployment) : [];
	results.push(...(isLive(live.status) ? found : found.map(asNote)));
}

/** A fault as a note, where nothing is on yet. */
const asNote = (result: Result): Result => (result.level === 'fault' ? { ...result, level: 'note' } : result);

/** Media URLs for viewers whom no real-time stream reaches: those that are listed, else the derived one. */
function fallbacksOf({ live, config: { rts } }: Deployment): Quality[] {
	const address = fallbackOf(live, rts);
	if (!address) return [];
	const listed = live.qualities.filter((one) => isUsable(one) && !usesWebRtc(streamOf(one.address, rts.whep).kind));
	const found = listed.length ? listed : [{ name: 'the fallback', kbps: 0, address }];
	return found.map((quality) => ({ audioOnly: false, ...quality }));
}

/** Judges every quality: the best alone, then all others side by side. */
async function checkQualities(deployment: Deployment): Promise<Result[]> {
	const { page, live, config, onProgress } = deployment;
	const [best, ...others] = qualitiesOf({ ...live, status: 1 }, config);
	const fallbacks = fallbacksOf(deployment);
	const isRealTime = ({ address }: Quality) => usesWebRtc(streamOf(address, config.rts.whep).kind);
	const hasFallback = !!fallbacks[0] || ![best!, ...others].every(isRealTime);
	const check = async (quality: Quality) => {
		const { name } = quality;
		if (!isRealTime(quality)) return { name, results: await checkMediaUrl(deployment, quality) };
		const rules = createRules('stream');
		const facts = await lookAtStream(quality, deployment);
		if (facts) judgeStream(rules, facts, page, hasFallback);
		if (facts?.media && quality === best) await checkFirstPicture(rules, deployment, quality.address);
		return { name, results: rules.results };
	};
	const checkAll = async () => {
		onProgress(`stream: ${best!.name}`);
		const first = await check(best!);
		if (others.length) onProgress(`stream: ${others.map(({ name }) => name).join(', ')}`);
		return [first, ...(await Promise.all(others.map(check)))];
	};
	return mergeByName((await Promise.all([checkAll(), Promise.all(fallbacks.map(check))])).flat());
}
