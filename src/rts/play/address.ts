// In the HTML: each byte is paid before the first paint.
/** A parsed play address. */
export interface PlayAddress {
	/** Without options. */
	url: string;
	audio: boolean;
	video: boolean;
}

/** Whether the scheme is `artc` (spec §5); case-sensitive, as in the SDK. */
export const isArtc = (address: string): boolean => /^artc:\/\//.test(address);

/** Whether the scheme is of WHEP or WHIP (`s` for https), or SRS's `webrtc`. */
export const isWhep = (address: string): boolean => /^(wh[ei]ps?|webrtc):\/\//.test(address);

/** Parses `artc://host/app/stream?query@subaudio=no&subvideo=no` (spec §5). Elsewhere `@` may be part of a name. */
export const parsePlayAddress = (address: string): PlayAddress => ({
	url: address.replace(isArtc(address) ? /@[^]*/ : /@sub[^@]*$/, ''),
	audio: !/@(.*&)?subaudio=no\b/.test(address),
	video: !/@(.*&)?subvideo=no\b/.test(address),
});

/**
 * URL to post an offer to: in the page's scheme, http from a file (spec §7), https for `wheps` and `whips`.
 *
 * @param route URL in place of an `artc://` address's scheme and host, with `$1` for the host; '' for none
 */
export const signallingUrl = (address: string, pageUrl: string, route?: string): string =>
	address
		.replace(/^wh.ps/, 'https')
		.replace(/^artc:..([^/?]+)/, route || '$&')
		.replace(/^\w{4}:/, /^file/.test(pageUrl) ? 'http:' : '');

/**
 * Moves a WHEP address's token, percent-decoded, out of the URL, because URLs are logged. SRS (`webrtc://`, `/rtc/v1/`)
 * and ZLMediaKit (`/index/api/`) keep it: their hooks see only the query. So does a percent-encoded name (`%74oken`).
 *
 * @param token for addresses without one
 */
export function splitToken(endpoint: string, token?: string): [endpoint: string, token?: string] {
	if (!/^(webrtc:|[^?]*\/(rtc\/v1|index\/api)\/)/.test(endpoint))
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
