/**
 * Renames an offer's tracks as the server expects, by media section: in Firefox and Safari, SDP ids are not the
 * tracks'.
 */
export const renameTracks = (sdp: string): string =>
	sdp
		.replace(/^(a=msid-semantic: ?WMS).*$/m, '$1 rts')
		.replace(/^m=(audio|video)[^]*?(?=^m=|(?![^]))/gm, (section, kind: string) =>
			section
				.replace(/^(a=(?:ssrc:\d+ )?msid:).*$/gm, '$1rts ' + kind)
				.replace(/^(a=ssrc:\d+ (?:cname|label):).*$/gm, '$1' + kind)
				.replace(/^(a=ssrc:\d+ mslabel:).*$/gm, '$1rts'),
		);
