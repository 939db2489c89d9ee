/** Every time limit, delay and count of the player. Times are milliseconds. */
export interface Policy {
	/** A real-time stream has to show its first frame within this time (spec §9). */
	playTimeout: number;
	/** On a slow connection `playTimeout` grows by this many times the latency of the detail call … */
	latencyFactor: number;
	/** … and by this much at most. */
	maxExtraPlayTimeout: number;
	/** A media URL that delivers no data for this long has failed. */
	connectTimeout: number;
	/** A stalled stream without progress for this long is connected anew. */
	stallTimeout: number;
	/** How long progress is looked for after the first frame and when the page comes back to the foreground. */
	frozenTimeout: number;
	/** When progress is looked for after the first frame: the stall detector of `rts` starts only once frames flow. */
	firstCheck: number;
	/** Delay before the first retry; each later one is twice the one before. */
	retryDelay: number;
	/** The longest delay before a retry, so that a service that is back has its viewers within 3 s. */
	maxRetryDelay: number;
	/** Share of a retry's delay by which it varies to either side, so that a crowd does not return at one instant. */
	jitter: number;
	/** The player gives up after this many failures in a row … */
	minFailures: number;
	/** … when this much time has passed as well since playback was lost. */
	minElapsed: number;
	/** Failures in a row after which the server is asked for the broadcast: it may be over, or have another address. */
	refreshAfterFailures: number;
	/** Attempts at H.264: Android may list its decoders only seconds after they were first looked up. */
	h264Attempts: number;
	/**
	 * A pause this soon after playback began is the browser's refusal of sound.
	 * HACK(WebKit, iOS 17): `play()` resolves, and the element is paused once its sound is found. Remove when `play()` rejects there.
	 */
	autoplayWindow: number;
	/** Whether an HLS URL may be derived where real-time playback cannot work (`config.rts.hlsFallback`). */
	hlsFallback: boolean;
}

/** The policy of the page. A deployment changes it by `config.player` and `config.rts`. */
export const POLICY: Policy = {
	playTimeout: 5000,
	latencyFactor: 4,
	maxExtraPlayTimeout: 10_000,
	connectTimeout: 10_000,
	stallTimeout: 6000,
	frozenTimeout: 1500,
	firstCheck: 2000,
	retryDelay: 500,
	maxRetryDelay: 2000,
	jitter: 0.2,
	minFailures: 6,
	minElapsed: 20_000,
	refreshAfterFailures: 2,
	h264Attempts: 3,
	autoplayWindow: 1000,
	hlsFallback: false,
};
