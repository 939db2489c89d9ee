/** The player of recordings over any sequence of what link, server, viewer and page may do. */
import { owedNames } from '../../../src/player/core/owed.ts';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rareReaders } from '../../../src/media/mp4/rare-readers.ts';
import { extendRecording } from '../../../src/player/extend-recording.ts';
import type { PlayerSource } from '../../../src/player/core/source.ts';
import { fakeRecordings, files } from '../../support/fake-recording.ts';
import { DURATION, type RecordingServer } from '../../support/recording-element.ts';
import { type FileTrack, writeFile } from '../../support/mp4-file.ts';
import { setup } from '../../support/dom.ts';
import { live, setHidden, setOnline, settle, startPlayer, withFakeTimers } from '../../support/player.ts';
import { mock } from 'node:test';
import { runs } from '../../support/runs.ts';

const it = suite('player: any sequence around a recording');
withFakeTimers(it);

const RATES: Record<string, number> = { hd: 1170, sd: 440, ld: 170, sound: 40 };
const NAMES = Object.keys(RATES);
const STEP = 250;

const urlOf = (name: string, key: number) => `https://cdn.example.com/${name}.mp4?k=${key}`;
const recording = (key: number): PlayerSource =>
	live({
		status: 3,
		playbackUrl: urlOf('hd', key),
		playbackQualities: NAMES.map((name) => ({
			...{ name, kbps: RATES[name]!, address: urlOf(name, key), audioOnly: name === 'sound' },
		})),
	});

const act = fc.oneof(
	fc.record({ type: fc.constant('link' as const), kbps: fc.constantFrom(0, 0, 100, 300, 700, 3000) }),
	fc.record({ type: fc.constant('online' as const), on: fc.boolean() }),
	fc.record({
		type: fc.constant('server' as const),
		state: fc.constantFrom('fine', 'expired', 'refused', 'broken', 'failing', 'spoilt'),
	}),
	fc.record({ type: fc.constant('api' as const), works: fc.boolean() }),
	fc.record({ type: fc.constant('missing' as const), name: fc.constantFrom('', ...NAMES) }),
	fc.record({ type: fc.constant('break' as const), code: fc.constantFrom(2, 3) }),
	fc.record({ type: fc.constant('seek' as const), to: fc.integer({ min: 0, max: DURATION / 2 }) }),
	fc.record({ type: fc.constant('pause' as const), paused: fc.boolean() }),
	fc.record({ type: fc.constant('mute' as const), muted: fc.boolean() }),
	fc.record({ type: fc.constant('hide' as const), hidden: fc.boolean() }),
	fc.record({ type: fc.constant('pick' as const), quality: fc.integer({ min: -1, max: 3 }) }),
	fc.constant({ type: 'retry' as const }),
);
const step = fc.record({ act, seconds: fc.constantFrom(0, 1, 5, 20) });
type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never;
type Step = { act: Act; seconds: number };

/** A recording on a link and a server that fail as told, and on which all is well in the end. */
function open() {
	const server = { state: 'fine', key: 1, missing: '', works: true };
	const link: RecordingServer = {
		kbps: 3000,
		requests: [],
		answer(address) {
			const [, name = 'hd', key = `${server.key}`] = /\/(\w+)\.mp4\?k=(\d+)/.exec(address) ?? [];
			const answer = { status: 200, kbps: RATES[name]!, spoilt: server.state === 'spoilt' };
			if (server.state === 'broken') return { ...answer, status: 0 };
			if (server.state === 'failing') return { ...answer, status: 502 };
			const isRefused = server.state === 'refused' || name === server.missing || +key !== server.key;
			return isRefused ? { ...answer, status: 403 } : answer;
		},
	};
	/** Where the viewer is, which the page remembers. */
	let place = 0;
	setup();
	const world = fakeRecordings(link, () => performance.now());
	const video = world.element();
	const calls: number[] = [];
	const known = { knownRate: () => 0 };
	const { player, stop } = startPlayer({
		video,
		source: recording(1),
		status: 'replay',
		async refresh() {
			calls.push(performance.now());
			if (!server.works || !link.kbps) throw new Error('no answer');
			return recording(server.key);
		},
	});
	extendRecording(player, {
		link: known,
		position: () => place,
		onQuality() {},
		savesData: () => false,
		log() {},
		loadRareReaders: async () => rareReaders,
	});

	async function pass(seconds: number) {
		for (let time = 0; time < seconds * 1000; time += STEP) {
			mock.timers.tick(STEP);
			const kbps = link.kbps / Math.max(1, world.loading() + +video.loads());
			world.pass(STEP, kbps);
			// What has come is appended.
			for (let turn = 0; turn < 2; turn++) await settle();
			video.pass(STEP, kbps);
			await settle();
			if (video.readyState > 1 && !video.seeking) place = video.currentTime;
		}
	}

	function apply(what: Act) {
		switch (what.type) {
			case 'link':
				return void (link.kbps = what.kbps);
			case 'online':
				return setOnline(what.on);
			case 'server':
				if (what.state === 'expired') server.key++;
				return void (server.state = what.state === 'expired' ? 'fine' : what.state);
			case 'api':
				return void (server.works = what.works);
			case 'missing':
				return void (server.missing = what.name);
			case 'break':
				return video.breakWith(what.code as 2 | 3);
			case 'seek':
				return void (video.readyState && (video.currentTime = place = what.to));
			case 'pause':
				return what.paused ? video.pause() : void video.play();
			case 'mute':
				return void (video.muted = what.muted);
			case 'hide':
				return setHidden(what.hidden);
			case 'pick':
				return player.dispatch(what);
			case 'retry':
				// Offered where it has failed.
				return void (player.state.status === 'failed' && player.retry());
		}
	}
	return { player, video, link, known, server, calls, pass, apply, stop, place: () => place };
}

