import { ErrorCode, rtsError } from './errors.ts';
import type { ReceivedStream, ReceivedStreamParts } from './received-stream.ts';

/** A stream that is being received, with what the SDK's has beyond playing. */
export interface RemoteStream extends ReceivedStream {
	readonly audioTrack: MediaStreamTrack | undefined;
	readonly videoTrack: MediaStreamTrack | undefined;
	/** Whether the element is muted; may be set before there is one. */
	muted: boolean;
}

/** Attributes that keep the video inline: iOS, and the X5 engine of WeChat and QQ. They only take effect when set before playing. */
const INLINE_ATTRIBUTES = {
	playsinline: '',
	'webkit-playsinline': '',
	'x5-playsinline': '',
	'x5-video-player-type': 'h5-page',
	'x-webkit-airplay': 'allow',
};

/** Prepares an element to play a stream, as the SDK does. An element that is not of the requested kind is an error, and plays nevertheless. */
export function prepareElement(
	element: HTMLMediaElement,
	{ mediaStream, traceId, video, onError }: ReceivedStreamParts,
): void {
	const kind = video ? 'video' : 'audio';
	if (element.nodeName === 'AUDIO') for (const track of mediaStream.getVideoTracks()) mediaStream.removeTrack(track);
	else for (const name in INLINE_ATTRIBUTES) element.setAttribute(name, INLINE_ATTRIBUTES[name as 'playsinline']);
	if (element.nodeName !== kind.toUpperCase())
		onError(rtsError(ErrorCode.ERROR_HEMLELEMENT_NOTMATCH, `need html${kind}element`, traceId));
}

/** Makes the remote stream of an SDK client from what a play client resolves with. */
export function createRemoteStream(received: ReceivedStream): RemoteStream {
	const { mediaStream, traceId, stop } = received;
	let muted: boolean | undefined;
	return {
		mediaStream,
		traceId,
		stop,
		play: (element) => {
			if (muted !== undefined) element.muted = muted;
			received.play(element);
		},
		get mediaElement() {
			return received.mediaElement;
		},
		get audioTrack() {
			return mediaStream.getAudioTracks()[0];
		},
		get videoTrack() {
			return mediaStream.getVideoTracks()[0];
		},
		get muted() {
			const { mediaElement } = received;
			return mediaElement ? mediaElement.muted : !!muted;
		},
		set muted(value) {
			muted = value;
			if (received.mediaElement) received.mediaElement.muted = value;
		},
	};
}
