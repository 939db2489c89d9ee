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
	/opus|rtx/i.test(mimeType) ||
	(/h264/i.test(mimeType) && /packetization-mode=1/.test(sdpFmtpLine || '') && !/id=f4/.test(sdpFmtpLine!));

/**
 * Makes a connection receive the named media, and returns the offer options that ask for the same in
 * engines without transceivers (Chrome before 69, and before 72 without unified plan).
 */
export function receive(pc: RTCPeerConnection, audio: boolean, video: boolean): RTCOfferOptions {
	for (const kind of ['audio', 'video'])
		if (kind === 'audio' ? audio : video)
			try {
				// The transceiver first: Safari before 13.1 has no preferences, and knows no offer options either.
				const transceiver = pc.addTransceiver(kind, { direction: 'recvonly' });
				transceiver.setCodecPreferences(RTCRtpReceiver.getCapabilities(kind)!.codecs.filter(isWanted));
			} catch {
				// An engine that lacks one of these calls (preferences: Chrome before 76, Firefox before 128), or H.264, offers whatever it has.
			}
	return { offerToReceiveAudio: audio, offerToReceiveVideo: video };
}
