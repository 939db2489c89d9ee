/** What a play address says, without its `@` part. */
export interface PlayAddress {
	/** The stream's address as it is named to the server. */
	url: string;
	audio: boolean;
	video: boolean;
}

/** Whether an address has the scheme of a real-time stream (spec §5). The test is case-sensitive, as in the SDK. */
export const isArtc = (address: unknown): address is string =>
	typeof address === 'string' && address.indexOf('artc://') === 0;

/** Reads `artc://host/app/stream?query@subaudio=no&subvideo=no` (spec §5). */
export const parsePlayAddress = (address: string): PlayAddress => ({
	url: address.replace(/@[^]*/, ''),
	audio: !/@(.*&)?subaudio=no(&|$)/.test(address),
	video: !/@(.*&)?subvideo=no(&|$)/.test(address),
});

/**
 * Where the offer for a stream is posted: the same address in the page's own scheme, or in http
 * when the page was opened from a file (spec §7).
 */
export const signallingAddress = (address: string, pageHref: string): string =>
	(pageHref.indexOf('file://') < 0 ? '//' : 'http://') + address.slice(7);
