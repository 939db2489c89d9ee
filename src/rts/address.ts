/** A play address without its options. */
export interface PlayAddress {
	/** The stream's address as the server knows it: everything before the options. */
	url: string;
	/** Whether to receive audio. */
	audio: boolean;
	/** Whether to receive video. */
	video: boolean;
}

/** Whether an address has the scheme of a real-time stream (spec §5). Case-sensitive, as in the SDK. */
export const isArtc = (address: string): boolean => /^artc:\/\//.test(address);

/** Whether an address is that of a WHEP or WHIP server: `whep://` and `whip://`, with an `s` for https, or `webrtc://` as SRS has it. */
export const isWhep = (address: string): boolean => /^(wh[ei]ps?|webrtc):\/\//.test(address);

/** Parses `artc://host/app/stream?query@subaudio=no&subvideo=no` (spec §5). Other addresses are URLs, where an `@` may be part of a name. */
export const parsePlayAddress = (address: string): PlayAddress => ({
	url: address.replace(isArtc(address) ? /@[^]*/ : /@sub[^@]*$/, ''),
	audio: !/@(.*&)?subaudio=no\b/.test(address),
	video: !/@(.*&)?subvideo=no\b/.test(address),
});

/**
 * The URL an offer is posted to: the address in the page's own scheme, or in http when the page was opened from a file
 * (spec §7); with `wheps` and `whips` in https.
 */
export const signallingUrl = (address: string, pageUrl: string): string =>
	address.replace(/^wh.ps/, 'https').replace(/^\w{4}:/, /^file/.test(pageUrl) ? 'http:' : '');

/**
 * Takes the token out of the address of a WHEP server, percent-decoded: it travels in a header, because URLs are logged. Not for
 * SRS, whose hooks get the query only: `webrtc://`, and paths under `/rtc/v1/`.
 *
 * @param token of an address without one
 */
export function splitToken(endpoint: string, token?: string): [endpoint: string, token?: string] {
	if (!/^(webrtc:|[^?]*\/rtc\/v1\/)/.test(endpoint))
		endpoint = endpoint.replace(/([?&])token=([^&@]*)&?/, (_match, separator: string, own: string) => {
			try {
				token = decodeURIComponent(own);
			} catch {
				token = own;
			}
			return separator;
		});
	return [endpoint, token];
}
