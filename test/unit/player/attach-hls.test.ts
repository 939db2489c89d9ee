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
	/** What boot has begun. */
	begun?: string;
	readyState?: number;
	error?: { code: number };
}

/** Attaches hls.js to a player; `come` and `fail` end the load of its script. */
function attach({ canPlay = 'maybe', vendor = 'Google Inc.', begun = '', readyState = 0, error }: Scene = {}) {
	Object.assign(navigator, { vendor });
	const video = Object.assign(fakeVideo(), { canPlayType: () => canPlay, readyState, error });
	if (begun) video.setAttribute('src', begun);
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
	attachHls({
		player: { video, element, retry: () => void log.push('retry') },
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
		assert.equal(
			scene.log.filter((line) => !line.includes(FILE)),
			[],
		);
		assert.not(scene.awaitsHls.value);
	});

it('should leave it to the engine where the script cannot be loaded', async () => {
	const { setUrl, log, fail, awaitsHls } = attach();
	setUrl(URL);
	await fail();
	assert.equal([log, awaitsHls.value], [[`engine ${URL}`, 'play'], false]);
});

it('should take over at once what the engine has begun and does not show yet, and nothing else', () => {
	assert.equal(attach({ begun: URL, readyState: 1 }).log, ['retry']);
	assert.equal(attach({ begun: FILE }).log, []);
	assert.equal(attach().log, []);
});

it('should take over what the engine shows once the script is there and it plays', async () => {
	const { log, come, attempts, awaitsHls, video } = attach({ begun: URL, readyState: 2 });
	assert.equal([log, attempts, awaitsHls.value], [[], [0], false]);
	video.fire('timeupdate');
	await come();
	assert.equal(log, []);
	video.fire('timeupdate');
	video.fire('timeupdate');
	assert.equal(log, ['retry']);
});

it('should take over at once, and once, what the engine has failed to play', async () => {
	assert.equal(attach({ begun: URL, readyState: 4, error: { code: 4 } }).log, ['retry']);
	const { log, come, video } = attach({ begun: URL, readyState: 4 });
	video.fire('error');
	assert.equal(log, ['retry']);
	await come();
	// What hls.js leaves to it.
	video.fire('error');
	video.fire('timeupdate');
	assert.equal(log, ['retry']);
});

it('should leave to the engine what it shows where the script cannot be loaded, or plays something else by then', async () => {
	const first = attach({ begun: URL, readyState: 2 });
	await first.fail();
	first.video.fire('timeupdate');
	assert.equal(first.log, []);
	const second = attach({ begun: URL, readyState: 2 });
	await second.come();
	second.video.setAttribute('src', FILE);
	second.video.fire('timeupdate');
	assert.equal(second.log, []);
});

it.run();
