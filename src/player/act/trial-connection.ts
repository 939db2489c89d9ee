import type { RtsError } from '../../rts/play/errors.ts';
import type { MediaClient, PlayedStream } from '../core/media-client.ts';
import type { Sample } from '../../rts/play/sample.ts';
import { hasStarted, swap } from '../../rts/play/swap.ts';
import type { createElement } from './element.ts';
import type { Stream, StreamKind } from '../core/source.ts';
import type { PlayerEvent } from '../core/draft.ts';

/** Samples of sound without video, 200 ms each, after which the camera is off. */
const SOUND_SAMPLES = 10;

/** Options of {@link createTrialConnection}. */
export interface TrialConnectionOptions {
	element: ReturnType<typeof createElement>;
	video: HTMLVideoElement;
	makeClient: (kind: StreamKind) => MediaClient;
	dispatch: (event: PlayerEvent) => void;
}

/** Creates a slot for one connection beside the playing one. */
export function createTrialConnection({ element, video, makeClient, dispatch }: TrialConnectionOptions) {
	let client: MediaClient | undefined;
	let received: PlayedStream | undefined;
	let sample: Sample | undefined;

	function drop(): void {
		const last = client;
		client = received = sample = undefined;
		if (last) last.unsubscribe();
	}

	return {
		/** Connects; reports `trialAnswered`, then `trialReady` or `trialFailed`. `timeout` in milliseconds. */
		start({ kind, address }: Stream, timeout: number, hasVideo: boolean): void {
			drop();
			const current = (client = makeClient(kind));
			let remaining = SOUND_SAMPLES;
			const onFailed = (error: RtsError) => {
				if (client !== current) return;
				drop();
				dispatch({ type: 'trialFailed', reason: error.errorCode, error });
			};
			current.on('onError', onFailed);
			current.on('onPlayEvent', ({ event }: { event: string }) => {
				if (event !== 'ended' || client !== current) return;
				drop();
				dispatch({ type: 'trialFailed', reason: 'ended' });
			});
			current.on('onSample', (next: Sample) => {
				if (client !== current) return;
				sample = next;
				if (received && hasStarted(next, hasVideo && (next.videoBytes > 0 || remaining-- > 0)))
					dispatch({ type: 'trialReady' });
			});
			current.subscribe(address, { playTimeOut: timeout }).then((stream) => {
				if (client !== current) return;
				received = stream;
				dispatch({ type: 'trialAnswered' });
			}, onFailed);
		},

		/** From its first media on. */
		sample: () => sample,

		/** Once answered. */
		stream: () => received,

		/** Takes over the element; ends the other connection. */
		swap(): void {
			const { client: old, received: oldStream } = element.connection();
			if (!client || !received) return;
			const next = client;
			const stream = received;
			client = received = sample = undefined;
			element.adopt(next, stream);
			if (!oldStream || !swap(oldStream, stream)) {
				if (oldStream) oldStream.stop(true);
				stream.play(video);
			}
			if (old) old.unsubscribe();
		},

		drop,
	};
}

export type TrialConnection = ReturnType<typeof createTrialConnection>;
