/**
 * Chooses the quality that fits the link, as a pure function. A lack of rate changes the quality; an outage replaces
 * the connection (`reconnect.ts`) and is no reason to step down.
 */
import { isCarried, judge, type Totals, type TotalsAt, type UsualRates } from './connection-window.ts';
import type { QualityPolicy } from './policy.ts';
import type { Quality } from './qualities.ts';

/** A sample, every 200 to 1000 ms from the first bytes. */
export interface QualitySample extends TotalsAt {
	connection: number;
	/** Best first. */
	qualities: readonly Pick<Quality, 'kbps' | 'audioOnly'>[];
	/** Of the playing quality. */
	index: number;
	failed: readonly number[];
	/** Change nothing: the viewer has chosen, or the page is hidden, paused or reconnecting. */
	idle: boolean;
	/** Of the better quality being tried. */
	candidate: Totals | null;
}

/** Decision of {@link chooseQuality}. */
export type QualityDecision =
	| { type: 'stay' }
	/** Play a lower quality; repeated until done. */
	| { type: 'down'; index: number }
	/** Connect to a better quality beside it. */
	| { type: 'try'; index: number }
	/** Play the candidate. */
	| { type: 'take' }
	/** Drop the candidate. */
	| { type: 'giveUp' };

/** Memory of the choice, immutable. Times are milliseconds. */
export interface QualityMemory extends UsualRates {
	/** Of the window and one before. */
	samples: QualitySample[];
	/** Nothing was missing since. */
	steadySince: number;
	/** Steady time before the next try. */
	pause: number;
	/** First sample of the connection. */
	connectedAt: number;
	/** Times of changes. */
	switches: number[];
	tried: number;
	/** Request and first bytes of the candidate; 0: none. */
	triedAt: number;
	candidateAt: number;
	/** When a candidate was last taken, and given up. */
	takenAt: number;
	givenUpAt: number;
	/** 0: not lacking. */
	lackingSince: number;
}

/** Memory before the first sample. */
export const INITIAL_QUALITY_MEMORY: QualityMemory = {
	kbps: 0,
	fps: 0,
	roundTrip: Infinity,
	samples: [],
	steadySince: 0,
	pause: 0,
	connectedAt: 0,
	switches: [],
	tried: 0,
	triedAt: 0,
	candidateAt: 0,
	takenAt: -Infinity,
	givenUpAt: -Infinity,
	lackingSince: 0,
};

/** Milliseconds; more means a suspended page. */
const MAX_SAMPLE_GAP = 2000;

/** Weight of a window. */
const LEARNING = 0.1;

const learn = (usual: number, rate: number): number => (usual ? usual + (rate - usual) * LEARNING : rate);

/** Decides on the playing quality and the candidate. */
export function chooseQuality(
	memory: QualityMemory,
	sample: QualitySample,
	policy: QualityPolicy,
): { memory: QualityMemory; decision: QualityDecision } {
	const { now, index, qualities, failed, candidate, idle, totals } = sample;
	const { tryPause, maxTryPause, maxSwitches } = policy;
	const next: QualityMemory = Object.assign({}, memory);
	const answer = (decision: QualityDecision) => ({ memory: next, decision });
	const stay = () => answer({ type: 'stay' });
	const last = memory.samples[memory.samples.length - 1];

	next.pause = memory.pause || (index ? policy.firstTryPause : tryPause);
	next.roundTrip = Math.min(memory.roundTrip, totals.roundTrip || Infinity);
	next.switches = memory.switches.filter((time) => now - time < policy.switchWindow);
	if (last && last.index !== index && !idle) next.switches.push(now);
	const isNew = !last || last.connection !== sample.connection || last.index !== index;
	if (isNew) {
		next.kbps = next.fps = 0;
		next.connectedAt = now;
	}
	if (isNew || idle || now - last.now > MAX_SAMPLE_GAP) {
		next.samples = [sample];
		next.steadySince = now;
		next.lackingSince = 0;
		return stay();
	}
	const samples = memory.samples.concat(sample);
	next.samples = samples.filter((_, i) => !samples[i + 1] || samples[i + 1]!.now > now - policy.qualityWindow);
	if (now - next.samples[0]!.now < policy.qualityWindow) return stay();

	const usual = { kbps: next.kbps || qualities[index]!.kbps, fps: next.fps, roundTrip: next.roundTrip };
	const { isDisturbed, isRecentlyDisturbed, lacksRate, hasGap, kbps, fps, recentKbps } = judge(
		next.samples,
		usual,
		policy,
	);
	next.lackingSince = lacksRate ? next.lackingSince || now : 0;
	// After an outage the stream may be as before.
	if (hasGap) next.steadySince = Math.max(next.steadySince, now - next.pause + tryPause / 2);
	else if (isDisturbed) next.steadySince = now;
	// The first data, also after an outage, includes what was queued.
	else if (now - next.steadySince >= 2 * policy.qualityWindow) {
		next.kbps = learn(next.kbps, kbps);
		next.fps = learn(next.fps, fps);
	}
	const waitLonger = () => (next.pause = Math.min(maxTryPause, next.pause * 2));

	if (candidate) {
		if (candidate.bytes && !next.candidateAt) next.candidateAt = now;
		const since = now - (next.candidateAt || next.triedAt);
		if (isRecentlyDisturbed || since > policy.tryTimeout) {
			// An outage tells nothing about the candidate.
			if (!hasGap) waitLonger();
			next.steadySince = now;
			next.givenUpAt = now;
			return answer({ type: 'giveUp' });
		}
		if (
			!next.candidateAt ||
			since < policy.tryTime ||
			!isCarried(candidate, since, qualities[next.tried]!.kbps, next, policy)
		)
			return stay();
		next.pause = Math.max(tryPause, next.pause / 4);
		next.takenAt = now;
		return answer({ type: 'take' });
	}
	next.triedAt = next.candidateAt = 0;

	const lacking = lacksRate ? now - next.lackingSince : 0;
	// What was sent of a candidate must leave the queue first.
	const mayStepDown = next.switches.length < maxSwitches && now - next.givenUpAt >= policy.recoveryTime;
	// A quality never carried gets less time.
	if (lacking >= policy.lackTime / (next.kbps ? 1 : 2) && mayStepDown) {
		// The last change left has to last.
		const carried = recentKbps / policy.headroom / (next.switches.length < maxSwitches - 1 ? 1 : 2);
		const allowsSoundAlone = (!index && !next.kbps) || lacking >= policy.soundAloneTime;
		let lower = -1;
		for (let i = index + 1; qualities[i]; i++)
			if (!failed.includes(i) && (allowsSoundAlone || !qualities[i]!.audioOnly)) {
				lower = i;
				if (qualities[i]!.kbps <= carried) break;
			}
		if (lower > 0) {
			// A quality taken a moment ago was a failed try.
			if (now - next.takenAt < policy.firstTryPause) waitLonger();
			// A quality carried for long may soon be carried again.
			else if (now - next.connectedAt < policy.firstTryPause && !qualities[lower]!.audioOnly)
				next.pause = Math.max(next.pause, policy.firstTryPause);
			else next.pause = tryPause;
			next.takenAt = -Infinity;
			return answer({ type: 'down', index: lower });
		}
	}
	let better = index - 1;
	while (failed.includes(better)) better--;
	if (better < 0 || now - next.steadySince < next.pause || next.switches.length > maxSwitches - 3) return stay();
	next.tried = better;
	next.triedAt = now;
	next.steadySince = now;
	return answer({ type: 'try', index: better });
}
