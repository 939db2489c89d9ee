// In the HTML: each byte is paid before the first paint.
/** Limits of the player, which `config.player` changes. Times are milliseconds. */

/** Default limits of the core, without the deployment's `whep`. */
export const POLICY = {
	/** Longest time to a real-time stream's first frame (spec §9). */
	playTimeout: 5000,
	/** Latencies of the detail call added to `playTimeout`. */
	latencyFactor: 4,
	/** Longest `playTimeout`, which grows with each failure, for slow signalling. */
	maxPlayTimeout: 20_000,
	/** Multiple of a stream's rate that a link must carry. */
	headroom: 1.3,
	/**
	 * Time after the start in which a pause is a refusal of sound.
	 * HACK(WebKit, iOS 17): `play()` resolves, and the element is paused once its sound is found. Remove when `play()`
	 * rejects there.
	 */
	autoplayWindow: 1000,
};

/** Default limits of the stage script. */
export const LIVE_POLICY = {
	/** Time without data after which a live's media URL fails. */
	connectTimeout: 10_000,
	checkInterval: 500,
	/** Time without data after which a real-time stream reconnects. */
	deadTimeout: 2500,
	/**
	 * Longest delay, from the last data, before asking whether a failed broadcast is over (at least the first retry's).
	 * Random per viewer, as it may end for a crowd; set by the number of viewers (`models/follow-live.ts`) unless
	 * configured.
	 */
	maxRefreshDelay: 9000,
	/** Milliseconds: where a server demands a longer wait, the viewer is offered a retry. */
	longDelay: 1600,
	/** Attempts without H.264 or peer connection, which Android may list late. */
	unsupportedAttempts: 3,
	/** Round trips of silence, beyond `deadTimeout`, before a connection is replaced. */
	roundTripFactor: 2,
	/** Longest silence before a connection is replaced. */
	maxSilence: 8000,
	/** Round trip of a full queue; after silence, the next lower quality is tried. */
	fullQueue: 1000,
	/** Time until the old connection, whose queue holds back a lower quality, ends. */
	besideTime: 200,
	/** `besideTime` for sound alone, before signalling is answered. */
	soundBesideTime: 1000,
	/** `besideTime` for sound alone, once answered: the old sound goes on, and the new stream is small. */
	answeredTime: 4000,
	/** Time from an answer without media until another quality is played, beside `latencyFactor`. */
	emptyTimeout: 3000,
	/** Time for which a quality without media is not played again. */
	silentTime: 60_000,
	/** Time without a new frame that is a stall. */
	stallTimeout: 1500,
	/** Longest group of pictures; after that, sound alone means a camera turned off. */
	maxGop: 10_000,
	/** Time without a first frame after which arriving video reconnects. */
	firstFrameTimeout: 25_000,
	/** Time standing still, with something to play, before playback waits for a click. */
	stillTimeout: 1500,
	/** Time of steady playing that clears failures. */
	steadyTime: 30_000,
	/** Time after which a hidden page receives sound alone, or nothing where that is not heard. */
	hiddenTime: 20_000,
	/** Least time between requests for the live, per character of its description: 1 kB a second. */
	pausePerCharacter: 1,

	// For choosing a quality:
	/** Time over which a connection is judged. */
	qualityWindow: 2000,
	/** Time without a byte that is an outage, not a lack of rate. */
	maxGap: 450,
	/** Share of usual rate, frames or sound that must arrive. */
	carriedShare: 0.92,
	/** Share of packets that may be lost. */
	lossLimit: 0.1,
	/** Time of lacking rate before a lower quality; shrinks with the share that arrives, to 0 at `squeezedShare`. */
	lackTime: 2000,
	/** Time without a lack that ends it. */
	lackPause: 1000,
	/** Time of lacking rate before sound alone. */
	soundAloneTime: 4500,
	/** Time after an outage in which `lackTime` and `soundAloneTime` are half as long again. */
	outageMemory: 60_000,
	/** Time after a failed try in which a lack of rate does not count. */
	recoveryTime: 5000,
	/** Steady time before a better quality is tried. */
	tryPause: 10_000,
	/** `tryPause` if the first quality was not the best. */
	firstTryPause: 40_000,
	/** `tryPause` after a change to sound alone, whose longest is `firstTryPause`: a picture is missed. */
	soundTryPause: 5000,
	/** Longest steady time; each failed try doubles it. */
	maxTryPause: 300_000,
	/** Time from a trial's first bytes until it is taken. */
	tryTime: 3000,
	/** Longest time until a trial's first bytes. */
	tryTimeout: 6000,
	/** Time from a trial's first bytes until both rates are known. */
	measureTime: 400,
	/** Share of its usual rate below which a stream steps down at once, or a try fills the link. */
	squeezedShare: 0.55,
	/** Time in which switches are counted. */
	switchPause: 50_000,
	/** `switchPause` after a try in vain. */
	switchWindow: 180_000,
	/** Most switches in that time; a better quality is tried only with two left. */
	maxSwitches: 4,
};

/** Limits of the player's core. */
export type Policy = typeof POLICY & {
	/** As `config.rts.whep`. */
	whep: string;
};
/** Limits of the stage script. */
export type LivePolicy = Policy & typeof LIVE_POLICY;
