import { addEmitterMethods, type EmitterMethods } from '../publish/emitter-methods.ts';
import { watchStatus } from '../publish/connect-status.ts';
import { MessageId } from '../play/message-id.ts';
import { createPlayClient, type PlayConfig, type ReceivedStream, type SubscribeConfig } from '../play/play.ts';
import { createPublisher, type PublishedStream } from '../publish/publisher.ts';
import { readStats, type StatsCalls } from './read-stats.ts';
import { checkElement } from '../play/check-element.ts';
import { createRemoteStream, prepareElement, type RemoteStream } from './remote-stream.ts';
import { createReporter, type ReporterOptions, VERSION } from './reporter.ts';
import type { SignalConfig } from '../play/signalling.ts';
import { isSupport, type SupportResult } from './support.ts';
import { createStats } from './stats.ts';
import type { Whep } from '../play/whep.ts';
import { whepExtras } from '../play/whep-extras.ts';

/** Settings of a client. */
export interface ClientConfig extends ReporterOptions {
	playConfig?: PlayConfig;
	/** Bearer token for WHEP and WHIP addresses without `token`. */
	token?: string;
}

/** Plays one stream and publishes one. Emits `onError`, `onPlayEvent` and `connectStatusChange`. */
export interface RtsClient extends EmitterMethods<RtsClient>, StatsCalls {
	getVersion(): string;
	/** Rejects with an {@link RtsError} 10110 to 10114 if this browser cannot play. */
	isSupport(info?: { isReceiveVideo?: boolean }): Promise<SupportResult>;
	/** Always resolves with the same object. */
	subscribe(url: string, config?: SubscribeConfig): Promise<RemoteStream>;
	unsubscribe(): Promise<void>;
	/** Resolves with the trace id. */
	startLiveStream(url: string, element: HTMLMediaElement, config?: SubscribeConfig): Promise<string>;
	stopLiveStream(): Promise<void>;
	/** Also works before the stream starts. */
	muteLiveStream(muted: boolean): boolean;
	/** Resolves with the trace id. */
	publish(url: string, stream: PublishedStream, config?: SignalConfig): Promise<string>;
	/** Leaves the local stream's devices running. */
	unpublish(): Promise<void>;
}

/** Creates a client (spec §3). */
export function createClient(settings?: ClientConfig | null): RtsClient {
	const config = settings || {};
	const report = createReporter(config);
	const whep: Whep = { token: config.token, extras: whepExtras };
	let connection: RTCPeerConnection | undefined;
	const player = createPlayClient({
		playTimeout: (config.playConfig || {}).playTimeOut,
		report,
		stats: (receivers, handlers, pc) => {
			connection = pc;
			watchStatus(pc, player.emit);
			return createStats(receivers, handlers);
		},
		onElement: prepareElement,
		whep,
	});
	const publisher = createPublisher(report, player.emit, Object.assign({}, whep));
	let received: ReceivedStream | undefined;
	/** Runs with the first media; 0 once they are there. */
	let waiting: (() => void) | 0;
	const stream = createRemoteStream(
		() => received,
		(act) => (waiting ? (waiting = act) : act()),
	);
	player.on('onSample', () => {
		if (waiting) waiting();
		waiting = 0;
	});
	report(MessageId.CREATE_CLIENT);

	const subscribe: RtsClient['subscribe'] = async (url, subscribeConfig) => {
		waiting = () => {};
		received = await player.subscribe(`${url}`, subscribeConfig || {});
		return stream;
	};

	const client = {
		getTransportStats: () => readStats(connection),
		getRemoteVideoStats: () => readStats(connection, 'video'),
		getRemoteAudioStats: () => readStats(connection, 'audio'),
		getVersion: () => VERSION,
		isSupport,
		subscribe,
		unsubscribe: player.unsubscribe,
		startLiveStream: async (url, element, subscribeConfig) => {
			checkElement(element);
			report(MessageId.START_PLAY, { vurl: url });
			await subscribe(url, subscribeConfig);
			stream.play(element);
			return stream.traceId;
		},
		stopLiveStream: () => {
			report(MessageId.STOP_PLAY);
			return player.unsubscribe();
		},
		muteLiveStream: (value) => {
			stream.muted = value;
			return true;
		},
		publish: publisher.publish,
		unpublish: publisher.unpublish,
	} as RtsClient;
	addEmitterMethods(client, player);
	return client;
}
