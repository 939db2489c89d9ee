/** A play address without its options. */
export interface PlayAddress {
	/** The stream's address as the server knows it: everything before the first `@`. */
	url: string;
	/** Whether to receive audio. */
	audio: boolean;
	/** Whether to receive video. */
	video: boolean;
}

/** Whether an address has the scheme of a real-time stream (spec §5). Case-sensitive, as in the SDK. */
export const isArtc = (address: unknown): address is string =>
	typeof address === 'string' && address.indexOf('artc://') === 0;

/** Parses `artc://host/app/stream?query@subaudio=no&subvideo=no` (spec §5). */
export const parsePlayAddress = (address: string): PlayAddress => ({
	url: address.replace(/@[^]*/, ''),
	audio: !/@(.*&)?subaudio=no(&|$)/.test(address),
	video: !/@(.*&)?subvideo=no(&|$)/.test(address),
});

/** The URL an offer is posted to: the address in the page's own scheme, or in http when the page was opened from a file (spec §7). */
export const signallingUrl = (address: string, pageUrl: string): string =>
	(pageUrl.indexOf('file://') < 0 ? '//' : 'http://') + address.slice(7);