/** Lets everything work again. */
function heal({ link, server }: ReturnType<typeof open>) {
	link.kbps = 5000;
	Object.assign(server, { state: 'fine', missing: '', works: true });
	setOnline(true);
	setHidden(false);
}

async function after(steps: Step[]) {
	const opened = open();
	await opened.pass(8);
	for (const { act, seconds } of steps) {
		opened.apply(act);
		await opened.pass(seconds);
	}
	return opened;
}

it('should play on within a minute once all is well, where it was, what is picked, whatever came before', () =>
	fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
			const opened = await after(steps);
			const { player, video, known, pass, stop, place } = opened;
			const left = place();
			heal(opened);
			void video.play();
			await pass(1);
			const hadFailed = player.state.status === 'failed';
			await pass(74);
			// What has failed for long waits for the viewer.
			if (player.state.status === 'failed' && hadFailed) player.retry();
			await pass(15);
			const before = video.currentTime;
			await pass(5);
			stop();
			assert.ok(known.knownRate() > 0);
			const { status, reason, picked, qualities, quality, owed } = player.state;
			assert.equal([status, reason], ['replay', '']);
			assert.ok(video.currentTime > before + 4, `${before} to ${video.currentTime}`);
			assert.ok(before > left + 2, `${left} to ${before}`);
			if (picked && !owedNames(owed).includes(picked)) assert.is(qualities[quality]!.name, picked);
			if (!/^blob:/.test(video.src)) assert.is(video.src, qualities[quality]!.address);
		}),
		{ numRuns: runs(80), seed: 1 },
	));

for (const [what, steps, at] of [
	['a server that fails for a minute', [{ act: { type: 'server', state: 'failing' }, seconds: 60 }], 10],
	[
		'a seek while nothing arrives',
		[
			{ act: { type: 'link', kbps: 0 }, seconds: 0 },
			{ act: { type: 'seek', to: 90 }, seconds: 30 },
		],
		90,
	],
	[
		'an address that expires while nothing answers',
		[
			{ act: { type: 'api', works: false }, seconds: 0 },
			{ act: { type: 'server', state: 'expired' }, seconds: 0 },
			{ act: { type: 'break', code: 2 }, seconds: 40 },
		],
		10,
	],
	[
		'a pick while its server fails',
		[
			{ act: { type: 'server', state: 'failing' }, seconds: 0 },
			{ act: { type: 'pick', quality: 0 }, seconds: 30 },
		],
		10,
	],
] as [string, Step[], number][])
	it(`should go on by itself with the picture after ${what}`, async () => {
		const opened = await after(steps);
		const { player, video, pass, stop } = opened;
		heal(opened);
		await pass(45);
		stop();
		const { status, quality, owed } = player.state;
		assert.equal([status, quality, owed], ['replay', 0, []]);
		assert.ok(video.currentTime > at + 10 && video.currentTime < at + 60, `${video.currentTime}`);
	});

for (const retries of [0, 1])
	it(`should begin again by 重试 with the quality and at the place where it was, after ${retries} in vain`, async () => {
		const retry: Step = { act: { type: 'retry' }, seconds: 180 };
		const opened = await after([
			{ act: { type: 'seek', to: 90 }, seconds: 5 },
			{ act: { type: 'server', state: 'refused' }, seconds: 180 },
			...[retry].slice(0, retries),
		]);
		const { player, video, pass, stop } = opened;
		assert.is(player.state.status, 'failed');
		heal(opened);
		player.retry();
		await pass(2);
		stop();
		assert.equal([player.state.status, player.state.quality], ['replay', 0]);
		assert.ok(video.currentTime > 90, `${video.currentTime}`);
	});

it('should play what is loaded ahead where it is hidden and offline', async () => {
	const { video, stop } = await after([
		{ act: { type: 'seek', to: 90 }, seconds: 60 },
		{ act: { type: 'online', on: false }, seconds: 0 },
		{ act: { type: 'link', kbps: 0 }, seconds: 0 },
		{ act: { type: 'hide', hidden: true }, seconds: 22 },
	]);
	stop();
	assert.equal([video.src, video.readyState], ['blob:1', 4]);
});

