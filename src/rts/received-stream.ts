import { ErrorCode, rtsError, type RtsError } from './errors.ts';
import { IS_SDK } from './is-sdk.ts';

/** Options of `play`. */
export interface PlayOptions {
	/** `false` leaves starting the element to the page. */
	autoplay?: boolean;
}

/** A stream being received. */
export interface ReceivedStream {
	/** All tracks. The element gets a stream of its own, which the video joins later. */
	readonly mediaStream: MediaStream;
	readonly mediaElement: HTMLMediaElement | undefined;
	/** The server's id of the session, for support tickets. */
	readonly traceId: string;
	/**
	 * Plays the stream in an element. If the browser refuses, emits `onError` 10201; the caller may then mute and play
	 * the element.
	 */
	play(element: HTMLMediaElement, options?: PlayOptions): void;
	/** Detaches the element; with `keepSource` it plays on. */
	stop(keepSource?: boolean): void;
	/** Adds the tracks to the source of a playing element; see `swap.ts`. */
	join(element: HTMLMediaElement): void;
}

/** Milliseconds to wait for WeChat's bridge. */
const BRIDGE_TIMEOUT = 500;

/**
 * Plays from a callback of WeChat's bridge, which iOS counts as a user gesture and so allows sound. Plays directly in
 * other browsers, or when the bridge does not answer in time.
 */
export function throughBridge(play: () => void): void {
	if (!/micromessenger/i.test(navigator.userAgent)) return play();
	let timer: unknown = setTimeout(playOnce, BRIDGE_TIMEOUT);
	function playOnce(): void {
		clearTimeout(timer as number);
		if (timer) play();
		timer = 0;
	}
	const callBridge = (): void => (window as any).WeixinJSBridge.invoke('getNetworkType', {}, playOnce);
	if ((window as any).WeixinJSBridge) callBridge();
	else document.addEventListener('WeixinJSBridgeReady', callBridge, { once: true });
}

/** Parts of a received stream. */
export interface ReceivedStreamParts {
	mediaStream: MediaStream;
	traceId: string;
	/** Whether video was requested. */
	video: boolean;
	/** Called when the browser refuses to play. */
	onError(error: RtsError): void;
	/** Called before the stream plays in an element; may end the stream. */
	onElement?(element: HTMLMediaElement, parts: ReceivedStreamParts): void;
}

/**
 * Creates the stream `subscribe` resolves with; its tracks may still arrive. Sound comes first: an element with a video
 * track does not start before a frame, but plays on when the track is added later.
 */
export function createReceivedStream(parts: ReceivedStreamParts): ReceivedStream & { showVideo(): void } {
	const { mediaStream, traceId, onError } = parts;
	let element: HTMLMediaElement | undefined;
	/** Source of the element. */
	let shown: MediaStream;

	const showVideo = (): void => {
		if (element) for (const track of mediaStream.getTracks()) shown.addTrack(track);
	};
	// Chromium unmutes with the first packet and plays on without a frame. In WebKit the track is unmuted already, and
	// adding it would hold the sound until a frame.
	for (const track of mediaStream.getVideoTracks())
		track.onunmute = () => element && element.readyState > 1 && showVideo();

	const stop = (keepSource?: boolean): void => {
		const last = element;
		element = undefined;
		if (!last) return;
		if (!keepSource && last.srcObject === shown) last.srcObject = null;
	};

	const play = (target: HTMLMediaElement, options?: PlayOptions): void => {
		stop();
		element = target;
		if (IS_SDK && parts.onElement) {
			parts.onElement(target, parts);
			if (element !== target) return;
		}
		const sound = mediaStream.getAudioTracks();
		shown = new MediaStream(sound[0] ? sound : mediaStream.getTracks());
		// HACK(iOS 12 Safari): a stream that replaces another stays black. Remove when iOS 12 is no longer supported.
		target.srcObject = null;
		target.srcObject = shown;
		if (IS_SDK && options && options.autoplay === false) return;
		throughBridge(() => {
			const playing = element === target && target.play();
			if (playing)
				playing.catch((error) => {
					// AbortError: the page itself paused or replaced the stream.
					if (element === target && error.name !== 'AbortError')
						onError(rtsError(ErrorCode.ERROR_AUTOPLAY_ERROR, 'auto play failed', traceId));
				});
		});
	};

	return {
		mediaStream,
		traceId,
		play,
		stop,
		join(target) {
			stop();
			element = target;
			shown = target.srcObject as MediaStream;
			showVideo();
		},
		showVideo,
		get mediaElement() {
			return element;
		},
	};
}
