/**
 * Limits in bytes after brotli 11, by the parts weighed together. Each is there to be noticed before a visitor is: load
 * something later, or make the case for a larger number here.
 * @type {import('./sizes.mjs').Budget[]}
 */
export const BUDGETS = [
	// A connection's first ten packets, less TLS and HTTP/2.
	{ name: 'index.html', parts: ['html'], limit: 13_000 },
	// What slow 3G carries from the HTML to the first packet of the API's handshake, 0.4 s; more delays the detail call, and so
	// the first frame. 100 more, which the stage script no longer has, are that hls.js and the list load before the stage script, not after it.
	{ name: 'app', parts: ['app'], limit: 19_900 },
	// Comes between that packet and the answer; the two in one file delayed the first frame by 0.15 s.
	{ name: 'preact', parts: ['preact'], limit: 9_200 },
	// Travels while the stream connects, and not longer: 0.4 s of slow 3G. 2,300 bytes more than it had, 46 ms, are the rules for
	// who is to blame, encoders that are gone, hidden pages and blocked UDP, each of which costs minutes of picture or
	// megabytes, the readers of comments, and what a visit has used.
	// 100 more are a recording's place in menu, lock screen and state; 200 tell a burst that a server has kept from a stream.
	{ name: 'stage', parts: ['stage'], limit: 20_700 },
	// Travels beside the stream, after its first burst. DOMPurify is 11 kB of it, work in slices 1.3 kB; 1.8 kB more, 36 ms of
	// slow 3G, keep its text from being unseen, overlapping or hidden: whoever cannot read it opens the page for nothing.
	{ name: 'rich text', parts: ['richText'], limit: 17_000 },
	// In spare time, or between a tap and its answer. Takes what `app` can do without: 1,300 bytes are the rules of the
	// chat's list beyond its first page; 1,200 the start of a live: its countdown and its file for calendars; 800 are unread
	// messages, ready phrases, names to answer, and the latest messages over a video that fills the screen; 900 are shortcuts and
	// media URLs for networks that let no stream through; 200 keep a reader of a quick chat from being brought to its top.
	{ name: 'more', parts: ['more'], limit: 14_700 },
	// As a replay begins, whose first seconds it follows: controls, quality, words, recovery. No broadcast needs it. 100 are
	// the way back from sound alone; 300 that a hidden tab receives what is heard, of 1,170 kbit/s 40 or 170; 200
	// that it goes on after a minute without server, at its place, where it ended or asked for an expired address for ever.
	{ name: 'replay', parts: ['replay'], limit: 5_900 },
	// Where a deployment has `rts.logUrl`, after the first frame.
	{ name: 'reports', parts: ['reports'], limit: 2_200 },
	// For HLS alone, in all engines but Apple's (`docs/decisions/hls.md`): hls.js, light, 73 kB.
	{ name: 'hls', parts: ['hls'], limit: 79_000 },
	// About half of what the page made with React DOM and the vendor's client loads, 146 kB; 200 are a deployment's settings,
	// 400 that app and Preact are two files, 200 the room beside a replay and the way back from sound alone.
	{ name: 'a visit to a live', parts: ['html', 'app', 'preact', 'stage', 'richText'], limit: 78_400 },
	// For integrators who only play.
	{ name: 'rts, play half', parts: ['rtsPlay'], limit: 5_500 },
	// The vendor's client has 35,294.
	{ name: 'rts, whole', parts: ['rts'], limit: 10_500 },
];
