// In the HTML: each byte is paid before the first paint.
import type { MediaClient, PlayedStream } from '../core/media-client.ts';
import { ErrorCode, type RtsError } from '../../rts/play/errors.ts';
import { throughBridge } from '../../rts/play/received-stream.ts';
import type { Sample } from '../../rts/play/sample.ts';
import { isHls } from '../core/is-hls.ts';
import { type Stream, type StreamKind, unsigned, usesWebRtc } from '../core/source.ts';
import type { PlayerEvent } from '../core/draft.ts';

/** Options of {@link createElement}. */
export interface ElementOptions {
	video: HTMLVideoElement;
	cover: HTMLImageElement;
	/** null without WebRTC. */
	client: MediaClient | null;
	/** Returns the URL at the shown width. */
	coverUrl: (url: string) => string;
}

const NO_SAMPLE: Sample = { time: 0, audioBytes: 0, videoBytes: 0 };

/** Plays on the `<video>`; reports its and the stream's events. */
export function createElement(
	{ video, cover, client, coverUrl }: ElementOptions,
	dispatch: (event: PlayerEvent) => void,
) {
	/** Counts loads and unloads; late results are ignored. */
	let generation = 0;
	let received: PlayedStream | undefined;
	let sample = NO_SAMPLE;
	/** Address of a stream that is received before it is to be shown; '' for none. */
	let requested = '';
	/** URL that waits for the script that plays it. */
	let held = '';
	/** Requested last. */
	let stream: Promise<PlayedStream> | undefined;

	function clear() {
		generation++;
		sample = NO_SAMPLE;
		requested = held = '';
		received = undefined;
		if (video.srcObject) video.srcObject = null;
		if (video.hasAttribute('src')) {
			video.removeAttribute('src');
			video.load();
		}
	}

	function unload() {
		clear();
		if (client) client.unsubscribe();
	}

	function play(muted?: boolean) {
		if (muted !== undefined) video.muted = muted;
		const current = generation;
		// Old engines return undefined.
		const playing = video.play() as Promise<void> | undefined;
		if (playing)
			playing.catch(({ name }) => {
				if (current === generation && name === 'NotAllowedError') dispatch({ type: 'playRefused' });
			});
	}

	function loadUrl(url: string, isHeld?: boolean) {
		unload();
		const current = generation;
		if (isHeld) held = url;
		else element.setUrl(url);
		throughBridge(() => current === generation && play());
	}

	function onEnded() {
		requested = '';
		dispatch({ type: 'failed', reason: 'ended' });
	}

	for (const type of ['playing', 'ended', 'volumechange', 'pause', 'error'])
		video.addEventListener(type, () => {
			if (type === 'pause') {
				// After an error it is no refusal of sound.
				if (video.paused && !video.ended && !video.error) dispatch({ type });
			} else if (type === 'error') {
				if (video.error && video.hasAttribute('src')) dispatch({ type: 'failed', reason: 'media' });
			} else if (type === 'ended') onEnded();
			// The element starts before any sound has arrived.
			else dispatch({ type, early: !(sample.time || video.videoWidth || !video.srcObject) } as PlayerEvent);
		});

	function onError(error: RtsError) {
		requested = '';
		const reason: ErrorCode = error.errorCode;
		dispatch(reason === ErrorCode.ERROR_AUTOPLAY_ERROR ? { type: 'playRefused' } : { type: 'failed', reason, error });
	}

	function onPlayEvent({ event }: { event: string }) {
		// Stalls are judged by what is seen, not by `waiting` and `playing` (spec §4).
		if (event === 'canplay') dispatch({ type: event });
		else if (event === 'ended') onEnded();
	}

	const sampleListeners = new Set<(sample: Sample) => void>();
	function onSample(next: Sample) {
		sample = next;
		sampleListeners.forEach((listener) => listener(next));
	}

	const listeners = { onError, onPlayEvent, onSample };
	const eachListener = (call: 'on' | 'off') => {
		for (const name in listeners) if (client) client[call](name, listeners[name as keyof typeof listeners]);
	};
	eachListener('on');

	const subscribe = (address: string, timeout: number) =>
		(stream = client!.subscribe(address, { playTimeOut: timeout }));

	const element = {
		/** At a place in seconds, where what plays can begin there. HLS waits for it, but in Apple's engines (`attach-hls.ts`). */
		setUrl(url: string, _place?: number): void {
			if (isHls(url) && !/^A/.test(navigator.vendor)) held = url;
			else video.src = url;
		},

		/** Whether a client receives a kind, which is then the current one (`act/use-http.ts` brings another). */
		takes: usesWebRtc as (kind: StreamKind) => boolean,

		/** Called with each sample of what plays, from whichever client. */
		sampleListeners,

		/** Receives a real-time stream, shown once loaded; `timeout` in milliseconds. */
		request({ address }: Stream, timeout: number): void {
			requested = address;
			subscribe(address, timeout).catch(() => (requested = ''));
		},

		/** `timeout` in milliseconds. */
		load({ kind, address }: Stream, timeout: number): void {
			if (!element.takes(kind)) return kind === 'url' ? loadUrl(address) : unload();
			const early = unsigned(requested) === unsigned(address) && stream;
			const last = sample;
			clear();
			if (early) sample = last;
			const current = generation;
			(early || subscribe(address, timeout)).then(
				(stream) => {
					if (current !== generation) return;
					(received = stream).play(video);
					if (sample.time) dispatch({ type: 'canplay' });
				},
				(error) => current === generation && onError(error),
			);
		},

		/** Plays a replay; files wait for the script that loads them by pieces (`extend-recording.ts`). */
		loadReplay: (url: string) => loadUrl(url, !isHls(url)),

		/** Plays what waits for a script that does not come. */
		playHeld(): void {
			if (!held) return;
			video.src = held;
			play();
			held = '';
		},

		/** An empty URL hides the cover. */
		showCover(url: string) {
			video.parentElement!.hidden = false;
			cover.hidden = !url;
			if (url) cover.src = coverUrl(url);
		},

		play,
		unload,

		/** The address that the element plays, or is to play, and the stream that was requested last. */
		connection: () => ({ generation, client, received, sample, stream }),

		/** Continues with a connection that has taken over the video. */
		adopt(next: MediaClient, stream?: PlayedStream) {
			eachListener('off');
			generation++;
			sample = NO_SAMPLE;
			client = next;
			received = stream;
			eachListener('on');
		},
	};
	return element;
}
