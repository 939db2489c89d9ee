// In the HTML: each byte is paid before the first paint.
import { ErrorCode, rtsError, type RtsError } from './errors.ts';
import { IS_SDK } from './is-sdk.ts';

/** Options of `play`. */
export interface PlayOptions {
	/** `false`: the page starts the element. */
	autoplay?: boolean;
}

/** A stream being received. */
export interface ReceivedStream {
	/** All tracks; the element has a stream of its own. */
	readonly mediaStream: MediaStream;
	readonly mediaElement: HTMLMediaElement | undefined;
	/** Of the page's copy: whether it was ever connected. */
	readonly pc?: RTCPeerConnection | undefined;
	/** The server's session id, for support tickets. */
	readonly traceId: string;
	/** If the browser refuses, emits `onError` 10201; the caller may then play muted. */
	play(element: HTMLMediaElement, options?: PlayOptions): void;
	/** With `keepSource` the element plays on. */
	stop(keepSource?: boolean): void;
	/** Adds the tracks to a playing element's source (`swap.ts`). */
	join(element: HTMLMediaElement): void;
}

/** Milliseconds. */
const BRIDGE_TIMEOUT = 500;

/** Plays from a callback of WeChat's bridge, where iOS allows sound; directly elsewhere or without a timely answer. */
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
	video: boolean;
	pc?: RTCPeerConnection | undefined;
	onError(error: RtsError): void;
	/** Called before playing; may end the stream. */
	onElement?(element: HTMLMediaElement, parts: ReceivedStreamParts): void;
}

/**
 * Creates a received stream; tracks may follow. Starts with sound alone: with a video track, an element would wait for
 * a frame, but it plays on when the track joins later.
 */
export function createReceivedStream(parts: ReceivedStreamParts): ReceivedStream & { showVideo(): void } {
	const { mediaStream, traceId, onError } = parts;
	let element: HTMLMediaElement | undefined;
	let shown: MediaStream;

	const showVideo = (): void => {
		if (element) for (const track of mediaStream.getTracks()) shown.addTrack(track);
	};
	// Chromium unmutes with the first packet and plays on without a frame. WebKit unmutes earlier, and would wait for a
	// frame.
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
					// AbortError: the page paused or replaced the stream.
					if (element === target && error.name !== 'AbortError')
						onError(rtsError(ErrorCode.ERROR_AUTOPLAY_ERROR, IS_SDK ? 'auto play failed' : '', traceId));
				});
		});
	};

	return {
		mediaStream,
		traceId,
		pc: parts.pc,
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
