/** The part of a codec's capabilities that is looked at. */
interface Codec {
	mimeType: string;
	sdpFmtpLine?: string;
}

/** Whether a codec is H.264, by its MIME type. */
export const isH264 = (mimeType: string): boolean => /h264/i.test(mimeType);

/**
 * Whether a codec is offered: Opus; H.264 with packetization mode 1 (no other codec has that parameter), in the profiles broadcasts use (not
 * 4:4:4, `f4`); and its retransmission. The browser's full list makes the request three times as long.
 */
export const isOfferedCodec = ({ mimeType, sdpFmtpLine = '' }: Codec): boolean =>
	/opus|rtx/i.test(mimeType) || (/packetization-mode=1/.test(sdpFmtpLine) && !/id=f4/.test(sdpFmtpLine));

/**
 * Adds receiving transceivers for the wanted media. Returns the offer options that request the same in
 * engines without transceivers (Chrome before 69, and before 72 without unified plan).
 */
export function addTransceivers(pc: RTCPeerConnection, audio: boolean, video: boolean): RTCOfferOptions {
	for (const kind of ['audio', 'video'])
		if (kind === 'audio' ? audio : video)
			try {
				// The transceiver first: Safari before 13.1 has no codec preferences and ignores the offer options.
				const transceiver = pc.addTransceiver(kind, { direction: 'recvonly' });
				transceiver.setCodecPreferences(RTCRtpReceiver.getCapabilities(kind)!.codecs.filter(isOfferedCodec));
			} catch {
				// An engine without one of these calls (preferences: Chrome before 76, Firefox before 128), or without H.264, offers its default.
			}
	return { offerToReceiveAudio: audio, offerToReceiveVideo: video };
}
