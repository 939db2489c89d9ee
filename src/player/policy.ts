/** Limits of the player's core. Times are milliseconds. */
export interface Policy {
	/** As `config.rts.whep`. */
	whep: string;
	/** Time to the first frame of a real-time stream (spec §9). */
	playTimeout: number;
	/** Multiple of the detail call's latency that is added to `playTimeout`. */
	latencyFactor: number;
	/** Longest `playTimeout`, which grows with each failure, so that slow signalling succeeds at last. */
	maxPlayTimeout: number;
	/** Longest delay before a quick retry, so that a service that returns has its viewers within 3 s. */
	maxRetryDelay: number;
	/**
	 * Time after the start of playback in which a pause is the browser's refusal of sound.
	 * HACK(WebKit, iOS 17): `play()` resolves, and the element is paused once its sound is found. Remove when `play()`
	 * rejects there.
	 */
	autoplayWindow: number;
}

/** Default limits; `config.player` changes them. */
export const POLICY: Policy = {
	whep: '',
	playTimeout: 5000,
	latencyFactor: 4,
	maxPlayTimeout: 20_000,
	maxRetryDelay: 1600,
	autoplayWindow: 1000,
};

/** Limits of the live-player script. Times are milliseconds. */
export interface LivePolicy extends Policy {
	/** Time without data after which a media URL or replay has failed. */
	connectTimeout: number;
	/** Interval of liveness checks. */
	checkInterval: number;
	/** Time without data after which a real-time stream reconnects. */
	deadTimeout: number;
	/** Delay before the first retry; doubles each time. */
	retryDelay: number;
	/**
	 * Longest delay, from the last data, before asking the server after a failure whether the broadcast is over (at
	 * least `retryDelay`). Random per viewer, because a stream may cease for a crowd; follows the number of viewers
	 * (`models/follow-live.ts`) unless a deployment sets it.
	 */
	maxRefreshDelay: number;
	/** Failures after which delays grow beyond `maxRetryDelay`. */
	quickFailures: number;
	/** Longest delay of slow retries, also used while the browser says it is offline, which may be wrong. */
	maxSlowRetryDelay: number;
	/** Fraction by which a retry's delay varies either way, to spread out a crowd. */
	jitter: number;
	/** Attempts without H.264 or peer connection: Android may list its decoders seconds late. */
	unsupportedAttempts: number;
	/** Round trips of silence, beyond `deadTimeout`, before a connection is replaced. */
	roundTripFactor: number;
	/** Longest silence before that; on a slow link seconds of it are normal. */
	maxSilence: number;
	/**
	 * Time after which the old connection ends when a lower quality, held back by a full queue, connects beside it.
	 */
	besideTime: number;
	/** Time without a new frame that counts as a stall. */
	stallTimeout: number;
	/** Longest group of pictures; waiting longer for video beside sound means a camera turned off. */
	maxGop: number;
	/** Time without a first frame after which arriving video reconnects. */
	firstFrameTimeout: number;
	/** Time standing still with something to play, after which playback is left to a click. */
	stillTimeout: number;
	/** Time playing without a stall after which failures are forgotten. */
	steadyTime: number;
}

/** Default limits; `config.player` changes them. */
export const LIVE_POLICY: Omit<LivePolicy, keyof Policy> = {
	connectTimeout: 10_000,
	checkInterval: 500,
	deadTimeout: 2500,
	retryDelay: 500,
	maxRefreshDelay: 9000,
	quickFailures: 8,
	maxSlowRetryDelay: 21_400,
	jitter: 0.4,
	unsupportedAttempts: 3,
	roundTripFactor: 2,
	maxSilence: 8000,
	besideTime: 1200,
	stallTimeout: 1500,
	maxGop: 10_000,
	firstFrameTimeout: 25_000,
	stillTimeout: 1500,
	steadyTime: 30_000,
};

/** Limits for choosing a quality. Times are milliseconds. */
export interface QualityPolicy {
	/** Window over which a connection is judged. */
	qualityWindow: number;
	/** Time without a byte that is an outage, not a lack of rate. */
	maxGap: number;
	/** Share of usual rate, frames or sound below which a stream is not carried. */
	carriedShare: number;
	/** Share of lost packets above which a stream is not carried. */
	lossLimit: number;
	/** Lack of rate before a lower quality is chosen. */
	lackTime: number;
	/** Lack of rate before sound alone is chosen. */
	soundAloneTime: number;
	/** Time after a failed try in which a lack of rate is expected. */
	recoveryTime: number;
	/** Multiple of a stream's rate that a link must carry. */
	headroom: number;
	/** Steady time before a better quality is tried. */
	tryPause: number;
	/** Steady time if the first quality was not the best, as the link is known to be slow. */
	firstTryPause: number;
	/** Longest steady time; each failed try doubles it. */
	maxTryPause: number;
	/** Time from a candidate's first bytes until it is taken. */
	tryTime: number;
	/** Time until a candidate's first bytes. */
	tryTimeout: number;
	/** Window in which switches are counted. */
	switchWindow: number;
	/** Most switches in the window; a better quality is tried only if two more are left. */
	maxSwitches: number;
}

/** Default limits; `config.player` changes them. */
export const QUALITY_POLICY: QualityPolicy = {
	qualityWindow: 2000,
	maxGap: 450,
	carriedShare: 0.92,
	lossLimit: 0.1,
	lackTime: 2000,
	soundAloneTime: 4500,
	recoveryTime: 5000,
	headroom: 1.3,
	tryPause: 10_000,
	firstTryPause: 40_000,
	maxTryPause: 300_000,
	tryTime: 3000,
	tryTimeout: 6000,
	switchWindow: 180_000,
	maxSwitches: 4,
};
