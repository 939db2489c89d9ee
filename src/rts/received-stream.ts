import { ErrorCode, rtsError, type RtsError } from './errors.ts';

/** A stream that is being received. */
export interface ReceivedStream {
	/** The tracks as one stream. */
	readonly mediaStream: MediaStream;
	/** The element it plays in. */
	readonly mediaElement: HTMLMediaElement | undefined;
	/** The server's id of this session, for a support ticket. */
	readonly traceId: string;
	/** Plays it in an element. A refusal by the browser is emitted as `onError` 10201, after which the caller may mute and play the element itself. */
	play(element: HTMLMediaElement): void;
	/** Detaches the element. */
	stop(): void;
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

/** What a received stream is made from. */
export interface ReceivedStreamParts {
	mediaStream: MediaStream;
	traceId: string;
	/** Whether video was requested; an element of the other kind is an error. */
	video: boolean;
	/** Called when the element has a frame to show, possibly repeatedly. */
	onFrame(): void;
	/** Called when the browser refuses to play and when an element is not of the requested kind. */
	onError(error: RtsError): void;
}

/** Element events after which there may be a first frame. */
const FRAME_EVENTS = ['loadeddata', 'timeupdate'];

/** Attributes that keep the video inline: iOS, and the X5 engine of WeChat and QQ. They only take effect when set before playing. */
const INLINE_ATTRIBUTES = {
	playsinline: '',
	'webkit-playsinline': '',
	'x5-playsinline': '',
	'x5-video-player-type': 'h5-page',
	'x-webkit-airplay': 'allow',
};

/** Makes the stream that `subscribe` resolves with. Its tracks may still be arriving. */
export function createReceivedStream({
	mediaStream,
	traceId,
	video,
	onFrame,
	onError,
}: ReceivedStreamParts): ReceivedStream {
	let element: HTMLMediaElement | undefined;

	const fail = (code: ErrorCode, message: string): void => onError(rtsError(code, message, traceId));

	const onFrameEvent = (): void => {
		if (element!.readyState > 1) onFrame();
	};

	const stop = (): void => {
		const last = element;
		element = undefined;
		if (!last) return;
		for (const event of FRAME_EVENTS) last.removeEventListener(event, onFrameEvent);
		if (last.srcObject === mediaStream) last.srcObject = null;
	};

	const play = (target: HTMLMediaElement): void => {
		stop();
		element = target;
		const kind = video ? 'video' : 'audio';
		if (target.nodeName !== kind.toUpperCase()) fail(ErrorCode.ERROR_HEMLELEMENT_NOTMATCH, `need html${kind}element`);
		// A listener of the error may have ended the stream.
		if (element !== target) return;
		if (target.nodeName === 'AUDIO') for (const track of mediaStream.getVideoTracks()) mediaStream.removeTrack(track);
		else for (const name in INLINE_ATTRIBUTES) target.setAttribute(name, INLINE_ATTRIBUTES[name as 'playsinline']);
		for (const event of FRAME_EVENTS) target.addEventListener(event, onFrameEvent);
		// HACK(iOS 12 Safari): a stream that replaces another stays black. Remove when iOS 12 is no longer supported.
		target.srcObject = null;
		target.srcObject = mediaStream;
		throughBridge(() => {
			const playing = element === target && target.play();
			if (playing)
				playing.catch((error) => {
					// An AbortError means that the page itself paused or replaced the stream.
					if (element === target && error.name !== 'AbortError')
						fail(ErrorCode.ERROR_AUTOPLAY_ERROR, 'auto play failed');
				});
		});
	};

	return {
		mediaStream,
		traceId,
		play,
		stop,
		get mediaElement() {
			return element;
		},
	};
}
