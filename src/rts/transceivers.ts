/** Codec capabilities in use here. */
interface Codec {
	mimeType: string;
	sdpFmtpLine?: string;
}

export const isH264 = (mimeType: string): boolean => /h264/i.test(mimeType);

/**
 * Whether to offer a codec: Opus, H.264 with packetization mode 1 (only H.264 has that parameter) except 4:4:4 (`f4`),
 * and retransmission. The full list triples the request.
 */
export const isOfferedCodec = ({ mimeType, sdpFmtpLine = '' }: Codec): boolean =>
	/opus|rtx/i.test(mimeType) || (/packetization-mode=1/.test(sdpFmtpLine) && !/id=f4/.test(sdpFmtpLine));

/**
 * Adds receiving transceivers. Returns the equivalent offer options for engines without them (Chrome before 69, and
 * before 72 without unified plan).
 */
export function addTransceivers(pc: RTCPeerConnection, audio: boolean, video: boolean): RTCOfferOptions {
	for (const kind of ['audio', 'video'])
		if (kind === 'audio' ? audio : video)
			try {
				// The transceiver first: Safari before 13.1 has no codec preferences and ignores the offer options.
				const transceiver = pc.addTransceiver(kind, { direction: 'recvonly' });
				transceiver.setCodecPreferences(RTCRtpReceiver.getCapabilities(kind)!.codecs.filter(isOfferedCodec));
			} catch {
				// Engines without these calls (preferences: Chrome before 76, Firefox before 128) or without H.264
				// offer their default.
			}
	return { offerToReceiveAudio: audio, offerToReceiveVideo: video };
}
