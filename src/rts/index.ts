/** Streaming client with the interface of the vendor's web SDK 2.0.0 and 2.2.7. */
import { createClient } from './client.ts';
import { getCameraList, getMicList } from './devices.ts';
import { createStream } from './local-stream.ts';

export type { ClientConfig, RtsClient } from './client.ts';
export { ConnectStatus, type ConnectStatusEvent } from './connect-status.ts';
export type { AudioConfig, StreamConfig, VideoConfig } from './devices.ts';
// Names from the SDK's declarations.
export type { ClientConfig as IConfig } from './client.ts';
export type {
	AudioConfig as IAudioConstraints,
	StreamConfig as IStreamConfig,
	VideoConfig as IVideoConstraints,
} from './devices.ts';
export { ErrorCode, type RtsError } from './errors.ts';
export type { ErrorReply } from './error-reply.ts';
export type { Listener } from './events.ts';
export type { LocalStream } from './local-stream.ts';
export type {
	PlayConfig,
	PlayConfig as IPlayConfig,
	SubscribeConfig,
	SubscribeConfig as ISubscribeConfig,
} from './play.ts';
export type { PublishedStream } from './publisher.ts';
export type { PlayOptions } from './received-stream.ts';
export type { AudioStats, PlayEvent, PlayEventName, VideoStats } from './stats.ts';
export type { RemoteAudioStats, RemoteVideoStats, TransportStats } from './read-stats.ts';
export type { RemoteStream } from './remote-stream.ts';
export type { ReportFields, ReporterOptions } from './reporter.ts';
export type { SignalConfig, SignalConfig as IPublishConfig } from './signalling.ts';
export { checkSupport, type Capabilities, type SupportResult } from './support.ts';
export { createClient, createStream, getCameraList, getMicList };

/** Global of the SDK. */
export const AliRTS = { createClient, createStream, getCameraList, getMicList };
export default AliRTS;
