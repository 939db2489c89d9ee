import type { PlayClient, ReceivedStream } from '../../rts/play/play.ts';

/** A stream that the player plays. */
export type PlayedStream = Pick<ReceivedStream, 'play' | 'stop' | 'join'> &
	Partial<Pick<ReceivedStream, 'mediaStream' | 'mediaElement' | 'pc'>>;

/** A client as the player uses it: the one of WebRTC, or one of lives over HTTP (`act/http-client.ts`). */
export interface MediaClient extends Pick<PlayClient, 'on' | 'off' | 'session' | 'unsubscribe'> {
	subscribe(...parameters: Parameters<PlayClient['subscribe']>): Promise<PlayedStream>;
}
