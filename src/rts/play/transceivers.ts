// In the HTML: each byte is paid before the first paint.
interface Codec {
	mimeType: string;
	sdpFmtpLine?: string;
}

/**
 * Whether to offer a codec: Opus, retransmission, and H.264 with packetization mode 1 (which only it has) but not 4:4:4
 * (`f4`). The full list triples the request.
 */
export const isOfferedCodec = ({ mimeType, sdpFmtpLine = '' }: Codec): boolean =>
	/opus|rtx/i.test(mimeType) || (/packetization-mode=1/.test(sdpFmtpLine) && !/id=f4/.test(sdpFmtpLine));

/**
 * Adds receiving transceivers. Returns equivalent offer options for engines without them (Chrome before 69, or before
 * 72 without unified plan).
 */
export function addTransceivers(pc: RTCPeerConnection, audio: boolean, video: boolean): RTCOfferOptions {
	for (const kind of ['audio', 'video'])
		if (kind === 'audio' ? audio : video)
			try {
				// First, as Safari before 13.1 has no codec preferences and ignores offer options.
				const transceiver = pc.addTransceiver(kind, { direction: 'recvonly' });
				transceiver.setCodecPreferences(RTCRtpReceiver.getCapabilities(kind)!.codecs.filter(isOfferedCodec));
			} catch {
				// Without these calls (preferences: Chrome 76, Firefox 128) or H.264, the default is offered.
			}
	return { offerToReceiveAudio: audio, offerToReceiveVideo: video };
}
