/**
 * Limits in bytes after brotli 11, by the parts weighed together. Each is there to be noticed before a visitor is: load
 * something later, or make the case for a larger number here.
 * @type {import('./sizes.mjs').Budget[]}
 */
export const BUDGETS = [
	// A connection's first ten packets, less TLS and HTTP/2.
	{ name: 'index.html', parts: ['html'], limit: 13_000 },
	// On slow 3G a tap is answered in half the time of the same page made with React DOM. 33,000 until refusals came in the
	// server's words, places were kept over Back, and the lock screen named the live.
	{ name: 'app', parts: ['app'], limit: 34_800 },
	// Travels while the stream connects. 9,000 until it had rules for long outages and vanished qualities.
	{ name: 'live', parts: ['live'], limit: 10_000 },
	// Travels beside the stream, after its first burst. DOMPurify is 11 kB of it, work in slices 1.3 kB.
	{ name: 'rich text', parts: ['richText'], limit: 15_200 },
	// In spare time, or between a tap and its answer. Takes what `app` can do without.
	{ name: 'more', parts: ['more'], limit: 12_300 },
	// Half of what the page made with React DOM and the vendor's client loads.
	{ name: 'a visit to a live', parts: ['html', 'app', 'live', 'richText'], limit: 73_000 },
	// For integrators who only play.
	{ name: 'rts, play half', parts: ['rtsPlay'], limit: 5_500 },
	// The vendor's client has 35,294.
	{ name: 'rts, whole', parts: ['rts'], limit: 10_500 },
];