it('should play on from just before what is loaded', async () => {
	const { video, pass, stop } = await after([{ act: { type: 'seek', to: 90 }, seconds: 60 }]);
	const start = video.buffered.start(0);
	video.currentTime = start - 0.05;
	await pass(5);
	stop();
	assert.ok(start > 90 && video.currentTime > start + 2, `${video.currentTime} after ${start}`);
});

it('should follow a pick where the viewer goes back to what is loaded of another', async () => {
	const { video, link, pass, stop } = await after([
		{ act: { type: 'seek', to: 90 }, seconds: 20 },
		{ act: { type: 'pick', quality: 1 }, seconds: 8 },
	]);
	const { length } = link.requests;
	video.currentTime -= 12;
	await pass(1);
	stop();
	assert.ok(length > 0 && link.requests.slice(length).some(({ address }) => address.includes('/sd.')));
});

it('should not take a video for sound alone while it is on its way', async () => {
	const { player, video, stop } = await after([
		{ act: { type: 'link', kbps: 300 }, seconds: 0 },
		{ act: { type: 'pick', quality: 3 }, seconds: 30 },
		{ act: { type: 'pick', quality: 2 }, seconds: 15 },
	]);
	stop();
	assert.equal([player.state.qualities[2]!.audioOnly, video.videoWidth], [false, 1280]);
});

/** Puts a minute of 5 frames a second in place of a quality. */
function replaceFile(name: string, video: Partial<FileTrack>, distance: number): void {
	const samples = (rate: number, size: number) =>
		Array.from({ length: 60 * rate }, (_, index) => ({ size, duration: 1000 / rate, isKey: index % distance === 0 }));
	const base = { timescale: 1000, chunks: Array<number>(600).fill(1) };
	const tracks: FileTrack[] = [
		{ ...base, kind: 'video', samples: samples(5, 4000), ...video },
		{ ...base, kind: 'audio', samples: samples(10, 100) },
	];
	const bytes = writeFile({ tracks });
	files.set(RATES[name]!, { size: bytes.length, read: (from, to) => bytes.subarray(from, to) });
}

it('should begin with the first picture where sound begins before it', async () => {
	replaceFile('hd', { edits: [...[[2500, -1]], [60_000, 0]] as [number, number][] }, 10);
	const { video, stop } = await after([]);
	stop();
	files.clear();
	assert.ok(video.currentTime > 6, `${video.currentTime}`);
});

for (const [what, kbps, at, seeks] of [
	['has decoded what comes before it', 20_000, 8, 1],
	['is far from it', 150, 4, 0],
] as const)
	it(`should ${seeks ? '' : 'not '}decode anew for a pick's rare key frame where the engine ${what}`, async () => {
		for (const name of NAMES.slice(0, 3)) replaceFile(name, {}, 50);
		const { player, video, link, pass, stop } = await after([{ act: { type: 'seek', to: 3 }, seconds: 30 }]);
		link.kbps = kbps;
		video.currentTime = at;
		await pass(1);
		const places: number[] = [];
		video.addEventListener('seeking', () => places.push(video.currentTime));
		player.dispatch({ type: 'pick', quality: 1 });
		await pass(4);
		stop();
		files.clear();
		assert.equal([player.state.recording!.way, places.length], ['pieces', seeks]);
		assert.ok(places.every((place) => place > 9 && place <= 10));
		assert.is(video.currentTime, at + 5);
	});

it('should play on where the engine keeps little', async () => {
	const { video, link, pass, stop } = await after([]);
	link.room = 16;
	await pass(60);
	stop();
	assert.ok(video.currentTime > 60, `${video.currentTime}`);
});

it('should name within 30 s what cannot be decoded in any quality, either way, though it has played', async () => {
	const { player, stop } = await after([
		{ act: { type: 'server', state: 'spoilt' }, seconds: 0 },
		{ act: { type: 'break', code: 3 }, seconds: 30 },
	]);
	stop();
	assert.equal([player.state.status, player.state.reason], ['failed', 'media']);
});

it('should request at most ten addresses a minute of a server that refuses, breaks or brings nothing, after anything', () =>
	fc.assert(
		fc.asyncProperty(
			fc.array(step, { maxLength: 8 }),
			fc.constantFrom('refused', 'broken', 'spoilt', 'silent'),
			async (steps, state) => {
				const opened = await after(steps);
				const { link, server, calls, pass, stop, player } = opened;
				heal(opened);
				if (state === 'silent') link.kbps = 0;
				else server.state = state;
				if (player.state.status === 'failed') player.retry();
				await pass(20);
				const before = [link.requests.length, calls.length] as const;
				await pass(60);
				stop();
				const requests = link.requests.length - before[0] + calls.length - before[1];
				assert.ok(requests <= 10, `${requests}`);
			},
		),
		{ numRuns: runs(30), seed: 1 },
	));

it.run();
