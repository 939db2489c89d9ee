// In the HTML: each byte is paid before the first paint.
/** Limits of the player's core. Times are milliseconds. */
export interface Policy {
	/** As `config.rts.whep`. */
	whep: string;
	/** Longest time to a real-time stream's first frame (spec §9). */
	playTimeout: number;
	/** Latencies of the detail call added to `playTimeout`. */
	latencyFactor: number;
	/** Longest `playTimeout`, which grows with each failure, for slow signalling. */
	maxPlayTimeout: number;
	/** Multiple of a stream's rate that a link must carry. */
	headroom: number;
	/**
	 * Time after the start in which a pause is a refusal of sound.
	 * HACK(WebKit, iOS 17): `play()` resolves, and the element is paused once its sound is found. Remove when `play()`
	 * rejects there.
	 */
	autoplayWindow: number;
}

/** Default limits, without the deployment's `whep`; `config.player` changes them. */
export const POLICY: Omit<Policy, 'whep'> = {
	playTimeout: 5000,
	latencyFactor: 4,
	maxPlayTimeout: 20_000,
	headroom: 1.3,
	autoplayWindow: 1000,
};

/** Limits of the stage script. Times are milliseconds. */
export interface LivePolicy extends Policy {
	/** Time without data after which a live's media URL fails. */
	connectTimeout: number;
	checkInterval: number;
	/** Time without data after which a real-time stream reconnects. */
	deadTimeout: number;
	/**
	 * Longest delay, from the last data, before asking whether a failed broadcast is over (at least the first retry's).
	 * Random per viewer, as it may end for a crowd; set by the number of viewers (`models/follow-live.ts`) unless
	 * configured.
	 */
	maxRefreshDelay: number;
	/** Milliseconds: where a server demands a longer wait, the viewer is offered a retry. */
	longDelay: number;
	/** Attempts without H.264 or peer connection, which Android may list late. */
	unsupportedAttempts: number;
	/** Round trips of silence, beyond `deadTimeout`, before a connection is replaced. */
	roundTripFactor: number;
	/** Longest silence before a connection is replaced. */
	maxSilence: number;
	/** Round trip of a full queue; after silence, the next lower quality is tried. */
	fullQueue: number;
	/** Time until the old connection, whose queue holds back a lower quality, ends. */
	besideTime: number;
	/** `besideTime` for sound alone, before signalling is answered. */
	soundBesideTime: number;
	/** `besideTime` for sound alone, once answered: the old sound goes on, and the new stream is small. */
	answeredTime: number;
	/** Time from an answer without media until another quality is played, beside `latencyFactor`. */
	emptyTimeout: number;
	/** Time for which a quality without media is not played again. */
	silentTime: number;
	/** Time without a new frame that is a stall. */
	stallTimeout: number;
	/** Longest group of pictures; after that, sound alone means a camera turned off. */
	maxGop: number;
	/** Time without a first frame after which arriving video reconnects. */
	firstFrameTimeout: number;
	/** Time standing still, with something to play, before playback waits for a click. */
	stillTimeout: number;
	/** Time of steady playing that clears failures. */
	steadyTime: number;
	/** Time after which a hidden page receives sound alone, or nothing where that is not heard. */
	hiddenTime: number;
	/** Least time between requests for the live, per character of its description: 1 kB a second. */
	pausePerCharacter: number;
}

/** Default limits; `config.player` changes them. */
export const LIVE_POLICY: Omit<LivePolicy, keyof Policy> = {
	connectTimeout: 10_000,
	checkInterval: 500,
	deadTimeout: 2500,
	maxRefreshDelay: 9000,
	longDelay: 1600,
	unsupportedAttempts: 3,
	roundTripFactor: 2,
	maxSilence: 8000,
	fullQueue: 1000,
	besideTime: 200,
	soundBesideTime: 1000,
	answeredTime: 4000,
	emptyTimeout: 3000,
	silentTime: 60_000,
	stallTimeout: 1500,
	maxGop: 10_000,
	firstFrameTimeout: 25_000,
	stillTimeout: 1500,
	steadyTime: 30_000,
	hiddenTime: 20_000,
	pausePerCharacter: 1,
};

/** Limits for choosing a quality. Times are milliseconds. */
export interface QualityPolicy extends Pick<Policy, 'headroom'> {
	/** Time over which a connection is judged. */
	qualityWindow: number;
	/** Time without a byte that is an outage, not a lack of rate. */
	maxGap: number;
	/** Share of usual rate, frames or sound that must arrive. */
	carriedShare: number;
	/** Share of packets that may be lost. */
	lossLimit: number;
	/** Time of lacking rate before a lower quality; shrinks with the share that arrives, to 0 at `squeezedShare`. */
	lackTime: number;
	/** Time without a lack that ends it. */
	lackPause: number;
	/** Time of lacking rate before sound alone. */
	soundAloneTime: number;
	/** Time after an outage in which `lackTime` and `soundAloneTime` are half as long again. */
	outageMemory: number;
	/** Time after a failed try in which a lack of rate does not count. */
	recoveryTime: number;
	/** Steady time before a better quality is tried. */
	tryPause: number;
	/** `tryPause` if the first quality was not the best. */
	firstTryPause: number;
	/** `tryPause` after a change to sound alone, whose longest is `firstTryPause`: a picture is missed. */
	soundTryPause: number;
	/** Longest steady time; each failed try doubles it. */
	maxTryPause: number;
	/** Time from a trial's first bytes until it is taken. */
	tryTime: number;
	/** Longest time until a trial's first bytes. */
	tryTimeout: number;
	/** Time from a trial's first bytes until both rates are known. */
	measureTime: number;
	/** Share of its usual rate below which a stream steps down at once, or a try fills the link. */
	squeezedShare: number;
	/** Time in which switches are counted. */
	switchPause: number;
	/** `switchPause` after a try in vain. */
	switchWindow: number;
	/** Most switches in that time; a better quality is tried only with two left. */
	maxSwitches: number;
}

/** Default limits; `config.player` changes them. */
export const QUALITY_POLICY: QualityPolicy = {
	qualityWindow: 2000,
	maxGap: 450,
	carriedShare: 0.92,
	lossLimit: 0.1,
	lackTime: 2000,
	lackPause: 1000,
	soundAloneTime: 4500,
	outageMemory: 60_000,
	recoveryTime: 5000,
	headroom: POLICY.headroom,
	tryPause: 10_000,
	firstTryPause: 40_000,
	soundTryPause: 5000,
	maxTryPause: 300_000,
	tryTime: 3000,
	tryTimeout: 6000,
	measureTime: 400,
	squeezedShare: 0.55,
	switchPause: 50_000,
	switchWindow: 180_000,
	maxSwitches: 4,
};
