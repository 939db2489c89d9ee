/**
 * Asks for lost audio packets to be sent again: adds a `nack` line for Opus after its one or two
 * feedback lines. Chromium does not offer it by itself; on a lossy mobile link it is what keeps
 * the sound whole. An offer that has no such lines (Firefox) is returned as it is.
 */
export const addOpusNack = (sdp: string): string =>
	sdp.replace(
		/(opus.*\n(a=rtcp-fb:\d+) (?!nack)\S+(\r?\n)(?:a=rtcp-fb:\d+ (?!nack\s).*\n)?)(?!a=rtcp-fb:\d+ nack\s)/g,
		'$1$2 nack$3',
	);

/** Whether an offer names H.264, without which a browser cannot receive the video of these streams (spec §5). */
export const hasH264 = (sdp: string | undefined): boolean => /h\.?264/i.test(sdp || '');
