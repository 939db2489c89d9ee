/** What matters of a codec the browser lists. */
interface Codec {
	mimeType: string;
	sdpFmtpLine?: string;
}

/**
 * What is worth offering: Opus for sound; H.264 that may split a frame over packets, in the profiles
 * broadcasts use (not 4:4:4, `f4`), and its retransmission for the picture. The full list makes the
 * request twice as long on a weak uplink.
 */
export const isWanted = ({ mimeType, sdpFmtpLine }: Codec): boolean =>
	/opus|rtx/i.test(mimeType) || (/h264/i.test(mimeType) && /packetization-mode=1/.test(sdpFmtpLine || '') && !/id=f4/.test(sdpFmtpLine!));

/**
 * Makes a connection receive the named media, and returns the offer options that ask for the
 * same in engines without codec preferences (Chrome before 76, Safari before 13.1, Firefox before 128).
 */
export function receive(pc: RTCPeerConnection, audio: boolean, video: boolean): RTCOfferOptions {
	try {
		for (const kind of ['audio', 'video'])
			if (kind === 'audio' ? audio : video) {
				const codecs = RTCRtpReceiver.getCapabilities(kind)!.codecs.filter(isWanted);
				pc.addTransceiver(kind, { direction: 'recvonly' }).setCodecPreferences(codecs);
			}
	} catch {
		// An engine that lacks one of these calls, or H.264, offers whatever it has through the options below.
	}
	return { offerToReceiveAudio: audio, offerToReceiveVideo: video };
}
