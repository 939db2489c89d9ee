/** Totals of the connection, for `getTransportStats`. Empty while there is none; without fields that an engine does not measure. */
export interface TransportStats {
	/** Milliseconds since the epoch. */
	timestamp: number;
	/** Round trip to the server in seconds. */
	rtt: number;
	bytesReceived: number;
	bytesSent: number;
}

/** Totals of the audio, for `getRemoteAudioStats`. */
export interface RemoteAudioStats {
	/** Milliseconds since the epoch. */
	timestamp: number;
	bytesReceived: number;
	/** Seconds. */
	jitter: number;
	/** Seconds that a frame or sample has waited on average. */
	jitterBufferDelayAvg: number;
	packetsLost: number;
	packetsReceived: number;
}

/** Totals of the video, for `getRemoteVideoStats`. */
export interface RemoteVideoStats extends RemoteAudioStats {
	framesDecodedPerSecond: number;
	framesDecoded: number;
	frameWidth: number;
	frameHeight: number;
}

/** The calls that read the statistics of the connection that receives, as in the SDK 2.2.7. */
export interface StatsCalls {
	getTransportStats(): Promise<Partial<TransportStats>>;
	getRemoteAudioStats(): Promise<Partial<RemoteAudioStats>>;
	getRemoteVideoStats(): Promise<Partial<RemoteVideoStats>>;
}

/** Reads the pair of candidates that is in use, or the media of a kind: as the engine has it, with fields under the SDK's names. */
export async function readStats(pc: RTCPeerConnection | undefined, kind?: 'audio' | 'video'): Promise<any> {
	let found = {};
	if (pc && pc.signalingState !== 'closed')
		(await pc.getStats()).forEach((entry) => {
			if (entry.bytesReceived > 0 && entry.type !== 'transport' && (entry.kind || entry.mediaType) === kind)
				found = Object.assign(
					{
						rtt: entry.currentRoundTripTime,
						framesDecodedPerSecond: entry.framesPerSecond,
						jitterBufferDelayAvg: entry.jitterBufferDelay / entry.jitterBufferEmittedCount || 0,
					},
					entry,
				);
		});
	return found;
}
