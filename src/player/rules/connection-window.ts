/** The last seconds of a connection: what the choice of a quality remembers and judges. */
import type { Quality } from '../core/list-qualities.ts';
import type { LivePolicy } from '../core/policy.ts';
import type { Totals, TotalsAt } from '../watch/seen.ts';
import { rateBetween, sampleBefore } from '../watch/counters.ts';

/** Usual rates; 0: unknown. */
interface UsualRates {
	kbps: number;
	fps: number;
	/** Shortest, in milliseconds. */
	roundTrip: number;
}

/** A sample of a connection, and its quality, which a refreshed list may not have. */
export interface QualitySample extends TotalsAt {
	connection: number;
	quality: Quality;
}

/** Memory of the choice before the first sample. Times are milliseconds. */
export const INITIAL_QUALITY_MEMORY = {
	kbps: 0,
	fps: 0,
	roundTrip: Infinity,
	/** Samples of the window, and the one before it. */
	samples: [] as QualitySample[],
	/** Those of the last second, whatever else is under way. */
	second: [] as QualitySample[],
	/** Nothing was missing since. */
	steadySince: 0,
	/** Steady time before the next try; each doubles it. */
	pause: 0,
	outageAt: -Infinity,
	switches: [] as number[],
	takenAt: -Infinity,
	/** A try was given up for a lack of rate, or its quality soon left. */
	triedInVainAt: -Infinity,
	/** Totals of both streams at the trial's first bytes. */
	began: null as [TotalsAt, TotalsAt] | null,
	givenUpAt: -Infinity,
	/** A better quality to try, by name, once the link is measured to carry `kbps`. */
	wanted: null as { name: string; kbps: number } | null,
	/** 0: not lacking. */
	lackingSince: 0,
	lackedAt: 0,
	/** Least rate of the last quality left; 0: unknown. */
	lackedKbps: 0,
};

/** Memory of the choice, immutable. */
export type QualityMemory = typeof INITIAL_QUALITY_MEMORY;

/** kbit/s of the playing stream; 0 without samples. */
export const usualRate = ({ samples, kbps }: QualityMemory): number =>
	kbps || (samples.length && rateBetween(samples[0]!, samples[samples.length - 1]!));

/** Frames per second below which video stalls (spec §9). */
const MIN_FPS = 5;

function between(start: TotalsAt, end: TotalsAt) {
	const { totals: a } = start;
	const { totals: b } = end;
	const span = end.now - start.now || 1;
	const packets = b.packets - a.packets;
	const lost = Math.max(0, b.lost - a.lost);
	const sound = (b.sound || 0) - (a.sound || 0);
	return {
		kbps: rateBetween(start, end),
		videoBytes: b.videoBytes - a.videoBytes,
		fps: (((b.frames || 0) - (a.frames || 0)) * 1000) / span,
		lost: lost / (packets + lost || 1),
		madeUp: sound > 0 ? ((b.madeUp || 0) - (a.madeUp || 0)) / sound : 0,
	};
}

/** Share of packets that are lost, from 0 to 1. */
export const lossOf = (samples: TotalsAt[]): number =>
	samples[0] ? between(samples[0], samples[samples.length - 1]!).lost : 0;

function hasGapOf(samples: TotalsAt[], maxGap: number): boolean {
	let last = samples[0]!;
	return samples.some((sample) => {
		if (sample.totals.bytes > last.totals.bytes) last = sample;
		return sample.now - last.now >= maxGap;
	});
}

/** Judges the samples of one connection, oldest first. */
export function judge(samples: TotalsAt[], usual: UsualRates, policy: LivePolicy) {
	const { carriedShare, lossLimit, maxGap } = policy;
	const last = samples[samples.length - 1]!;
	const all = between(samples[0]!, last);
	const recent = between(sampleBefore(samples, policy.qualityWindow / 2), last);
	const hasGap = hasGapOf(samples, maxGap);
	const isQueued = (last.totals.roundTrip || 0) - usual.roundTrip > maxGap || last.totals.lag! > maxGap;

	const disturbs = ({ madeUp, lost, fps }: typeof all): boolean =>
		madeUp > 1 - carriedShare ||
		lost > lossLimit ||
		// Without loss or a queue, the camera is off or the scene still.
		(fps < Math.max(usual.fps, MIN_FPS) * carriedShare && recent.videoBytes > 0 && (lost > lossLimit / 5 || isQueued));
	const isRecentlyDisturbed = hasGap || disturbs(recent);
	const lacksKbps = usual.kbps ? all.kbps < usual.kbps * carriedShare : all.lost < lossLimit / 5;
	const isDisturbed = hasGap || (disturbs(all) && isRecentlyDisturbed) || (isQueued && usual.kbps > 0 && lacksKbps);
	const share =
		isRecentlyDisturbed && !hasGap && usual.fps ? Math.max(recent.kbps / usual.kbps, recent.fps / usual.fps) : 1;
	return {
		kbps: all.kbps,
		/** Includes lost packets. */
		sentKbps: all.kbps / (1 - all.lost),
		fps: all.fps,
		/** Nothing arrived for a while (an outage). */
		hasGap,
		/** The last sample brought nothing. */
		isSilent: samples[samples.length - 2]?.totals.bytes === last.totals.bytes,
		/** Sound or frames are missing, or about to be. */
		isDisturbed,
		/** `isDisturbed` of the latter half: sooner, but less certain. */
		isRecentlyDisturbed,
		/** Share of the usual rate or frames in the latter half; 1 if undisturbed or unknown. */
		share,
		/** Less arrives than the stream needs. */
		lacksRate: isDisturbed && !hasGap && (all.lost > lossLimit || lacksKbps),
	};
}

/** Judgement of the last seconds. */
export type Judgement = ReturnType<typeof judge>;

/** Milliseconds of data after an outage by which the connection is judged. */
export const FIRST_SECOND = 1000;

/** Share of usual rate or frames below which a second lacks: seconds differ by their keyframes. */
const SECOND_SHARE = 0.8;

/** kbit/s of a second that lacks rate, with loss or too few frames; 0: it does not. */
export function lackingRate(
	samples: TotalsAt[],
	usual: UsualRates,
	{ carriedShare, lossLimit, maxGap }: LivePolicy,
): number {
	const last = samples[samples.length - 1]!;
	const before = samples[samples.length - 2];
	const isSilent = !before || before.totals.bytes === last.totals.bytes;
	// Silence may become another outage.
	if (isSilent || last.now - samples[0]!.now < FIRST_SECOND || hasGapOf(samples, maxGap)) return 0;
	const { kbps, lost, fps, madeUp } = between(samples[0]!, last);
	const lacksFrames = fps < Math.max(usual.fps, MIN_FPS) * SECOND_SHARE;
	const lacksKbps = kbps < usual.kbps * SECOND_SHARE;
	const isLate = lost > lossLimit / 5 || madeUp > 1 - carriedShare;
	const lacks = lacksKbps ? isLate : lacksFrames && lost > lossLimit;
	return lacks ? kbps : 0;
}

/** Whether a trial arrives without loss. @param since milliseconds since its first bytes */
export const isCarried = ({ packets, lost, frames }: Totals, since: number, { lossLimit }: LivePolicy): boolean =>
	lost / (packets + lost || 1) <= lossLimit / 5 && (frames === undefined || frames * 1000 > MIN_FPS * since);
