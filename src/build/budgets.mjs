/**
 * Limits in bytes after brotli 11, by the parts weighed together.
 * @type {import('./sizes.mjs').Budget[]}
 */
export const BUDGETS = [
	{ name: 'index.html', parts: ['html'], limit: 13_000 },
	{ name: 'bundle', parts: ['app'], limit: 24_000 },
	{ name: 'index.html + bundle', parts: ['html', 'app'], limit: 37_000 },
	{ name: 'rich text', parts: ['richText'], limit: 14_500 },
	{ name: 'deferred script', parts: ['deferred'], limit: 11_000 },
	{ name: 'a visit without stream', parts: ['html', 'app', 'richText', 'deferred'], limit: 62_000 },
	{ name: 'live-player script', parts: ['livePlayer'], limit: 9_500 },
	{ name: 'a visit to a live', parts: ['html', 'app', 'richText', 'deferred', 'livePlayer'], limit: 70_000 },
	{ name: 'on-demand script', parts: ['onDemand'], limit: 5_000 },
	{ name: 'reports script', parts: ['reports'], limit: 2_500 },
	{ name: 'share-card script', parts: ['shareCards'], limit: 2_500 },
	{ name: 'chat script', parts: ['chat'], limit: 4_500 },
	{ name: 'in-app script', parts: ['inApp'], limit: 1_500 },
	{ name: 'news script', parts: ['news'], limit: 2_500 },
	{ name: 'replay script', parts: ['replay'], limit: 2_500 },
	{ name: 'script of shortcuts', parts: ['shortcuts'], limit: 1_500 },
	{ name: 'service worker', parts: ['serviceWorker'], limit: 1_500 },
	{ name: 'rts, play half', parts: ['rtsPlay'], limit: 5_500 },
	{ name: 'rts, whole', parts: ['rts'], limit: 10_500 },
];
