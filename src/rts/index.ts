/** Streaming client with the interface of the vendor's web SDK 2.0.0 and 2.2.7. */
import { createClient } from './sdk/client.ts';
import { getCameraList, getMicList } from './publish/devices.ts';
import { createStream } from './publish/local-stream.ts';

export type { ClientConfig, RtsClient } from './sdk/client.ts';
export { ConnectStatus, type ConnectStatusEvent } from './publish/connect-status.ts';
export type { AudioConfig, StreamConfig, VideoConfig } from './publish/devices.ts';
// Names from the SDK's declarations.
export type { ClientConfig as IConfig } from './sdk/client.ts';
export type {
	AudioConfig as IAudioConstraints,
	StreamConfig as IStreamConfig,
	VideoConfig as IVideoConstraints,
} from './publish/devices.ts';
export { ErrorCode, type RtsError } from './play/errors.ts';
export type { ErrorReply } from './play/error-reply.ts';
export type { Listener } from './play/events.ts';
export type { LocalStream } from './publish/local-stream.ts';
export type {
	PlayConfig,
	PlayConfig as IPlayConfig,
	SubscribeConfig,
	SubscribeConfig as ISubscribeConfig,
} from './play/play.ts';
export type { PublishedStream } from './publish/publisher.ts';
export type { PlayOptions } from './play/received-stream.ts';
export type { AudioStats, PlayEvent, PlayEventName, VideoStats } from './play/play-event.ts';
export type { RemoteAudioStats, RemoteVideoStats, TransportStats } from './sdk/read-stats.ts';
export type { RemoteStream } from './sdk/remote-stream.ts';
export type { ReportFields, ReporterOptions } from './sdk/reporter.ts';
export type { SignalConfig, SignalConfig as IPublishConfig } from './play/signalling.ts';
export { checkSupport, type Capabilities, type SupportResult } from './sdk/support.ts';
export { createClient, createStream, getCameraList, getMicList };

/** Global of the SDK. */
export const AliRTS = { createClient, createStream, getCameraList, getMicList };
export default AliRTS;
