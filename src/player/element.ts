import type { PlayClient } from '../rts/play.ts';
import { ErrorCode, type RtsError } from '../rts/errors.ts';
import { throughBridge } from '../rts/received-stream.ts';
import type { Sample } from '../rts/stall-detector.ts';
import { listen } from './listen.ts';
import { createLiveness, type Counters } from './liveness.ts';
import type { CommandOf, PlayerEvent } from './state.ts';

/** What the player shows things in. */
export interface ElementOptions {
	video: HTMLVideoElement;
	cover: HTMLImageElement;
	/** The streaming client; null where there is no WebRTC. */
	client: PlayClient | null;
	/** The URL of the cover at the width it is shown with. */
	coverUrl: (url: string) => string;
	dispatch: (event: PlayerEvent) => void;
}

const NO_SAMPLE: Sample = { time: 0, audioBytes: 0, videoBytes: 0 };

/** Makes what carries out the player's commands on the `<video>`, each by a method of its name, and reports the events of element and stream. */
export function createElement({ video, cover, client, coverUrl, dispatch }: ElementOptions) {
	/** Counts loads and unloads, so that late results of an earlier one are ignored. */
	let generation = 0;
	/** Counts `progress` events of a media URL. */
	let progressCount = 0;
	/** The latest totals of the streaming client. */
	let sample = NO_SAMPLE;
	let readLiveness = createLiveness();

	/** Lets the last frame stay in view when what is loaded ends, or else the cover; nothing without `cover`. */
	function keepFrame(cover?: string) {
		if (cover === undefined) return video.removeAttribute('poster');
		if (video.videoWidth && video.readyState > 1)
			try {
				const canvas = document.createElement('canvas');
				canvas.width = video.videoWidth;
				canvas.height = video.videoHeight;
				canvas.getContext('2d')!.drawImage(video, 0, 0);
				video.poster = canvas.toDataURL('image/jpeg');
			} catch {
				// The pixels of another host's video may not be read.
			}
		if (!video.poster && cover) video.poster = coverUrl(cover);
	}

	/** Ends what the element shows. */
	function clear(keep?: string) {
		keepFrame(keep);
		generation++;
		progressCount = 0;
		sample = NO_SAMPLE;
		readLiveness = createLiveness();
		video.controls = false;
		if (video.srcObject) video.srcObject = null;
		if (video.hasAttribute('src')) {
			video.removeAttribute('src');
			video.load();
		}
	}

	/** Ends what the element shows, and any connection. */
	function unload({ keep }: Partial<CommandOf<'unload'>> = {}) {
		clear(keep);
		if (client) client.unsubscribe();
	}

	function play({ muted }: Partial<CommandOf<'play'>> = {}) {
		if (muted !== undefined) video.muted = muted;
		const current = generation;
		// Old engines return nothing.
		const playing = video.play() as Promise<void> | undefined;
		if (playing)
			playing.catch(({ name }) => {
				if (current === generation && name === 'NotAllowedError') dispatch({ type: 'playRefused' });
			});
	}

	function loadUrl(url: string, keep?: string) {
		unload({ keep });
		const current = generation;
		video.src = url;
		throughBridge(() => current === generation && play());
	}

	/** Totals of the stream that is loaded, of whatever the engine counts. */
	function counters(): Counters {
		const { audioBytes, videoBytes, keyFrames = 0 } = sample;
		const { currentTime } = video;
		const frames =
			(sample.frames || 0) +
			((video.getVideoPlaybackQuality
				? video.getVideoPlaybackQuality().totalVideoFrames
				: (video as { webkitDecodedFrameCount?: number }).webkitDecodedFrameCount) || 0);
		const bytes = audioBytes + videoBytes;
		return {
			// The clock last: in WebKit a stream's runs on without data, in Chrome it follows the sound.
			data: bytes ? bytes + frames : (frames || currentTime) + progressCount,
			video: videoBytes,
			// An engine that shows frames and does not count them decodes what arrives.
			picture: frames || (video.videoWidth || !video.srcObject ? videoBytes || currentTime : 0),
			keyFrames,
		};
	}

	const onEnded = () => dispatch({ type: 'failed', reason: 'ended' });

	const cleanups = ['playing', 'ended', 'volumechange', 'pause', 'progress', 'error'].map((type) =>
		listen(video, type, () => {
			if (type === 'pause') {
				if (video.paused && !video.ended) dispatch({ type });
			} else if (type === 'progress') {
				if (video.hasAttribute('src')) progressCount++;
			} else if (type === 'error') {
				if (video.error && video.hasAttribute('src')) dispatch({ type: 'failed', reason: 'media' });
			} else if (type === 'ended') onEnded();
			else dispatch({ type } as PlayerEvent);
		}),
	);

	function onError(error: RtsError) {
		const reason: ErrorCode = error.errorCode;
		dispatch(reason === ErrorCode.ERROR_AUTOPLAY_ERROR ? { type: 'playRefused' } : { type: 'failed', reason, error });
	}

	function onPlayEvent({ event }: { event: string }) {
		// Stalls are judged by what the viewer sees, not by the `waiting` and `playing` of spec §4.
		if (event === 'canplay') dispatch({ type: event });
		else if (event === 'ended') onEnded();
	}

	const onSample = (next: Sample) => (sample = next);

	const listeners = { onError, onPlayEvent, onSample };
	const eachListener = (call: 'on' | 'off') => {
		for (const name in listeners) if (client) client[call](name, listeners[name as keyof typeof listeners]);
	};
	eachListener('on');

	return {
		load({ stream: { kind, address }, timeout, keep }: CommandOf<'load'>) {
			if (kind === 'url') return loadUrl(address, keep);
			clear(keep);
			const current = generation;
			client!.subscribe(address, { playTimeOut: timeout }).then(
				(stream) => current === generation && stream.play(video),
				(error) => current === generation && onError(error),
			);
		},

		loadReplay({ url }: CommandOf<'loadReplay'>) {
			const position = video.getAttribute('src') === url ? video.currentTime : 0;
			loadUrl(url);
			video.controls = true;
			const current = generation;
			if (position)
				video.addEventListener('loadedmetadata', () => current === generation && (video.currentTime = position), {
					once: true,
				});
		},

		/** Shows the cover, or hides it for an empty URL. */
		showCover(url: string) {
			video.parentElement!.hidden = false;
			cover.hidden = !url;
			if (url) cover.src = coverUrl(url);
		},

		play,
		unload,

		/** How long what has not moved; see {@link createLiveness}. */
		liveness: (now: number, idle: boolean) => readLiveness(now, counters(), idle),

		/** Ends playback and connection, and listens no longer. */
		dispose() {
			for (const cleanup of cleanups) cleanup();
			eachListener('off');
			unload();
		},
	};
}
