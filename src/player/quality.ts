/**
 * Chooses the quality that fits the link. A lack of rate changes the quality; an outage replaces the connection
 * (`trial.ts`) and is no reason to step down.
 */
import { isCarried, judge, latestRate, rateBetween, type TotalsAt, type UsualRates } from './connection-window.ts';
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
	/** Index of a better quality being tried, else null. */
	tried: number | null;
	/** Totals of the tried quality, from its first bytes on. */
	candidate?: TotalsAt | false | undefined;
}

/** Decision of {@link chooseQuality}. */
export type QualityDecision =
	| { type: 'stay' }
	/** Play a lower quality; repeated until done. */
	| { type: 'down'; index: number }
	/** Connect to a better quality beside the playing one, if the link carries `kbps`. */
	| { type: 'try'; index: number; kbps: number }
	| { type: 'take' }
	| { type: 'giveUp' };

/** Memory of the choice, immutable. Times are milliseconds. */
export interface QualityMemory extends UsualRates {
	/** Samples of the window, and the one before it. */
	samples: QualitySample[];
	/** Nothing was missing since. */
	steadySince: number;
	/** Steady time before the next try; each doubles it. */
	pause: number;
	outageAt: number;
	switches: number[];
	triedAt: number;
	/** Totals of both streams at the candidate's first bytes. */
	began: [TotalsAt, TotalsAt] | null;
	givenUpAt: number;
	/** 0: not lacking. */
	lackingSince: number;
	lackedAt: number;
	/** Least rate of the last quality left; 0: unknown. */
	lackedKbps: number;
}

/** Memory before the first sample. */
export const INITIAL_QUALITY_MEMORY: QualityMemory = {
	kbps: 0,
	fps: 0,
	roundTrip: Infinity,
	samples: [],
	steadySince: 0,
	pause: 0,
	outageAt: -Infinity,
	switches: [],
	triedAt: 0,
	began: null,
	givenUpAt: -Infinity,
	lackingSince: 0,
	lackedAt: 0,
	lackedKbps: 0,
};

/** Milliseconds; longer means a suspended page. */
const MAX_SAMPLE_GAP = 2000;

/** Weight of one window. */
const LEARNING = 0.1;

const learn = (usual: number, rate: number): number => (usual ? usual + (rate - usual) * LEARNING : rate);

