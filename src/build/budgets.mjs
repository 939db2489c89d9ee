/**
 * Limits in bytes after brotli 11, by the parts weighed together.
 * @type {import('./sizes.mjs').Budget[]}
 */
export const BUDGETS = [
	{ name: 'index.html', parts: ['html'], limit: 13_000 },
	{ name: 'bundle', parts: ['app'], limit: 22_800 },
	{ name: 'index.html + bundle', parts: ['html', 'app'], limit: 35_200 },
	{ name: 'rich text', parts: ['richText'], limit: 8_000 },
	{ name: 'deferred script', parts: ['deferred'], limit: 9_500 },
	{ name: 'a visit without stream', parts: ['html', 'app', 'richText', 'deferred'], limit: 52_000 },
	{ name: 'live-player script', parts: ['livePlayer'], limit: 7_900 },
	{ name: 'a visit to a live', parts: ['html', 'app', 'richText', 'deferred', 'livePlayer'], limit: 59_300 },
	{ name: 'on-demand script', parts: ['onDemand'], limit: 4_000 },
	{ name: 'reports script', parts: ['reports'], limit: 2_000 },
	{ name: 'share-card script', parts: ['shareCards'], limit: 2_000 },
	{ name: 'chat script', parts: ['chat'], limit: 3_500 },
	{ name: 'in-app script', parts: ['inApp'], limit: 1_000 },
	{ name: 'news script', parts: ['news'], limit: 1_500 },
	{ name: 'replay script', parts: ['replay'], limit: 2_000 },
	{ name: 'script of shortcuts', parts: ['shortcuts'], limit: 1_000 },
	{ name: 'service worker', parts: ['serviceWorker'], limit: 1_000 },
	{ name: 'rts, play half', parts: ['rtsPlay'], limit: 5_000 },
	{ name: 'rts, whole', parts: ['rts'], limit: 9_800 },
];
