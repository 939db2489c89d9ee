/** What becomes of a recording in one scene each: faults, seeks, odd files and engines. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { files, replaceFile } from '../../support/fake-recording.ts';
import { after, heal, open, RATES, type Step } from '../../support/open-recording.ts';
import { restore, withFakeTimers } from '../../support/player.ts';

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

for (const [what, later, pausedBefore] of [
	['play on once the engine has paused it for the back-forward cache', 'there', false],
	['play on so before the script of hidden pages has come', 'hangs', false],
	['stay paused there as the viewer has left it', 'there', true],
] as const)
	it(`should ${what}`, async () => {
		const { video, pass, stop } = open(later);
		await pass(8);
		if (pausedBefore) video.pause();
		dispatchEvent(new Event('pagehide'));
		// A check comes before the page is frozen.
		await pass(1);
		video.pause();
		restore();
		await pass(1);
		stop();
		assert.is(video.paused, pausedBefore);
	});

it('should stay paused by a viewer who has not waited for its first bytes', async () => {
	const { video, link, pass, stop } = open();
	link.kbps = 0;
	await pass(12);
	assert.not(video.paused);
	video.pause();
	link.kbps = 3000;
	await pass(8);
	const { paused, readyState } = video;
	video.play();
	await pass(2);
	stop();
	assert.equal([paused, readyState], [true, 4]);
	assert.ok(video.currentTime > 1, `${video.currentTime}`);
});

for (const [what, status] of Object.entries({ 'breaks off': 206, 'brings no answer': 0 }))
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

for (const [state, status, reason] of [
	['failing', 'replay', 'unavailable'],
	['broken', 'replay', 'unavailable'],
	['opaque', 'failed', 'media'],
] as const)
	it(`should begin by itself, and say so meanwhile, once the server is back that is ${state} at first`, async () => {
		const opened = open();
		const { player, video, pass, stop } = opened;
		opened.apply({ type: 'server', state });
		await pass(20);
		const before = player.state;
		opened.apply({ type: 'server', state: 'fine' });
		await pass(30);
		stop();
		assert.equal([before.status, before.reason], [status, reason]);
		assert.equal([player.state.status, player.state.reason], ['replay', '']);
		assert.ok(video.currentTime > 1, `${video.currentTime}`);
	});

it('should begin by itself once a host is back that fails at first and lets no script read anything', async () => {
	const { player, video, link, pass, stop } = open();
	const { answer } = link;
	let status = 502;
	link.answer = (address) => ({ ...answer(address), status, opaque: true });
	await pass(60);
	assert.equal([player.state.status, player.state.reason], ['failed', 'media']);
	status = 200;
	await pass(40);
	stop();
	assert.equal([player.state.status, player.state.reason, player.state.recording!.way], ['replay', '', 'address']);
	assert.ok(video.currentTime > 1, `${video.currentTime}`);
});

for (const [what, seconds] of [
	['is not reached', 2],
	['does not answer', 16],
] as const)
	it(`should begin within seconds once a host answers that ${what} at first and lets no script read anything`, async () => {
		const { player, video, link, server, pass, stop } = open();
		server.isOpaque = true;
		if (seconds < 15) server.state = 'broken';
		else link.kbps = 0;
		await pass(seconds);
		server.state = 'fine';
		link.kbps = 3000;
		await pass(6);
		stop();
		assert.equal([player.state.status, player.state.recording!.way], ['replay', 'address']);
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

it('should play on where key frames are further apart than what is kept behind', async () => {
	replaceFile(RATES.hd!, {}, 200);
	const { video, pass, stop } = open();
	await pass(50);
	stop();
	files.clear();
	assert.ok(video.currentTime > 45, `${video.currentTime}`);
	assert.is(video.buffered.start(0), 0);
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
