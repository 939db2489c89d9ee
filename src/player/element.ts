import type { PlayClient } from '../rts/play.ts';
import { ErrorCode } from '../rts/errors.ts';
import { throughBridge } from '../rts/remote-stream.ts';
import { listen } from './listen.ts';
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

/** Makes what carries out the player's commands on the `<video>`, each by a method of its name, and reports the events of element and stream. */
export function createElement({ video, cover, client, coverUrl, dispatch }: ElementOptions) {
	/** Counts loads and unloads, so that late results of an earlier one are ignored. */
	let generation = 0;
	/** Counts `progress` events of a media URL. */
	let progressCount = 0;

	/** Ends what the element shows. */
	function clear() {
		generation++;
		video.controls = false;
		if (video.srcObject) video.srcObject = null;
		if (video.hasAttribute('src')) {
			video.removeAttribute('src');
			video.load();
		}
	}

	/** Ends what the element shows, and any connection. */
	function unload() {
		clear();
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

	function loadUrl(url: string) {
		unload();
		const current = generation;
		video.src = url;
		throughBridge(() => current === generation && play());
	}

	const cleanups = ['playing', 'waiting', 'ended', 'volumechange', 'pause', 'progress', 'error'].map((type) =>
		listen(video, type, () => {
			if (type === 'pause') {
				if (video.paused && !video.ended) dispatch({ type });
			} else if (type === 'progress') {
				if (video.hasAttribute('src')) progressCount++;
			} else if (type === 'error') {
				if (video.error && video.hasAttribute('src')) dispatch({ type: 'failed', reason: 'media' });
			} else dispatch({ type } as PlayerEvent);
		}),
	);

	function onError({ errorCode }: { errorCode: ErrorCode }) {
		if (errorCode === ErrorCode.ERROR_AUTOPLAY_ERROR) dispatch({ type: 'playRefused' });
		// Reported although playback goes on.
		else if (errorCode !== ErrorCode.ERROR_HEMLELEMENT_NOTMATCH) dispatch({ type: 'failed', reason: errorCode });
	}

	function onPlayEvent({ event }: { event: string }) {
		if (event === 'playing') dispatch({ type: 'flowing' });
		else if (event !== 'media') dispatch({ type: event } as PlayerEvent);
	}

	if (client) {
		client.on('onError', onError);
		client.on('onPlayEvent', onPlayEvent);
	}

	return {
		load({ stream: { kind, address }, timeout }: CommandOf<'load'>) {
			if (kind === 'url') return loadUrl(address);
			clear();
			const current = generation;
			client!.subscribe(address, { playTimeOut: timeout }).then(
				(stream) => current === generation && stream.play(video),
				({ errorCode }) => current === generation && dispatch({ type: 'failed', reason: errorCode }),
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

		showCover({ url }: CommandOf<'showCover'>) {
			video.parentElement!.hidden = false;
			cover.hidden = !url;
			if (url) cover.src = coverUrl(url);
		},

		play,
		unload,

		/** Changes while frames are shown or data comes in. */
		progress: () =>
			// Frames where they are counted, because Chrome's clock follows the sound while there is only one frame; else the clock.
			((video.getVideoPlaybackQuality && video.getVideoPlaybackQuality().totalVideoFrames) || video.currentTime) +
			progressCount,

		/** Ends playback and connection, and listens no longer. */
		dispose() {
			for (const cleanup of cleanups) cleanup();
			if (client) {
				client.off('onError', onError);
				client.off('onPlayEvent', onPlayEvent);
			}
			unload();
		},
	};
}
