/** What becomes of a recording in one scene each: faults, seeks, picks, odd files and engines. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { files } from '../../support/fake-recording.ts';
import { type FileTrack, writeFile } from '../../support/mp4-file.ts';
import { after, heal, NAMES, open, RATES, type Step } from '../../support/open-recording.ts';
import { withFakeTimers } from '../../support/player.ts';

const it = suite('player: scenes of a recording');
withFakeTimers(it);

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

for (const [what, status] of [
	['breaks off', 206],
	['brings no answer', 0],
] as const)
	it(`should load on by pieces where one request ${what}`, async () => {
		const { player, video, link, apply, pass, stop } = open();
		await pass(8);
		const { answer } = link;
		link.answer = (address) => {
			link.answer = answer;
			return { ...answer(address), status };
		};
		apply({ type: 'seek', to: 60 });
		await pass(10);
		stop();
		assert.is(player.state.recording!.way, 'pieces');
		assert.ok(video.currentTime > 65, `${video.currentTime}`);
	});

for (const state of ['failing', 'broken'] as const)
	it(`should begin by itself, and say so meanwhile, once the server is back that is ${state} at first`, async () => {
		const opened = open();
		const { player, video, pass, stop } = opened;
		opened.apply({ type: 'server', state });
		await pass(20);
		const before = player.state.reason;
		heal(opened);
		await pass(30);
		stop();
		assert.equal([before, player.state.reason, player.state.status], ['unavailable', '', 'replay']);
		assert.ok(video.currentTime > 1, `${video.currentTime}`);
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

for (const [what, state, before, tenth] of [
	['is gone after a while', 'broken', 8, 4],
	['fails from the start', 'failing', 0, 4],
	['refuses it', 'refused', 8, 0],
] as const)
	it(`should request a recording whose server ${what} ten times a minute at most`, async () => {
		const opened = open();
		const { video, link, calls, pass, stop } = opened;
		await pass(before);
		opened.apply({ type: 'server', state });
		if (before) video.currentTime = 100;
		const counts: [number, number][] = [];
		for (let minute = 0; minute < 10; minute++) {
			const [files, lives] = [link.requests.length, calls.length];
			await pass(60);
			counts.push([link.requests.length - files, calls.length - lives]);
		}
		stop();
		assert.ok(counts[0]![0] > 0 && counts.flat().every((count) => count <= 10), JSON.stringify(counts));
		assert.ok(Math.max(...counts[9]!) <= tenth, JSON.stringify(counts));
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

it('should load at most 10 s ahead in a pause, and go on from there', async () => {
	const { video, apply, pass, stop } = await after([{ act: { type: 'link', kbps: 700 }, seconds: 0 }]);
	const end = () => video.buffered.end(video.buffered.length - 1);
	apply({ type: 'seek', to: 90 });
	apply({ type: 'pause', paused: true });
	await pass(60);
	const ahead = end() - video.currentTime;
	apply({ type: 'pause', paused: false });
	await pass(4);
	stop();
	assert.ok(ahead > 5 && ahead < 13 && end() > 90 + ahead, `${ahead} s, then to ${end()}`);
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

it('should go on after what is loaded with a pick where the script that joins it does not come', async () => {
	const { player, video, link, apply, pass, stop } = open('fails');
	await pass(8);
	const { length } = link.requests;
	const at = video.currentTime;
	apply({ type: 'pick', quality: 1 });
	apply({ type: 'hide', hidden: true });
	await pass(40);
	stop();
	assert.equal([player.state.quality, player.state.recording!.way, player.state.rested], [1, 'pieces', '']);
	assert.ok(
		link.requests.slice(length).every(({ address }) => address.includes('/sd.')) && link.requests.length > length,
	);
	assert.is(video.currentTime, at + 40);
});

it('should go over to sound alone at once where that script hangs, and on with a video after 2 s', async () => {
	const { video, link, apply, pass, stop } = open('hangs');
	await pass(8);
	apply({ type: 'pick', quality: NAMES.indexOf('sd') });
	await pass(1.5);
	const { length } = link.requests;
	await pass(2);
	assert.ok(link.requests.slice(length).some(({ address }) => address.includes('/sd.')));
	const { src } = video;
	apply({ type: 'pick', quality: NAMES.indexOf('sound') });
	await pass(3);
	stop();
	assert.is.not(video.src, src);
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

it('should begin with what an engine has, which leaves out the first frames', async () => {
	const { link, video, pass, stop } = open();
	link.late = 0.2;
	await pass(10);
	stop();
	assert.ok(video.currentTime > 6, `${video.currentTime}`);
});

for (const [what, kbps, at, isNear] of [
	['has decoded what comes before it, and after its first piece', 20_000, 8, true],
	['is far from it', 150, 4, false],
] as const)
	it(`should ${isNear ? '' : 'not '}decode anew for a pick's rare key frame where the engine ${what}`, async () => {
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
		assert.equal([player.state.recording!.way, places.length > 1, places.length > 0], ['pieces', isNear, isNear]);
		assert.ok(places.every((place) => place > 9));
		assert.is(video.currentTime, at + 5);
	});

it('should load another file by pieces where the address of the last one fails only then', async () => {
	const { player, video, server, pass, stop } = await after([{ act: { type: 'break', code: 3 }, seconds: 2 }]);
	video.breakWith(2);
	while (!video.loads()) await pass(0.25);
	const { way } = player.state.recording!;
	server.key = 2;
	const qualities = player.state.qualities.map((each) => ({
		...each,
		address: each.address.replace('.com/', '.com/moved/').replace('k=1', 'k=2'),
	}));
	player.dispatch({
		type: 'refreshed',
		live: { ...player.state.source!, playbackUrl: qualities[0]!.address },
		qualities,
	});
	await pass(10);
	stop();
	assert.is(way, 'address');
	assert.equal([player.state.recording!.way, video.src, video.readyState], ['pieces', 'blob:2', 4]);
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

it.run();
