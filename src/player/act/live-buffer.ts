/** Plays the frames of a live that comes by HTTP, a second or two behind it. */
import { type Appender, canAppend, createAppender } from '../../media/appender.ts';
import { describeFrames } from '../../media/describe-frames.ts';
import type { FlvExtras } from '../../media/flv.ts';
import type { LiveMediaEvent, LiveReader } from '../../media/live-events.ts';
import { createTimeline } from '../../media/live-timeline.ts';
import type { Sample, Track } from '../../media/track.ts';
import { mediaSegment } from '../../media/write-fragments.ts';

type Kind = Track['kind'];

/** Seconds of media by which a second track should have come. */
const SECOND_TRACK = 0.3;
/** Seconds of media without a frame of a track, after which it is gone. */
const TRACK_GONE = 2.5;

/** Parts of a script of its own (`entry/live-later.ts`). */
export interface LiveLater extends FlvExtras {
	createMp4Reader(): LiveReader;
	keepDelay(video: HTMLVideoElement, appender: Appender): void;
	keepPicture(video: HTMLVideoElement): void;
}

interface LiveBufferOptions {
	/** The element has failed, or the system has closed its source. */
	onLost(): void;
	/** The engine plays no such codec. */
	onUnsupported(codec: string): void;
	/** Parts that may come later. */
	readLater(): LiveLater | undefined;
}

/** Waits to be appended: a frame, or a segment as it came. */
interface Waiting {
	track: Track;
	sample?: Sample;
	data?: Uint8Array;
	/** When it is shown, in seconds; 0: unknown. */
	at: number;
}

/** Creates the buffer of one connection. What arrives before it is attached waits, from the latest key frame on. */
export function createLiveBuffer({ onLost, onUnsupported, readLater }: LiveBufferOptions) {
	const timeline = createTimeline();
	const tracks: Partial<Record<Kind, Track>> = {};
	/** When the latest frame of each kind is, in seconds; NaN: there was none. */
	const latest: Record<Kind, number> = { video: NaN, audio: NaN };
	let waiting: Waiting[] = [];
	let video: HTMLVideoElement | undefined;
	let appender: Appender | undefined;
	let appended: Partial<Record<Kind, Track>> = {};
	let onOpen: () => void;
	let sequence = 0;
	/** Seconds at which the picture begins, or sound alone; below 0: unknown. */
	let begin = -1;

	function add(track: Track | undefined, sample: Sample | undefined): void {
		if (!track || !sample) return;
		const { kind } = track;
		const isPicture = kind === 'video';
		// Nothing can be decoded before the first key frame.
		if (isPicture && !sample.isKey && !latest.video) return;
		const at = (latest[kind] = (sample.dts + sample.offset) / track.timescale);
		if (appender) {
			const lead = latest.audio - latest.video;
			const isOther = !(appended.video && appended.audio) === Math.abs(lead) < TRACK_GONE;
			// What plays goes on until the picture's next key frame; sound may begin anywhere.
			if (isOther && sample.isKey && (isPicture || lead > TRACK_GONE)) {
				release(true);
				begin = at;
			} else if (!appended[kind]) return;
		}
		if (begin < 0 || (isPicture && sample.isKey && !appender)) begin = at;
		waiting.push({ track, sample, at });
		// Also frames that are shown before a key frame, and decoded after it.
		waiting = waiting.filter((each) => each.at >= begin);
	}

	/** Opens the media source once it is known which tracks there are. It begins at 0: WebKit may stand after a seek that early. */
	function open(target: HTMLVideoElement): void {
		const found: typeof appended = {};
		for (const { track } of waiting) found[track.kind] = found[track.kind] || track;
		const opened = Object.values(found);
		const [first] = opened;
		if (!first || (!opened[1] && !first.init && latest[first.kind] - begin < SECOND_TRACK)) return;
		const unfit = opened.find((track) => !canAppend([track]));
		if (unfit) return onUnsupported(unfit.codec);
		target.srcObject = null;
		target.preload = 'auto';
		appended = found;
		appender = createAppender(target, opened, { duration: Infinity, begin, onLost, describe: describeFrames });
		onOpen();
	}

	/** Nobody watches where there is no room for half a minute. */
	function append(kind: Kind, bytes: Uint8Array): void {
		const to = appender!;
		to.append(kind, bytes).then((isAdded) => isAdded || to !== appender || onLost());
	}

	/** Not before the script is there that can. */
	function keep(target: HTMLVideoElement): void {
		const later = readLater();
		if (later) later.keepPicture(target);
	}

	function release(keepSource?: boolean): void {
		if (!appender) return;
		video!.playbackRate = 1;
		if (keepSource) {
			keep(video!);
			video!.removeAttribute('src');
		}
		appender.close();
		appender = undefined;
	}

	function flush(): void {
		if (video && !appender) open(video);
		if (!appender) return;
		const samples: Record<Kind, Sample[]> = { video: [], audio: [] };
		const send = (kind: Kind) => {
			if (samples[kind][0]) append(kind, mediaSegment(appended[kind]!, ++sequence, samples[kind]));
			samples[kind] = [];
		};
		for (const { track, sample, data } of waiting) {
			const { kind } = track;
			if (track !== appended[kind]) {
				if (!canAppend([track])) return onUnsupported(track.codec);
				send(kind);
				appended[kind] = track;
				appender.setTrack(track);
			}
			if (sample) samples[kind].push(sample);
			else append(kind, data!);
		}
		waiting = [];
		send('audio');
		send('video');
	}

	return {
		/** Takes what a reader has found. */
		take(events: LiveMediaEvent[]): void {
			for (const event of events)
				if (event.type === 'track') {
					if (event.track.kind === 'video') add(tracks.video, timeline.flush());
					tracks[event.track.kind] = event.track;
				} else if ('data' in event) {
					const track = tracks[event.kind]!;
					if (event.type === 'frame') add(track, timeline.add(event, track));
					else {
						const at = event.time / 1000;
						if (begin < 0) begin = at;
						waiting.push({ track, data: event.data, at });
					}
				}
			flush();
		},

		/** Plays in an element from now on. @param play called once there is something, since a new source pauses it */
		attach(target: HTMLVideoElement, play: () => void): void {
			if (video !== target) keep(target);
			video = target;
			onOpen = play;
			flush();
		},

		/** Empties the element; with `keepSource` what is set next does so, under the last picture. Safe to repeat. */
		release(keepSource?: boolean): void {
			release(keepSource);
			video = undefined;
		},

		/** Keeps the delay within its bounds. Call a few times a second. */
		adjust(): void {
			const later = readLater();
			if (later && video && appender) later.keepDelay(video, appender);
		},
	};
}
