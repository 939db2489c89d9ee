import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { attachHls, type HlsOptions } from '../../../src/player/attach-hls.ts';
import { fakeVideo, setup, settle } from '../../support/dom.ts';

const it = suite('what plays hls');
it.before.each(() => setup());

const URL = 'https://cdn.example.com/a.m3u8';
const FILE = 'https://cdn.example.com/a.mp4';

interface Scene {
	/** What the engine says of HLS. */
	canPlay?: string;
	vendor?: string;
	/** What boot has shown; by default nothing. */
	address?: string;
	status?: number;
	readyState?: number;
}

/** Attaches hls.js to a player; `come` and `fail` end the load of its script. */
function attach({ canPlay = 'maybe', vendor = 'Google Inc.', address, status = 1, readyState = 0 }: Scene = {}) {
	Object.assign(navigator, { vendor });
	const video = Object.assign(fakeVideo(), { canPlayType: () => canPlay, readyState });
	const log: string[] = [];
	const attempts: number[] = [];
	let end: { resolve: (hls: unknown) => void; reject: (error: Error) => void } | undefined;
	const awaitsHls = { value: false };
	let generation = 0;
	const element = {
		setUrl: (url: string, _place?: number) => void log.push(`engine ${url}`),
		play: () => void log.push('play'),
		connection: () => ({ generation }),
	};
	const state =
		address === undefined ? { qualities: [] } : { qualities: [{ address }], quality: 0, source: { status } };
	attachHls({
		player: { video, element, state, retry: () => void log.push('retry') },
		awaitsHls,
		loadHls({ retry }: { retry: number }) {
			attempts.push(retry);
			return new Promise((resolve, reject) => (end = { resolve, reject }));
		},
	} as unknown as HlsOptions);
	return {
		video,
		log,
		attempts,
		awaitsHls,
		setUrl: (url: string, place?: number) => element.setUrl(url, place),
		unload: () => generation++,
		async come() {
			element.setUrl = (url, place) => {
				log.push(`hls.js ${url} ${place}`);
				// As engines do.
				video.paused = true;
			};
			end!.resolve(true);
			await settle();
		},
		async fail() {
			end!.reject(new Error('no script'));
			await settle();
		},
	};
}

for (const [who, scene, retries] of [
	['Chromium, which plays HLS since 142', {}, [0]],
	['an engine that plays none', { canPlay: '', vendor: '' }, [Infinity]],
	['WebKitGTK, which plays none', { canPlay: '', vendor: 'Apple Computer, Inc.' }, [Infinity]],
	['Safari', { vendor: 'Apple Computer, Inc.' }, []],
] as const)
	it(`should ${retries[0] === undefined ? 'leave HLS to' : 'load hls.js in'} ${who}`, () => {
		const { setUrl, attempts, log } = attach(scene);
		setUrl(FILE);
		assert.equal(attempts, [], 'not for a file');
		setUrl(URL);
		assert.equal(attempts, retries as unknown);
		assert.equal(log, [`engine ${FILE}`, ...(retries[0] === undefined ? [`engine ${URL}`] : [])]);
	});

it('should wait for the script, then play at the place', async () => {
	const { setUrl, log, come, awaitsHls } = attach();
	setUrl(URL, 31);
	assert.equal([log, awaitsHls.value], [[], true]);
	const [list] = document.head.querySelectorAll<HTMLLinkElement>('[rel=preload]');
	assert.equal([list!.href, list!.getAttribute('as') ?? list!.as], [URL, 'fetch']);
	await come();
	assert.equal([log, awaitsHls.value], [[`hls.js ${URL} 31`, 'play'], false]);
});

it('should not play what was paused meanwhile', async () => {
	const { setUrl, log, come, video } = attach();
	setUrl(URL, 31);
	video.paused = true;
	await come();
	assert.equal(log, [`hls.js ${URL} 31`]);
});

for (const [what, act] of [
	['unloaded', ({ unload }: ReturnType<typeof attach>) => unload()],
	['replaced by a file', ({ setUrl }: ReturnType<typeof attach>) => setUrl(FILE)],
] as const)
	it(`should forget what was ${what} meanwhile`, async () => {
		const scene = attach();
		scene.setUrl(URL);
		act(scene);
		await scene.come();
		const others = scene.log.filter((line) => !line.includes(FILE));
		assert.equal(others, []);
		assert.not(scene.awaitsHls.value);
	});

it('should leave it to the engine where the script cannot be loaded', async () => {
	const { setUrl, log, fail, awaitsHls, video } = attach();
	setUrl(URL);
	await fail();
	assert.equal([video.getAttribute('src'), log, awaitsHls.value], [URL, ['play'], false] as unknown);
});

for (const [what, scene, retries] of [
	['a live by HLS', { address: URL }, 1],
	['a replay by HLS', { address: URL, status: 3 }, 1],
	['nothing', {}, 0],
	['a file', { address: FILE, status: 3 }, 0],
	['a cover', { address: URL, status: 0 }, 0],
	['HLS that the engine shows, as no script came', { address: URL, readyState: 2 }, 0],
	['HLS in Safari', { address: URL, vendor: 'Apple Computer, Inc.' }, 0],
] as [string, Scene, number][])
	it(`should ${retries ? 'begin' : 'not begin again'} where boot has shown ${what}`, () =>
		assert.equal(attach(scene).log, Array(retries).fill('retry')));

it.run();
