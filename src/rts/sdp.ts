/**
 * Asks for lost audio packets to be sent again: adds a `nack` line for Opus after its one or two
 * feedback lines. Chromium does not offer it by itself; on a lossy mobile link it is what keeps
 * the sound whole. An offer that has no such lines (Firefox) is returned as it is.
 */
export const addOpusNack = (sdp: string): string =>
	sdp.replace(
		/(opus.*\r?\n(a=rtcp-fb:\d+) (?!nack)\S+(\r?\n)(?:a=rtcp-fb:\d+ (?!nack\s).*\3)?)(?!a=rtcp-fb:\d+ nack\s)/g,
		'$1$2 nack$3',
	);

/**
 * HACK(Chrome before 71): an answer with this line cannot be read, and servers send it unasked.
 * Without it the server's packets are read all the same. Remove when the floor is Chrome 71.
 */
export const dropMixedExtensions = (sdp: string): string => sdp.replace(/a=extmap-allow-mixed\r?\n/g, '');

/** Whether an offer names H.264, without which a browser cannot receive the video of these streams (spec §5). */
export const hasH264 = (sdp: string | undefined): boolean => /h\.?264/i.test(sdp || '');

/**
 * Gives the tracks of an offer the names the server publishes them under: stream `rts`, tracks
 * `audio` and `video`. Works by media section, because Firefox and Safari write other ids than
 * those of the tracks.
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
