import { ErrorCode, rtsError, type RtsError } from './errors.ts';
import { IS_SDK } from './is-sdk.ts';

/** How an element is given a stream. */
export interface PlayOptions {
	/** `false`: the page starts the element itself. */
	autoplay?: boolean;
}

/** A stream that is being received. */
export interface ReceivedStream {
	/** The tracks as one stream. The element has one of its own, which the video joins later. */
	readonly mediaStream: MediaStream;
	/** The element it plays in. */
	readonly mediaElement: HTMLMediaElement | undefined;
	/** The server's id of this session, for a support ticket. */
	readonly traceId: string;
	/** Plays it in an element. A refusal by the browser is emitted as `onError` 10201, after which the caller may mute and play the element itself. */
	play(element: HTMLMediaElement, options?: PlayOptions): void;
	/** Detaches the element. `keepSource`: which plays on. */
	stop(keepSource?: boolean): void;
	/** Adds its tracks to the source of an element that plays already; see `swap.ts`. */
	join(element: HTMLMediaElement): void;
}

/** Milliseconds to wait for WeChat's bridge before playing without it. */
const BRIDGE_TIMEOUT = 500;

/**
 * Plays from inside a callback of WeChat's bridge, which iOS counts as a user gesture, so that playing with sound
 * is allowed. Plays directly in other browsers, and when the bridge does not answer in time.
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
	/** Called with an element that the stream is about to play in; may end the stream. */
	onElement?(element: HTMLMediaElement, parts: ReceivedStreamParts): void;
}

/**
 * Makes the stream that `subscribe` resolves with. Its tracks may still be arriving. Sound comes first: an element whose
 * stream has a video track does not start before it has a frame, and one that plays goes on when that track is added.
 */
export function createReceivedStream(parts: ReceivedStreamParts): ReceivedStream & { showVideo(): void } {
	const { mediaStream, traceId, onError } = parts;
	let element: HTMLMediaElement | undefined;
	/** Source of the element. */
	let shown: MediaStream;

	const showVideo = (): void => {
		if (element) for (const track of mediaStream.getTracks()) shown.addTrack(track);
	};
	// Chromium unmutes with the first packet and plays on without a frame. In WebKit the track is unmuted by now, and the sound
	// would wait for a frame.
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
					// An AbortError means that the page itself paused or replaced the stream.
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
