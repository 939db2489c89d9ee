/** Every time limit, delay and count of the player, and what it takes for a stream. Times are milliseconds. */
export interface Policy {
	/** As `config.rts.whep`. */
	whep: string;
	/** A real-time stream has to show its first frame within this time (spec §9). */
	playTimeout: number;
	/** On a slow connection `playTimeout` grows by this many times the latency of the detail call. */
	latencyFactor: number;
	/** It also grows by itself with each failure, so that slow signalling is not cut off for ever; up to this. */
	maxPlayTimeout: number;
	/** The longest delay before a retry at first, so that a service that is back has its viewers within 3 s. */
	maxRetryDelay: number;
	/**
	 * A pause this soon after playback began is the browser's refusal of sound.
	 * HACK(WebKit, iOS 17): `play()` resolves, and the element is paused once its sound is found. Remove when `play()` rejects there.
	 */
	autoplayWindow: number;
}

/** The policy of the page. A deployment changes it by `config.player`. */
export const POLICY: Policy = {
	whep: '',
	playTimeout: 5000,
	latencyFactor: 4,
	maxPlayTimeout: 20_000,
	maxRetryDelay: 1600,
	autoplayWindow: 1000,
};

/** The limits of what comes with the live-player script. Times are milliseconds. */
export interface LivePolicy extends Policy {
	/** A media URL or replay that delivers no data for this long has failed. */
	connectTimeout: number;
	/** How often liveness is checked. */
	checkInterval: number;
	/** A real-time stream that delivers nothing for this long is connected anew. */
	deadTimeout: number;
	/** Delay before the first retry; each later one is twice the one before. */
	retryDelay: number;
	/**
	 * The longest delay, from the last data, before the server is asked after a failure whether the broadcast is over. Each
	 * viewer waits for a random part of it, because a stream may cease for a whole crowd; it may always last a `retryDelay`.
	 * Once the number of viewers is known it follows that (`models/follow-live.ts`), unless a deployment sets it.
	 */
	maxRefreshDelay: number;
	/** After this many failures delays grow further … */
	quickFailures: number;
	/** … up to this, which is also the delay while the browser says that it is offline; it may be wrong. */
	maxSlowRetryDelay: number;
	/** Share of a retry's delay by which it varies to either side, so that a crowd does not return at one instant. */
	jitter: number;
	/** Attempts where H.264 or the peer connection is missing: Android may list its decoders only seconds after they were first looked up. */
	unsupportedAttempts: number;
	/** A silent connection is replaced later by this many round trips to the server … */
	roundTripFactor: number;
	/** … up to this: seconds of nothing are normal on a slow link. */
	maxSilence: number;
	/** What plays ends this long after a lower quality was requested beside it: a full queue holds that back. */
	besideTime: number;
	/** Without a new frame for this long the viewer is told that the video stalls. */
	stallTimeout: number;
	/** The longest group of pictures that is waited for before sound without video counts as a camera turned off. */
	maxGop: number;
	/** Video whose first frame has not come is connected anew after this long, although its bytes arrive. */
	firstFrameTimeout: number;
	/** What has something to play and stands still for this long is left to a click. */
	stillTimeout: number;
	/** Earlier failures are forgiven after playing this long without a stall. */
	steadyTime: number;
}

/** As {@link POLICY}, of that script. */
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

/** The limits by which a quality is chosen. Times are milliseconds. */
export interface QualityPolicy {
	/** Over which a connection is judged. */
	qualityWindow: number;
	/** Without a byte for so long is an outage, and no lack of rate. */
	maxGap: number;
	/** Share of its usual rate, frames or sound below which a stream is not carried. */
	carriedShare: number;
	/** Share of packets lost above which it is not, whatever its rate. */
	lossLimit: number;
	/** Too little arrives for so long before a lower quality is chosen … */
	lackTime: number;
	/** … and for so long before sound alone is. */
	soundAloneTime: number;
	/** After a failed try too little arrives for so long by itself. */
	recoveryTime: number;
	/** A link has to carry this many times the rate of a stream. */
	headroom: number;
	/** Steady for so long before a better quality is tried … */
	tryPause: number;
	/** … or for so long where the first was not the best, because the link is known to be slow. */
	firstTryPause: number;
	/** Each failed try doubles the pause, up to this. */
	maxTryPause: number;
	/** From the first bytes of a candidate until it is taken. */
	tryTime: number;
	/** Until its first bytes. */
	tryTimeout: number;
	/** Over which switches are counted. */
	switchWindow: number;
	/** As many in it at most. A better quality is tried only while two more are left. */
	maxSwitches: number;
}

/** The limits of the page. A deployment changes them by `config.player`. */
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
