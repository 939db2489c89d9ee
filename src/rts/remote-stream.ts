import type { ReceivedStream } from './received-stream.ts';

/** A stream that is being received, with what the SDK's has beyond playing. */
export interface RemoteStream extends ReceivedStream {
	readonly audioTrack: MediaStreamTrack | undefined;
	readonly videoTrack: MediaStreamTrack | undefined;
	/** Whether the element is muted; may be set before there is one. */
	muted: boolean;
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
