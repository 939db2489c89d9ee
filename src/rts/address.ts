/** A play address without its options. */
export interface PlayAddress {
	/** The address up to its options, as the server knows it. */
	url: string;
	audio: boolean;
	video: boolean;
}

/** Whether an address has the scheme `artc` (spec §5). Case-sensitive, as in the SDK. */
export const isArtc = (address: string): boolean => /^artc:\/\//.test(address);

/**
 * Whether an address is that of a WHEP or WHIP server: `whep://`, `whip://`, their `s` forms for https, or SRS's
 * `webrtc://`.
 */
export const isWhep = (address: string): boolean => /^(wh[ei]ps?|webrtc):\/\//.test(address);

/**
 * Parses `artc://host/app/stream?query@subaudio=no&subvideo=no` (spec §5). In other addresses an `@` may be part of a
 * name.
 */
export const parsePlayAddress = (address: string): PlayAddress => ({
	url: address.replace(isArtc(address) ? /@[^]*/ : /@sub[^@]*$/, ''),
	audio: !/@(.*&)?subaudio=no\b/.test(address),
	video: !/@(.*&)?subvideo=no\b/.test(address),
});

/** URL an offer is posted to: in the page's scheme, http from a file (spec §7), https for `wheps` and `whips`. */
export const signallingUrl = (address: string, pageUrl: string): string =>
	address.replace(/^wh.ps/, 'https').replace(/^\w{4}:/, /^file/.test(pageUrl) ? 'http:' : '');

/**
 * Takes the token, percent-decoded, out of a WHEP address: it travels in a header, because URLs are logged. SRS
 * (`webrtc://`, `/rtc/v1/`) keeps it, because its hooks see only the query.
 *
 * @param token used when the address has none
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
