/**
 * Requests retransmission of lost audio packets: adds a `nack` line for Opus after its one or two
 * feedback lines, as the SDK does. Chromium does not offer it by default. An offer without such lines
 * (Firefox) is returned unchanged.
 */
export const addOpusNack = (sdp: string): string =>
	sdp.replace(
		/(opus.*\r?\n(a=rtcp-fb:\d+) (?!nack)\S+(\r?\n)(?:a=rtcp-fb:\d+ (?!nack\s).*\3)?)(?!a=rtcp-fb:\d+ nack\s)/g,
		'$1$2 nack$3',
	);

/**
 * HACK(Chrome before 71): an answer with `a=extmap-allow-mixed` is refused, and servers send it without being offered it.
 * Packets are received without the line too. Remove when the oldest supported Chrome is 71.
 */
export const dropMixedExtensions = (sdp: string): string => sdp.replace(/a=extmap-allow-mixed\r?\n/g, '');

/** Whether an offer lists H.264, without which a browser cannot play the video of these streams (spec §5). */
export const hasH264 = (sdp: string | undefined): boolean => /h\.?264/i.test(sdp || '');

/**
 * Renames the tracks of an offer as the server expects them: stream `rts`, tracks `audio` and `video`.
 * Works by media section, because in Firefox and Safari the ids in the SDP are not those of the tracks.
 */
export const renameTracks = (sdp: string): string =>
	sdp
		.replace(/^(a=msid-semantic: ?WMS).*$/m, '$1 rts')
		.replace(/^m=(audio|video)[^]*?(?=^m=|(?![^]))/gm, (section, kind: string) =>
			section
				.replace(/^(a=(?:ssrc:\d+ )?msid:).*$/gm, `$1rts ${kind}`)
				.replace(/^(a=ssrc:\d+ (?:cname|label):).*$/gm, `$1${kind}`)
				.replace(/^(a=ssrc:\d+ mslabel:).*$/gm, '$1rts'),
		);
