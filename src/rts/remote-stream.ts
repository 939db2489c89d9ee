import { ErrorCode, rtsError, type RtsError } from './errors.ts';

/** A stream that is being received. */
export interface RemoteStream {
	/** The tracks as one stream. */
	readonly mediaStream: MediaStream;
	readonly audioTrack: MediaStreamTrack | undefined;
	readonly videoTrack: MediaStreamTrack | undefined;
	/** The element it plays in. */
	readonly mediaElement: HTMLMediaElement | undefined;
	/** The server's id of this session, for a support ticket. */
	readonly traceId: string;
	/** Whether the element is muted; may be set before there is one. */
	muted: boolean;
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

/** What a remote stream is made from. */
export interface RemoteStreamParts {
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

/** Makes the remote stream that `subscribe` resolves with. Its tracks may still be arriving. */
export function createRemoteStream({ mediaStream, traceId, video, onFrame, onError }: RemoteStreamParts): RemoteStream {
	let element: HTMLMediaElement | undefined;
	let muted: boolean | undefined;

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
		if (muted !== undefined) target.muted = muted;
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
		get audioTrack() {
			return mediaStream.getAudioTracks()[0];
		},
		get videoTrack() {
			return mediaStream.getVideoTracks()[0];
		},
		get muted() {
			return element ? element.muted : !!muted;
		},
		set muted(value) {
			muted = value;
			if (element) element.muted = value;
		},
	};
}
