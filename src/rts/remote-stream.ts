import { ErrorCode, rtsError, type RtsError } from './errors.ts';

/** A stream that is being received. */
export interface RemoteStream {
	/** The tracks as one stream. */
	readonly mediaStream: MediaStream;
	readonly audioTrack: MediaStreamTrack | undefined;
	readonly videoTrack: MediaStreamTrack | undefined;
	/** The element it plays in. */
	readonly mediaElement: HTMLMediaElement | undefined;
	/** The server's name for this session, for a support ticket. */
	readonly traceId: string;
	/** Whether the element is silent; may be set before there is one. */
	muted: boolean;
	/** Plays it in an element. A refusal by the browser is emitted as `onError` 10201, after which the caller may mute and play the element itself. */
	play(element: HTMLMediaElement): void;
	/** Lets go of the element. */
	stop(): void;
}

/** Milliseconds WeChat's bridge may take before the element is played without it. */
const BRIDGE_TIMEOUT = 500;

/**
 * Plays from inside a callback of WeChat's bridge, which iOS counts as a touch, so that sound is
 * allowed. Elsewhere, or when the bridge stays silent, plays directly.
 */
export function throughBridge(play: () => void): void {
	if (!/micromessenger/i.test(navigator.userAgent)) return play();
	let wanted: unknown = setTimeout(go, BRIDGE_TIMEOUT);
	function go(): void {
		clearTimeout(wanted as number);
		if (wanted) play();
		wanted = 0;
	}
	const ask = (): void => (window as any).WeixinJSBridge.invoke('getNetworkType', {}, go);
	if ((window as any).WeixinJSBridge) ask();
	else document.addEventListener('WeixinJSBridgeReady', ask, { once: true });
}

/** What a remote stream is made from. */
export interface RemoteStreamParts {
	mediaStream: MediaStream;
	traceId: string;
	/** Whether a picture was asked for; an element of the other kind is an error. */
	video: boolean;
	/** Called when the element has something to show, perhaps repeatedly. */
	onFrame(): void;
	/** Called when the browser refuses to play and when an element does not fit what was asked for. */
	onError(error: RtsError): void;
}

const FRAME_EVENTS = ['loadeddata', 'timeupdate'];

/** Attributes that keep the picture in the page: iOS, and the X5 engine of WeChat and QQ. They only count when set before playing. */
const INLINE_ATTRIBUTES = {
	playsinline: '',
	'webkit-playsinline': '',
	'x5-playsinline': '',
	'x5-video-player-type': 'h5-page',
	'x-webkit-airplay': 'allow',
};

/** Makes the public face of a stream whose tracks may still be arriving. */
export function createRemoteStream({ mediaStream, traceId, video, onFrame, onError }: RemoteStreamParts): RemoteStream {
	let element: HTMLMediaElement | undefined;
	let muted: boolean | undefined;

	const fail = (code: ErrorCode, message: string): void => onError(rtsError(code, message, traceId));

	const look = (): void => {
		if (element!.readyState > 1) onFrame();
	};

	const stop = (): void => {
		const last = element;
		element = undefined;
		if (!last) return;
		for (const event of FRAME_EVENTS) last.removeEventListener(event, look);
		if (last.srcObject === mediaStream) last.srcObject = null;
	};

	const play = (target: HTMLMediaElement): void => {
		stop();
		element = target;
		const needed = video ? 'video' : 'audio';
		if (target.nodeName !== needed.toUpperCase())
			fail(ErrorCode.ERROR_HEMLELEMENT_NOTMATCH, `need html${needed}element`);
		// Whoever was told may have ended the stream.
		if (element !== target) return;
		if (target.nodeName === 'AUDIO') for (const track of mediaStream.getVideoTracks()) mediaStream.removeTrack(track);
		else for (const name in INLINE_ATTRIBUTES) target.setAttribute(name, INLINE_ATTRIBUTES[name as 'playsinline']);
		if (muted !== undefined) target.muted = muted;
		for (const event of FRAME_EVENTS) target.addEventListener(event, look);
		// HACK(iOS Safari): a stream set over another one stays black. Remove when iOS 12 is gone.
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
