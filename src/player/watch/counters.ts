/** Counters that grow while something plays, and for how long they have stood still. */
import { MAX_SAMPLE_GAP, type Sample } from '../../rts/play/sample.ts';
import type { SeenVideo, Totals, TotalsAt } from './seen.ts';

/** Counters of a stats entry; engines differ. */
interface Entry {
	type: string;
	packetsReceived?: number;
	packetsLost?: number;
	totalSamplesReceived?: number;
	concealedSamples?: number;
	/** Seconds. */
	currentRoundTripTime?: number;
}

/** Bytes that have come of a connection. */
export const bytesOf = ({ audioBytes, videoBytes, bytes }: Sample): number => bytes || audioBytes + videoBytes;

/** Reads a sample's totals. */
export function readTotals(sample: Sample): Totals {
	const { videoBytes, frames, keyFrames, report } = sample;
	const totals: Totals = { bytes: bytesOf(sample), videoBytes, packets: 0, lost: 0, frames, keyFrames };
	if (report)
		report.forEach((entry: Entry) => {
			if (entry.currentRoundTripTime! > 0) totals.roundTrip = entry.currentRoundTripTime! * 1000;
			if (entry.type !== 'inbound-rtp') return;
			totals.packets += entry.packetsReceived || 0;
			totals.lost += entry.packetsLost || 0;
			if (!entry.totalSamplesReceived) return;
			totals.sound = entry.totalSamplesReceived;
			totals.madeUp = entry.concealedSamples;
		});
	return totals;
}

/** Creates a function that reads the counters of the element beside those of the statistics. */
export function createCounters(video: HTMLVideoElement) {
	let progressCount = 0;
	video.addEventListener('progress', () => video.hasAttribute('src') && progressCount++);

	return (
		{ bytes, videoBytes, keyFrames = 0, frames: decoded = 0 }: Totals,
		generation: number,
		connected: boolean,
	) => {
		const { currentTime } = video;
		const frames =
			decoded +
			((video.getVideoPlaybackQuality
				? video.getVideoPlaybackQuality().totalVideoFrames
				: (video as { webkitDecodedFrameCount?: number }).webkitDecodedFrameCount) || 0);
		return {
			/** Changes with each load, which restarts the totals. */
			generation,
			// Any media. The clock is the last resort: without data it runs on in WebKit, and with the sound in Chrome.
			data: bytes ? bytes + frames : (frames || currentTime) + progressCount,
			/** Video, decodable or not. */
			video: videoBytes,
			/** Decoded frames. */
			// If the engine counts no frames, arriving video counts as decoded.
			picture: frames || (video.videoWidth || !video.srcObject ? videoBytes || currentTime : 0),
			keyFrames,
			/** Seconds played. */
			clock: currentTime,
			ready: video.readyState > 1,
			/** What a script feeds waits for more. */
			starved: video.readyState < 3 && /^blob/.test(video.src),
			paused: video.paused || video.ended,
			/** Connected, and nothing has come yet. */
			empty: connected && !bytes,
		};
	};
}

/** Growing totals of a stream or a recording; engines differ in which they count. */
export type Counters = ReturnType<ReturnType<typeof createCounters>>;

const TOTALS = ['data', 'video', 'picture', 'keyFrames', 'clock'] as const;

/** Milliseconds without video after which a camera was paused; it may take a while to a frame. */
const CAMERA_PAUSE = 2000;

/** Milliseconds within which arriving media always has new data. */
const SHORT_GAP = 1100;

/**
 * Creates a function that times how long counters have stood still, anew after a suspension and while hidden or paused.
 */
export function createTimes() {
	let last: Counters | undefined;
	let movedAt: Record<(typeof TOTALS)[number], number>;
	let readAt = 0;
	let gop = 0;
	let emptySince = 0;

	return (now: number, counters: Counters, hidden: boolean) => {
		const isNew = !last || last.generation !== counters.generation;
		const received = !isNew && counters.data > last!.data;
		if (isNew) {
			last = Object.assign({}, counters, { data: 0, video: 0, picture: 0, keyFrames: 0, clock: 0 });
			movedAt = { data: now, video: now, picture: now, keyFrames: now, clock: now };
			gop = emptySince = 0;
		}
		// Chromium goes on decoding then, and shows nothing of it.
		if (counters.starved && last!.picture && counters.clock === last!.clock)
			counters = Object.assign({}, counters, { picture: last!.picture });
		emptySince = counters.empty ? emptySince || now : 0;
		const videoSilence = now - movedAt.video;
		const isSuspended = hidden || now - readAt > MAX_SAMPLE_GAP;
		// The wait for frames begins with the first data.
		const anew = isSuspended || counters.paused || (!last!.data && counters.data);
		if (last!.keyFrames && counters.keyFrames > last!.keyFrames) gop = Math.max(gop, now - movedAt.keyFrames);
		for (const name of TOTALS) if ((anew && name !== 'clock') || counters[name] !== last![name]) movedAt[name] = now;
		// The clock stands still only if there is something to play.
		const playable = counters.paused || now - movedAt[counters.picture ? 'picture' : 'data'] < SHORT_GAP;
		if (isSuspended || !counters.ready || !playable) movedAt.clock = now;
		if (videoSilence > CAMERA_PAUSE && movedAt.video === now) movedAt.picture = now;
		last = counters;
		readAt = now;
		const video: Omit<SeenVideo, 'absent'> = {
			silence: now - movedAt.video,
			dark: now - movedAt.picture,
			gop: gop || Infinity,
			arrived: !!counters.video,
			hasFrame: !!counters.picture,
			still: now - movedAt.clock,
		};
		return { silence: now - movedAt.data, empty: emptySince && now - emptySince, received, video };
	};
}

/** Milliseconds by which the least delay grows a sample: clocks drift, and an encoder that has stood stays behind. */
const DRIFT = 10;
/** Milliseconds beyond which media that go back have another clock; sound and picture differ by less. */
const CLOCK_BACK = 1000;

/** Creates a function that tells by how many milliseconds media come later than they did: what waits in the link. */
export function createLag() {
	let least = Infinity;
	let last = 0;
	/** `end` of what has come, in milliseconds of the media. */
	return (now: number, end: number): number => {
		const isBack = end < last - CLOCK_BACK;
		last = isBack ? end : Math.max(last, end);
		const late = now - last;
		least = isBack ? late : Math.min(least + DRIFT, late);
		return late - least;
	};
}

/** kbit/s between two samples; 0 if no time has passed. */
export const rateBetween = (start: TotalsAt, end: TotalsAt): number =>
	((end.totals.bytes - start.totals.bytes) * 8) / (end.now - start.now || Infinity);

/** Latest sample at least `time` milliseconds before the last, else the first. */
export const sampleBefore = (samples: readonly TotalsAt[], time: number): TotalsAt =>
	samples.filter(({ now }) => samples[samples.length - 1]!.now - now >= time).pop() || samples[0]!;

/** kbit/s of the last `time` milliseconds. */
export const latestRate = (samples: readonly TotalsAt[], time: number): number =>
	rateBetween(sampleBefore(samples, time), samples[samples.length - 1]!);
