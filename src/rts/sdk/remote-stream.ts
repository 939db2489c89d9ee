import { addEmitterMethods, type EmitterMethods } from '../publish/emitter-methods.ts';
import { checkElement } from '../play/check-element.ts';
import { ErrorCode, rtsError } from '../play/errors.ts';
import { createEmitter } from '../play/events.ts';
import type { ReceivedStream, ReceivedStreamParts } from '../play/received-stream.ts';

/** A received stream with the rest of the SDK's interface. */
export interface RemoteStream extends ReceivedStream, EmitterMethods<RemoteStream> {
	readonly audioTrack: MediaStreamTrack | undefined;
	readonly videoTrack: MediaStreamTrack | undefined;
	getMediaStream(): MediaStream;
	/** May be set before there is an element. */
	muted: boolean;
}

/** Keep video inline in iOS and X5 (WeChat, QQ), if set before playing. */
const INLINE_ATTRIBUTES = {
	playsinline: '',
	'webkit-playsinline': '',
	'x5-playsinline': '',
	'x5-video-player-type': 'h5-page',
	'x-webkit-airplay': 'allow',
};

/** Prepares an element as the SDK does. The wrong kind is an error, but plays. */
export function prepareElement(
	element: HTMLMediaElement,
	{ mediaStream, traceId, video, onError }: ReceivedStreamParts,
): void {
	const kind = video ? 'video' : 'audio';
	if (element.nodeName === 'AUDIO') for (const track of mediaStream.getVideoTracks()) mediaStream.removeTrack(track);
	else for (const name in INLINE_ATTRIBUTES) element.setAttribute(name, INLINE_ATTRIBUTES[name as 'playsinline']);
	if (element.nodeName !== kind.toUpperCase())
		onError(rtsError(ErrorCode.ERROR_HEMLELEMENT_NOTMATCH, 'need html' + kind + 'element', traceId));
}

/**
 * Creates a client's only remote stream, which stands for the latest.
 *
 * @param whenMedia the element's own events would come before there is anything to play
 */
export function createRemoteStream(
	received: () => ReceivedStream | undefined,
	whenMedia: (act: () => void) => unknown,
): RemoteStream {
	let muted: boolean | undefined;
	const element = (): HTMLMediaElement | undefined => (received() ? received()!.mediaElement : undefined);
	const stream = {
		play: (target, options) => {
			checkElement(target);
			whenMedia(() => {
				if (muted !== undefined) target.muted = muted;
				received()!.play(target, options);
			});
		},
		// Also in place of a start that waits.
		stop: () => whenMedia(() => received()!.stop()),
		getMediaStream: () => stream.mediaStream,
		get mediaStream() {
			return received()!.mediaStream;
		},
		get traceId() {
			return received()!.traceId;
		},
		get mediaElement() {
			return element();
		},
		get audioTrack() {
			return stream.mediaStream.getAudioTracks()[0];
		},
		get videoTrack() {
			return stream.mediaStream.getVideoTracks()[0];
		},
		get muted() {
			const { muted: own = !!muted } = element() || {};
			return own;
		},
		set muted(value) {
			muted = value;
			const target = element();
			if (target) target.muted = value;
		},
	} as RemoteStream;
	return addEmitterMethods(stream, createEmitter());
}
