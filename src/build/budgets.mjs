/**
 * Limits of sizes after brotli 11, of parts weighed together. Each has a reason that a visitor feels; what has none is
 * only printed.
 * @type {import('./sizes.mjs').Budget[]}
 */
export const BUDGETS = [
	// A connection's first ten packets, less TLS and HTTP/2.
	{ name: 'index.html', parts: ['html'], limit: 13_000 },
	// A tap is answered after these: 0.9 s of slow 3G, half of them in the time of handshakes.
	{ name: 'html, app, preact', parts: ['html', 'app', 'preact'], limit: 43_000 },
	// 1.6 s of slow 3G, beside which the stream's first seconds have to fit.
	{ name: 'a visit to a live', parts: ['html', 'app', 'preact', 'stage', 'rich-text'], limit: 80_000 },
	// Integrators who only play load this in their own page's first flight, beside their HTML.
	{ name: 'rts, play half', parts: ['play'], limit: 5_500 },
	// A third of the vendor's client, 35,294, which it replaces.
	{ name: 'rts, whole', parts: ['global'], limit: 10_500 },
];