/** Decides on the playing quality and the candidate. */
export function chooseQuality(
	memory: QualityMemory,
	sample: QualitySample,
	policy: QualityPolicy,
): { memory: QualityMemory; decision: QualityDecision } {
	const { now, index, qualities, failed, tried, candidate, idle, totals } = sample;
	const { tryPause, maxTryPause, maxSwitches, squeezedShare, carriedShare } = policy;
	const next: QualityMemory = Object.assign({}, memory);
	const answer = (decision: QualityDecision) => ({ memory: next, decision });
	const stay = () => answer({ type: 'stay' });
	const last = memory.samples[memory.samples.length - 1];
	const kbpsOf = (quality: number) => qualities[quality]!.kbps || next.lackedKbps;

	next.pause = memory.pause || (index ? policy.firstTryPause : tryPause);
	next.roundTrip = Math.min(memory.roundTrip, totals.roundTrip || Infinity);
	next.switches = memory.switches.filter((time) => now - time < policy.switchWindow);
	if (last && last.index !== index && !idle) next.switches.push(now);
	const isNew = !last || last.connection !== sample.connection || last.index !== index;
	if (isNew) next.kbps = next.fps = 0;
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
	const { isDisturbed, isRecentlyDisturbed, share, lacksRate, hasGap, kbps, sentKbps, fps } = judge(
		next.samples,
		usual,
		policy,
	);
	if (lacksRate) {
		next.lackingSince = next.lackingSince || now;
		next.lackedAt = now;
		// One window may bring what had queued.
	} else if (now - next.lackedAt >= policy.lackPause) next.lackingSince = 0;
	// After an outage the stream may be as before.
	if (hasGap) next.steadySince = Math.max(next.steadySince, now - next.pause + tryPause / 2);
	else if (isDisturbed) next.steadySince = now;
	// The first data, also after an outage, includes what had queued.
	else if (now - next.steadySince >= 2 * policy.qualityWindow) {
		next.kbps = learn(next.kbps, kbps);
		next.fps = learn(next.fps, fps);
	}
	if (tried !== null) {
		const began = (next.began = next.began || (candidate ? [sample, candidate] : null));
		const since = now - (began ? began[0].now : next.triedAt);
		const giveUp = (isOutage: boolean) => {
			if (isOutage) next.pause /= 2;
			next.steadySince = now;
			next.givenUpAt = now;
			return answer({ type: 'giveUp' });
		};
		const take = (pause: number) => {
			next.pause = pause;
			return answer({ type: 'take' });
		};
		if (since > policy.tryTimeout || (!began && isRecentlyDisturbed)) return giveUp(hasGap);
		if (!began || !candidate || since < policy.measureTime) return stay();
		const rate = rateBetween(began[0], sample);
		const capacity = rate + rateBetween(began[1], candidate);
		if (isRecentlyDisturbed || rate < usual.kbps * squeezedShare) {
			// The link is full; its capacity is the sum of both rates.
			if (capacity < kbpsOf(tried) * policy.headroom) return giveUp(!capacity);
			return candidate.totals.frames ? take(policy.firstTryPause) : stay();
		}
		return since < policy.tryTime || !isCarried(candidate.totals, since, policy)
			? stay()
			: take(Math.max(tryPause, next.pause / 8));
	}
	next.began = null;

	const lacking = lacksRate ? now - next.lackingSince : 0;
	// What was sent of a candidate must leave the queue first.
	const mayStepDown = next.switches.length < maxSwitches && now - next.givenUpAt >= policy.recoveryTime;
	if (hasGap) next.outageAt = now;
	// Between outages rate lacks only for moments, and a change takes as long.
	const patience = now - next.outageAt < policy.outageMemory ? 2 : 1;
	// The less arrives, the sooner.
	const urgency = Math.max(0, Math.min(1, (share - squeezedShare) / (carriedShare - squeezedShare)));
	// A quality that the link has never carried gets less time.
	const lackTime = (policy.lackTime * (patience > 1 ? patience : urgency)) / (next.kbps ? 1 : 3);
	if (lacking >= lackTime && mayStepDown) {
		// Data from before the lack says too much, a moment too little.
		const time = Math.min(policy.qualityWindow / 2, Math.max(policy.qualityWindow / 4, lacking));
		const carried = latestRate(next.samples, time) / policy.headroom;
		// The first seconds' rate may be momentary; a lower video shows.
		const allowsSoundAlone = (!next.kbps && qualities.length < 3) || lacking >= policy.soundAloneTime * patience;
		let lower = -1;
		for (let i = index + 1; qualities[i]; i++)
			if (!failed.includes(i) && (allowsSoundAlone || !qualities[i]!.audioOnly)) {
				lower = i;
				if (qualities[i]!.kbps <= carried) break;
			}
		if (lower > 0) {
			// One carried before may soon be carried again; one of unknown rate is tried once the link has more.
			next.pause = next.kbps || !qualities[index]!.kbps ? tryPause : Math.max(next.pause, policy.firstTryPause);
			next.lackedKbps = Math.max(next.kbps, sentKbps);
			return answer({ type: 'down', index: lower });
		}
	}
	let better = index - 1;
	while (failed.includes(better)) better--;
	if (better < 0 || now - next.steadySince < next.pause || next.switches.length > maxSwitches - 3) return stay();
	next.triedAt = now;
	next.steadySince = now;
	next.pause = Math.min(maxTryPause, next.pause * 2);
	return answer({ type: 'try', index: better, kbps: kbpsOf(better) });
}
