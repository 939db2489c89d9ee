/** Audio of the `media` event (spec §3). */
export interface AudioStats {
	bytesReceivedPerSecond: number;
	/** Seconds; -1 while unknown. */
	rtt: number;
}

/** Video of the `media` event (spec §3). */
export interface VideoStats extends AudioStats {
	fps: number;
	framesDecodedPerSecond: number;
	width: number;
	height: number;
}

/** Names of play events (spec §3). */
export type PlayEventName = 'canplay' | 'waiting' | 'playing' | 'media' | 'timeout' | 'ended';

/** Payload of `onPlayEvent`. */
export interface PlayEvent {
	event: PlayEventName;
	data?: { audio?: AudioStats; video?: VideoStats };
}
