/** Recordings whose host lets no script read them, or sends other parts. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Origin } from '../origin/index.ts';
import { chooseQuality } from '../support/reconnect.ts';
import { message, plays } from '../support/recording-page.ts';
import { sideBySide } from '../support/scenarios.ts';
import { scriptRan } from '../support/site.ts';
import { until, within } from '../support/until.ts';

const it = suite('hosts of recordings');
const run = sideBySide(it);
const BEST_FIRST = { player: { headroom: 0.001 } };

/** Offers two qualities on another host. */
function useOtherHost(origin: Origin): void {
	const { port, hostname } = new URL(origin.url);
	const host = hostname === 'localhost' ? '127.0.0.1' : 'localhost';
	const url = (name: string) => `http://${host}:${port}/media/recording${name}.mp4`;
	const playbackQualities = [
		{ name: '高清', kbps: 1173, url: url('') },
		{ name: '标清', kbps: 443, url: url('_sd') },
	];
	origin.setLive({ id: '9', playbackUrl: url(''), playbackQualities });
}

const UNREADABLE = { path: '/media/', times: -1, headers: { 'access-control-allow-origin': 'https://example.com' } };

const sourceOf = (page: Page) => page.evaluate(() => document.querySelector('video')!.src);

run(
	'should play the address where the host lets no script read it, with its menu, and change at the place',
	async ({ origin, visit }) => {
		useOtherHost(origin);
		origin.setFault(UNREADABLE);
		const { page } = await visit('?id=9');
		await plays(page, [''], 1);
		assert.match(await sourceOf(page), /recording\.mp4$/);
		await scriptRan(page, 'replay');
		await page.evaluate(() => void (document.querySelector('video')!.currentTime = 60));
		await plays(page, [''], 60.5);
		await chooseQuality(page, '标清');
		await plays(page, ['_sd'], 60);
		assert.match(await sourceOf(page), /recording_sd\.mp4$/);
	},
	BEST_FIRST,
);

run(
	'should ask such a host by elements alone once it fails, and begin by itself once it is back',
	async ({ origin, visit }) => {
		useOtherHost(origin);
		origin.setFault({ ...UNREADABLE, status: 503 });
		const requests: string[] = [];
		const { page } = await visit('?id=9', {
			before: async (page) =>
				page.on('request', (request) => {
					if (/\.mp4$/.test(request.url())) requests.push(`${request.method()} ${request.resourceType()}`);
				}),
		});
		await message(page, '视频加载失败，请重试').waitFor();
		const element = 'GET media';
		assert.equal(requests.slice(0, 5), ['GET fetch', 'HEAD fetch', element, element, element]);
		origin.setFault({ ...UNREADABLE, times: 0 });
		origin.setFault(UNREADABLE);
		await plays(page, [''], 1, within(20_000));
		assert.match(await sourceOf(page), /recording\.mp4$/);
	},
	BEST_FIRST,
);

run(
	'should play the address from far within an hour where the readers for that do not come',
	async ({ origin, visit }) => {
		origin.setLive({ id: '3', playbackUrl: '{origin}/media/hour_sd.mp4' });
		let attempts = 0;
		const { page } = await visit('?id=3&t=1800', {
			before: (page) => page.route(/replay-later\./, (route) => (attempts++, route.abort())),
		});
		await plays(page, ['_sd'], 1800);
		assert.match(await sourceOf(page), /hour_sd\.mp4$/);
		// What else is in that script is needed still.
		await until(() => attempts > 2, 'the script is requested again');
	},
);

/** Changes the page's own requests for parts of a file. */
const alter = (page: Page, act: (from: number, to: number, url: string) => { to?: number; url?: string }) =>
	page.route('**/media/recording_sd.mp4', (route) => {
		const request = route.request();
		const [, from, to] = /(\d+)-(\d+)/.exec(request.headers().range ?? '') ?? [];
		if (!to) return route.fallback();
		const { to: last = to, url = request.url() } = act(+from!, +to, request.url());
		return route.continue({ url, headers: { ...request.headers(), range: `bytes=${from}-${last}` } });
	});

run('should read on from a host that sends little at once', async ({ origin, visit }) => {
	origin.setLive({ id: '3', playbackUrl: '{origin}/media/recording_sd.mp4' });
	const { page } = await visit('?id=3', {
		before: (page) => alter(page, (from, to) => ({ to: Math.min(to, from + 49_999) })),
	});
	await plays(page, ['_sd'], 3);
	assert.match(await sourceOf(page), /^blob:/);
});

run('should go on at its place with a file that has taken the place of another', async ({ origin, visit }) => {
	origin.setLive({ id: '3', playbackUrl: '{origin}/media/recording_sd.mp4' });
	const { page } = await visit('?id=3');
	await plays(page, ['_sd'], 1);
	await scriptRan(page, 'replay');
	await alter(page, (_from, _to, url) => ({ url: url.replace('_sd', '_ld') }));
	await page.evaluate(() => void (document.querySelector('video')!.currentTime = 60));
	await plays(page, ['_ld'], 60.5);
	assert.match(await sourceOf(page), /^blob:/);
});

it.run();
