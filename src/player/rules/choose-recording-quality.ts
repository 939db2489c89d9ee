/**
 * Chooses the quality of a recording that the page loads itself, as a pure function of what is known of its link and
 * buffer. See `docs/decisions/recordings.md`.
 */
import type { Quality } from '../core/list-qualities.ts';

/** Observations of a recording. */
export interface RecordingSample {
	qualities: readonly Pick<Quality, 'kbps' | 'audioOnly'>[];
	/** Index of the one that is loaded. */
	quality: number;
	/** Indices of those that cannot be had. */
	failed: readonly number[];
	/** kbit/s of the last pieces; 0: unknown. */
	rate: number;
	/** Seconds loaded ahead. */
	ahead: number;
	/** Playback rate. */
	speed: number;
	/** Milliseconds for which it stands for lack of data. */
	standing: number;
	/** The viewer saves data: only the lowest video is better than sound alone. */
	savesData: boolean;
}

/** The quality to load. `soon`: also in place of what is loaded ahead, beyond a few seconds. */
interface RecordingChoice {
	quality: number;
	soon: boolean;
}

/**
 * Multiple of its rate that the link must carry, with so many seconds ahead: what plays, or is lower, may lack a part of
 * it for 20 s and more; a better one is tried once much is ahead, or at once on a fast link.
 */
const stayMultiple = (ahead: number) => 1.15 - ahead / 20;
const riseMultiple = (ahead: number) =>
	ahead < 2 ? Infinity : ahead < 8 ? FAST_MULTIPLE : Math.max(1.05, 1.5 - ahead / 40);
/** Multiple that no estimate of the link errs by. */
const FAST_MULTIPLE = 3;
/** Multiple from which on what is ahead is loaded anew, and the seconds ahead that make it worth it. */
const soonMultiple = (ahead: number) => (ahead < 12 ? FAST_MULTIPLE : 2);
/** Milliseconds of standing after which sound alone is better, where the link carries less than that of the lowest video. */
const SOUND_PATIENCE = 1000;
const SOUND_SHARE = 0.75;

/** Decides what to load next. */
export function chooseRecording(sample: RecordingSample): RecordingChoice {
	const { qualities, quality, failed, rate, ahead, speed, standing, savesData } = sample;
	const stay = { quality, soon: false };
	if (!rate) return stay;
	const videos = qualities.map((_, index) => index).filter((i) => !qualities[i]!.audioOnly && !failed.includes(i));
	const lowest = videos[videos.length - 1];
	const carries = (index: number, multiple: number) => rate >= qualities[index]!.kbps * speed * multiple;
	const sound = qualities.findIndex(({ audioOnly }, index) => audioOnly && !failed.includes(index));
	if (
		lowest === undefined ||
		(sound >= 0 && sound !== quality && standing >= SOUND_PATIENCE && !carries(lowest, SOUND_SHARE))
	)
		return sound < 0 ? stay : { quality: sound, soon: sound !== quality };
	const isSound = qualities[quality]!.audioOnly;
	const best = (savesData ? [lowest] : videos).find((index) =>
		carries(index, (index >= quality ? stayMultiple : riseMultiple)(ahead)),
	);
	// Nothing is lower than sound alone.
	const next = best ?? (isSound ? quality : Math.max(quality, lowest));
	const isBetter = next < quality;
	return { quality: next, soon: isBetter && (isSound || carries(next, soonMultiple(ahead))) };
}
