/** Connection totals; empty without a connection, and without fields the engine lacks. */
export interface TransportStats {
	/** Milliseconds since the epoch. */
	timestamp: number;
	/** Seconds. */
	rtt: number;
	bytesReceived: number;
	bytesSent: number;
}

/** Audio totals. */
export interface RemoteAudioStats {
	/** Milliseconds since the epoch. */
	timestamp: number;
	bytesReceived: number;
	/** Seconds. */
	jitter: number;
	/** Average seconds a frame or sample waits. */
	jitterBufferDelayAvg: number;
	packetsLost: number;
	packetsReceived: number;
}

/** Video totals. */
export interface RemoteVideoStats extends RemoteAudioStats {
	framesDecodedPerSecond: number;
	framesDecoded: number;
	frameWidth: number;
	frameHeight: number;
}

/** Statistics calls of the SDK 2.2.7. */
export interface StatsCalls {
	getTransportStats(): Promise<Partial<TransportStats>>;
	getRemoteAudioStats(): Promise<Partial<RemoteAudioStats>>;
	getRemoteVideoStats(): Promise<Partial<RemoteVideoStats>>;
}

/** Reads the active candidate pair, or the media of a kind, under the engine's and the SDK's names. */
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
