/** Every payload where the API has a URL: none is used. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PAYLOADS, URL_PAYLOADS } from '../fixtures/payloads.ts';
import { callText, type EnginePage } from '../support/engine-page.ts';
import { ENGINES, visitEngine } from '../support/other-engines.ts';
import { inspect, openWatched, pageLoaded, remember } from '../support/payload-page.ts';
import { siteFor } from '../support/site.ts';
import { build } from 'esbuild';
import { BROWSERS } from '../../build.mjs';
import { root } from '../support/root.ts';

const it = suite('payloads in URLs');

/** Bundles a few lines of TypeScript for a test page, for the engines the page is built for. Imports start at the top folder: `./src/…`. */
async function bundle(source: string): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents: source, resolveDir: root, loader: 'ts' },
		bundle: true,
		write: false,
		format: 'iife',
		target: BROWSERS,
		supported: { destructuring: true },
	});
	return outputFiles[0]!.text;
}

/** Runs in a page: `urlsOf` lists what a live and its share card make of an address in every field. */
const IN_PAGE = `
	import { LIVE_EXAMPLE } from './src/api/examples.ts';
	import { readLive } from './test/support/read-live.ts';
	import { leavingUrl } from './src/visit/leaving-url.ts';
	import { shareData } from './src/share/share-card.ts';
	const FIELDS = Object.keys(LIVE_EXAMPLE).filter((name) => /:\\/\\//.test(LIVE_EXAMPLE[name]));
	const SHARE = { title: '', description: '', image: '/share.png' };
	self.urlsOf = (address) => {
		const recData = { id: address, qualities: [{ name: 'x', kbps: 1, url: address }] };
		for (const name of FIELDS) recData[name] = address;
		const { coverImg, poster, headPic, playbackUrl, originRts, qualities, shareUrl } = readLive(recData);
		const card = shareData({ ...readLive(recData), id: '0' }, location.origin + '/', SHARE, leavingUrl);
		return {
			urls: [coverImg, poster, headPic, playbackUrl, shareUrl, originRts, ...qualities.map(({ address }) => address)],
			card: [card.link, card.imgUrl],
		};
	};
`;

/** Fields of a live that hold URLs. */
const FIELDS = ['coverImg', 'videoPic', 'posPic', 'headPic', 'playbackUrl', 'originRts', 'shareUrl'];

interface Urls {
	/** '' where the address is not used. */
	urls: string[];
	/** Link and image. */
	card: string[];
}

/** Makes URLs of addresses in a page of the origin. */
async function urlsOf({ evaluate }: Pick<EnginePage, 'evaluate'>, addresses: string[]): Promise<Urls[]> {
	await evaluate(new Function(await bundle(IN_PAGE)) as () => void);
	return evaluate((addresses) => addresses.map((address) => (self as any).urlsOf(address)), addresses);
}

const site = siteFor(it, { config: { livePollInterval: 0, chatPollInterval: 0 } });

/** Asserts that no address is used, and that markup becomes a URL of the page's own host at most. */
async function checkUrls(page: Pick<EnginePage, 'evaluate'>, origin: string): Promise<void> {
	for (const [index, { urls, card }] of (await urlsOf(page, URL_PAYLOADS)).entries())
		assert.equal(
			[...urls.filter(Boolean), ...card],
			[`${origin}/?id=0`, `${origin}/share.png`],
			JSON.stringify(URL_PAYLOADS[index]),
		);
	for (const [index, { urls, card }] of (await urlsOf(page, PAYLOADS)).entries())
		for (const url of [...urls, ...card])
			assert.ok(!url || new URL(url).origin === origin, `${PAYLOADS[index]} became ${url}`);
}

it('should use none in Chromium', async () => {
	const { page, problems, close } = await site.visit('?id=0', { bypassCSP: true });
	await checkUrls({ evaluate: (run, ...args) => page.evaluate(callText(run, args)) }, site.origin.url);
	assert.equal(problems, []);
	await close();
});

for (const engine of ENGINES)
	it(`should use none in ${engine.name}`, () =>
		visitEngine(engine, async (page, origin) => {
			await page.goto(`${origin.url}/?id=0`);
			await checkUrls(page, origin.url);
		}));

it('should stay unchanged during a whole visit with payloads as URLs', async () => {
	const addresses = [`javascript:PWN()`, `data:text/html,<script>PWN()</script>`, `https://[`, ``];
	for (const [index, address] of addresses.entries())
		for (const id of ['0', '1', '3']) {
			site.origin.setLive({ id, ...Object.fromEntries(FIELDS.map((name) => [name, address])) });
			const { page, problems, watch, close } = await openWatched(site, `?id=${id}`, { bypassCSP: index % 2 === 0 });
			await pageLoaded(page);
			if (id === '3') await page.getByText(/视频加载失败，请重试|回放还在准备中/).waitFor();
			await page.evaluate(remember);
			assert.equal(await page.evaluate(inspect), [], `id ${id}, ${address}`);
			assert.equal(watch, { foreign: [], events: [] });
			assert.equal(problems, []);
			await close();
		}
});

it.run();
