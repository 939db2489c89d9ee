import type { QualityPolicy } from '../core/policy.ts';

/** Totals since a connection began. */
export interface Totals {
	bytes: number;
	videoBytes: number;
	packets: number;
	lost: number;
	/** Decoded; missing without video and in some engines. */
	frames?: number | undefined;
	/** Missing like `frames`. */
	keyFrames?: number | undefined;
	/** Samples played, including concealed ones; missing like `frames`. */
	sound?: number | undefined;
	/** Samples concealed for lost or late packets. */
	madeUp?: number | undefined;
	/** Milliseconds, including queueing; missing while unknown. */
	roundTrip?: number | undefined;
}

/** Totals at `now`, in monotonic milliseconds. */
export interface TotalsAt {
	now: number;
	totals: Totals;
}

/** Usual rates; 0: unknown. */
export interface UsualRates {
	kbps: number;
	fps: number;
	/** Shortest, in milliseconds. */
	roundTrip: number;
}

/** Judgement of the last seconds. */
export interface Judgement {
	kbps: number;
	/** Includes lost packets. */
	sentKbps: number;
	fps: number;
	/** Nothing arrived for a while (an outage). */
	hasGap: boolean;
	/** The last sample brought nothing. */
	isSilent: boolean;
	/** Sound or frames are missing, or about to be. */
	isDisturbed: boolean;
	/** `isDisturbed` of the latter half: sooner, but less certain. */
	isRecentlyDisturbed: boolean;
	/** Less arrives than the stream needs. */
	lacksRate: boolean;
	/** Share of the usual rate or frames in the latter half; 1 if undisturbed or unknown. */
	share: number;
}

/** Frames per second below which video stalls (spec §9). */
const MIN_FPS = 5;

/** kbit/s between two samples; 0 if no time has passed. */
export const rateBetween = (start: TotalsAt, end: TotalsAt): number =>
	((end.totals.bytes - start.totals.bytes) * 8) / (end.now - start.now || Infinity);

/** Latest sample at least `time` milliseconds before the last, else the first. */
const before = (samples: TotalsAt[], time: number): TotalsAt =>
	samples.filter(({ now }) => samples[samples.length - 1]!.now - now >= time).pop() || samples[0]!;

/** kbit/s of the last `time` milliseconds. */
export const latestRate = (samples: TotalsAt[], time: number): number =>
	rateBetween(before(samples, time), samples[samples.length - 1]!);

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

function hasGapOf(samples: TotalsAt[], maxGap: number): boolean {
	let last = samples[0]!;
	return samples.some((sample) => {
		if (sample.totals.bytes > last.totals.bytes) last = sample;
		return sample.now - last.now >= maxGap;
	});
}

/** Judges the samples of one connection, oldest first. */
export function judge(samples: TotalsAt[], usual: UsualRates, policy: QualityPolicy): Judgement {
	const { carriedShare, lossLimit, maxGap } = policy;
	const last = samples[samples.length - 1]!;
	const all = between(samples[0]!, last);
	const recent = between(before(samples, policy.qualityWindow / 2), last);
	const hasGap = hasGapOf(samples, maxGap);
	const isQueued = (last.totals.roundTrip || 0) - usual.roundTrip > maxGap;

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
		sentKbps: all.kbps / (1 - all.lost),
		fps: all.fps,
		hasGap,
		isSilent: samples[samples.length - 2]?.totals.bytes === last.totals.bytes,
		isDisturbed,
		isRecentlyDisturbed,
		share,
		lacksRate: isDisturbed && !hasGap && (all.lost > lossLimit || lacksKbps),
	};
}

/** Whether a trial arrives without loss. @param since milliseconds since its first bytes */
export const isCarried = ({ packets, lost, frames }: Totals, since: number, { lossLimit }: QualityPolicy): boolean =>
	lost / (packets + lost || 1) <= lossLimit / 5 && (frames === undefined || frames * 1000 > MIN_FPS * since);
