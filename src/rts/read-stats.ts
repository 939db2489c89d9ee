/**
 * Result of `getTransportStats`: connection totals. Empty without a connection; lacks fields the engine does not
 * measure.
 */
export interface TransportStats {
	/** Milliseconds since the epoch. */
	timestamp: number;
	/** Round trip in seconds. */
	rtt: number;
	bytesReceived: number;
	bytesSent: number;
}

/** Result of `getRemoteAudioStats`. */
export interface RemoteAudioStats {
	/** Milliseconds since the epoch. */
	timestamp: number;
	bytesReceived: number;
	/** Seconds. */
	jitter: number;
	/** Average wait of a frame or sample, seconds. */
	jitterBufferDelayAvg: number;
	packetsLost: number;
	packetsReceived: number;
}

/** Result of `getRemoteVideoStats`. */
export interface RemoteVideoStats extends RemoteAudioStats {
	framesDecodedPerSecond: number;
	framesDecoded: number;
	frameWidth: number;
	frameHeight: number;
}

/** Reads statistics of the receiving connection, as the SDK 2.2.7 does. */
export interface StatsCalls {
	getTransportStats(): Promise<Partial<TransportStats>>;
	getRemoteAudioStats(): Promise<Partial<RemoteAudioStats>>;
	getRemoteVideoStats(): Promise<Partial<RemoteVideoStats>>;
}

/** Reads the active candidate pair, or the media of a kind, adding the SDK's names to the engine's fields. */
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
