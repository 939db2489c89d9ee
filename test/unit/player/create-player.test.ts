import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPlayer } from '../../../src/player/create-player.ts';
import { POLICY } from '../../../src/player/policy.ts';
import { ErrorCode } from '../../../src/rts/errors.ts';
import {
	advance,
	failUntilSlow,
	fakeVideo,
	live,
	MEDIA_URL,
	REPLAY,
	restore,
	setHidden,
	setOnline,
	settle,
	startPlayer,
	STREAM,
	withFakeTimers,
} from '../../support/player.ts';

const it = suite('player');
withFakeTimers(it);

const { ERROR_HTTPREQUEST_ERROR, ERROR_NOTSUPPORT_WEBRTC, ERROR_NOTSUPPORT_H264 } = ErrorCode;

it('should retry after half a second, one second, and then every two', () => {
	const { fail, loads, states } = startPlayer();
	let attempts = 0;
	for (const delay of [500, 1000, 2000, 2000, 2000]) {
		fail(ERROR_HTTPREQUEST_ERROR);
		assert.is(states.at(-1), `reconnecting ${ERROR_HTTPREQUEST_ERROR}`);
		advance(delay - 1);
		assert.is(loads.length, attempts, `${delay} ms: too soon`);
		advance(1);
		assert.is(loads.length, ++attempts, `${delay} ms: too late`);
		assert.is(states.at(-1), 'reconnecting', 'a new attempt is no first connection');
	}
	assert.equal(new Set(loads), new Set([STREAM]));
});

/** Fails and plays again until its retries have the longest quick delay. */
function flap({ fail, play }: ReturnType<typeof startPlayer>) {
	for (const delay of [500, 1000, 2000]) {
		fail(ERROR_HTTPREQUEST_ERROR);
		advance(delay);
		play();
	}
}

it('should begin with the first delay again once it has played steadily', () => {
	const test = startPlayer();
	flap(test);
	advance(30_500);
	test.fail(ERROR_HTTPREQUEST_ERROR);
	advance(499);
	assert.is(test.loads.length, 3);
	advance(1);
	assert.is(test.loads.length, 4);
});

it('should not begin with the first delay again before that', () => {
	const test = startPlayer();
	flap(test);
	advance(29_000);
	test.fail(ERROR_HTTPREQUEST_ERROR);
	advance(1999);
	assert.is(test.loads.length, 3);
	advance(1);
	assert.is(test.loads.length, 4);
});

it('should attempt ever less often for a stream that dies after each start', () => {
	const test = startPlayer();
	const minutes: number[] = [];
	for (let minute = 0; minute < 5; minute++) {
		const before = test.loads.length + test.refreshes.length;
		for (const end = Date.now() + 60_000; Date.now() < end;) {
			if (test.player.state.attempting) {
				advance(250);
				test.play();
				advance(1500);
				test.client.event('ended');
			} else advance(250);
		}
		minutes.push(test.loads.length + test.refreshes.length - before);
		if (!minute) test.client.event('ended');
	}
	assert.ok(minutes[1]! <= 20 && minutes[4]! <= 6, `requests in each minute: ${minutes}`);
});

it('should take its delays from the policy', () => {
	const { fail, loads } = startPlayer({ policy: { ...POLICY, retryDelay: 20 } });
	fail(ERROR_HTTPREQUEST_ERROR);
	advance(19);
	assert.is(loads.length, 0);
	advance(1);
	assert.is(loads.length, 1);
});

it('should go on for as long as somebody looks, and be back within one pause of the service', () => {
	const test = startPlayer();
	failUntilSlow(test, () => test.fail(ERROR_HTTPREQUEST_ERROR));
	assert.equal([test.player.state.status, test.player.state.failure], ['reconnecting', 'connection']);
	for (let attempt = 0; attempt < 100; attempt++) {
		const before = test.loads.length;
		advance(30_000);
		assert.is(test.loads.length, before + 1);
		test.fail(ERROR_HTTPREQUEST_ERROR);
	}
	advance(30_000);
	test.play();
	assert.is(test.states.at(-1), 'playing');
});

it('should try at once, and quickly again, when the viewer retries', () => {
	const test = startPlayer();
	const attempts = failUntilSlow(test, () => test.fail(ERROR_HTTPREQUEST_ERROR));
	test.player.retry();
	assert.is(test.states.at(-1), 'connecting');
	assert.is(test.loads.length, attempts + 1);
	test.fail(ERROR_HTTPREQUEST_ERROR);
	assert.is(test.states.at(-1), `reconnecting ${ERROR_HTTPREQUEST_ERROR}`);
	advance(500);
	assert.is(test.loads.length, attempts + 2);
});

it('should take its time from a clock that nobody sets', () => {
	const time = performance.now();
	mock.method(performance, 'now', () => time);
	const test = startPlayer();
	flap(test);
	const tomorrow = Date.now() + 86_400_000;
	mock.method(Date, 'now', () => tomorrow);
	advance(500);
	test.fail(ERROR_HTTPREQUEST_ERROR);
	assert.is(test.player.state.failures, 4);
});

for (const reason of [
	ErrorCode.ERROR_NOTSUPPORT_WEBRTC,
	ErrorCode.ERROR_BROWSER_NOTSUPPORT,
	ErrorCode.ERROR_BROWSER_VERSIONLOW,
	ErrorCode.ERROR_PLAY_URL,
	ErrorCode.ERROR_SUBSCRIBE_NOTHING,
])
	it(`should never retry after ${ErrorCode[reason]}`, () => {
		const { fail, loads, states } = startPlayer();
		fail(reason);
		assert.is(states.at(-1), `failed ${reason}`);
		advance(600_000);
		setOnline(false);
		setOnline(true);
		setHidden(true);
		setHidden(false);
		dispatchEvent(new Event('pageshow'));
		advance(600_000);
		assert.equal(loads, []);
	});

it('should attempt H.264 three times, as Android may list it late, and no more', () => {
	const { fail, loads, states } = startPlayer();
	fail(ERROR_NOTSUPPORT_H264);
	for (let attempts = 1; attempts < 3; attempts++) {
		assert.is(states.at(-1), `reconnecting ${ERROR_NOTSUPPORT_H264}`);
		advance(1000);
		assert.is(loads.length, attempts);
		fail(ERROR_NOTSUPPORT_H264);
	}
	assert.is(states.at(-1), `failed ${ERROR_NOTSUPPORT_H264}`);
	advance(60_000);
	setOnline(false);
	setOnline(true);
	assert.is(loads.length, 2);
});

it('should know from the start that a browser without WebRTC plays no real-time stream', () => {
	const test = startPlayer({ status: 'idle', client: null });
	test.player.show(live());
	assert.equal([test.player.state.status, test.player.state.reason], ['failed', ERROR_NOTSUPPORT_WEBRTC]);
	test.player.show(live({ originRts: MEDIA_URL }));
	assert.equal([test.player.state.status, test.loads], ['connecting', [MEDIA_URL]]);
});

it('should retry a media URL that delivers nothing in ten seconds, for as long as somebody looks', () => {
	const test = startPlayer({ status: 'idle' });
	const { loads, player, states, video } = test;
	video.moves = false;
	player.show(live({ originRts: MEDIA_URL }));
	advance(9500);
	assert.equal([loads.length, states], [1, ['connecting']]);
	advance(500);
	assert.ok(states.includes('reconnecting timeout'));
	advance(250);
	assert.is(loads.length, 2);
	advance(3_600_000);
	assert.is(player.state.failure, 'connection');
	const attempts = loads.length;
	advance(120_000);
	assert.ok(loads.length > attempts + 2);
});

it('should say so when a replay delivers nothing in ten seconds, and play it when the viewer retries', () => {
	const { loads, player, states, video } = startPlayer({ status: 'replay', source: live({ status: 3 }) });
	video.moves = false;
	advance(11_000);
	assert.equal([states.at(-1), player.state.failure], ['failed media', 'media']);
	player.retry();
	assert.equal([states.at(-1), loads], ['replay', [REPLAY]]);
});

it('should leave a replay alone that plays, ends or was paused', () => {
	const { player, video } = startPlayer({ status: 'replay', source: live({ status: 3 }) });
	advance(60_000);
	Object.assign(video, { moves: false, paused: true });
	advance(60_000);
	Object.assign(video, { paused: false, ended: true });
	advance(60_000);
	assert.is(player.state.status, 'replay');
});

it('should give a media URL time as long as its data comes in', () => {
	const { loads, player, video } = startPlayer({ status: 'connecting', source: live({ originRts: MEDIA_URL }) });
	video.moves = false;
	for (const status of ['connecting', 'stalled']) {
		if (status === 'stalled') {
			video.fire('playing');
			advance(2500);
		}
		for (let second = 0; second < 40; second++) {
			video.fire('progress');
			advance(1000);
		}
		assert.equal([player.state.status, loads], [status, []]);
	}
	advance(11_000);
	assert.equal(loads, [MEDIA_URL]);
});

it('should leave the time limit of a real-time stream to the streaming client', () => {
	const { loads, client } = startPlayer({ status: 'connecting' });
	advance(60_000);
	assert.equal(loads, []);
	assert.is(client.subscriptions[0]!.timeout, POLICY.playTimeout);
});

it('should give the streaming client more time on a slow connection', () => {
	const { client, player } = startPlayer({ status: 'idle', latency: () => 1500 });
	player.show(live());
	assert.is(client.subscriptions[0]!.timeout, 11_000);
});

it('should say that a stream stalls and connect it anew, asking the server, after 2.5 seconds without anything', () => {
	const { loads, refreshes, states, video } = startPlayer();
	advance(500);
	video.moves = false;
	advance(1500);
	assert.equal([states, loads], [['stalled'], []]);
	advance(750);
	assert.equal([states, loads], [['stalled'], []]);
	advance(500);
	assert.equal([states, loads, refreshes.length], [['stalled', 'reconnecting timeout', 'reconnecting'], [STREAM], 1]);
});

it('should leave a slow stream alone', () => {
	const { loads, states, video } = startPlayer();
	video.moves = false;
	// Five frames in a second, one in a second, one in two.
	for (const gap of [200, 1000, 2000])
		for (let frame = 0; frame < 15; frame++) {
			if (gap < 2000) assert.equal(states, [], `a frame each ${gap} ms`);
			video.frames++;
			advance(gap);
		}
	assert.equal(loads, []);
});

it('should leave a stall alone that ends by itself', () => {
	const { loads, states, video } = startPlayer();
	video.moves = false;
	advance(2000);
	video.moves = true;
	advance(60_000);
	assert.equal([states, loads], [['stalled', 'playing'], []]);
});

it('should play the sound alone of a stream whose camera is off, and its video when that is back', () => {
	const { client, cover, loads, player, states, video } = startPlayer({ source: live({ poster: 'p' }) });
	/** Samples of sound with so many frames in each. */
	const play = (seconds: number, framesEach: number) => {
		for (let left = seconds * 5; left > 0; left--) {
			audioBytes += 100;
			frames += framesEach;
			client.sample({ audioBytes, videoBytes: frames * 50, frames });
			advance(200);
		}
	};
	let audioBytes = 0;
	let frames = 0;
	video.moves = false;
	play(5, 3);
	assert.equal([states, video.parentElement!.className], [[], 'playing']);
	play(14, 0);
	assert.equal([states, player.state.cover, cover.hidden], [['stalled', 'playing camera-off'], 'p', false]);
	assert.is(video.parentElement!.className, '', 'the message is not hidden');
	play(600, 0);
	assert.equal([states.length, loads], [2, []]);
	play(1, 3);
	assert.equal([states.at(-1), cover.hidden, loads], ['playing', true, []]);
});

it('should not reconnect a replay', () => {
	const { loads, states, video } = startPlayer({ source: live({ status: 3 }), status: 'replay' });
	Object.assign(video, { error: { code: 2 } });
	video.fire('error');
	assert.is(states.at(-1), 'failed media');
	advance(60_000);
	setOnline(true);
	assert.equal(loads, []);
});

it('should go from sound to muted to a click, and on with sound after it', async () => {
	const { client, player, video } = startPlayer({ status: 'connecting' });
	client.error(ErrorCode.ERROR_AUTOPLAY_ERROR);
	assert.equal([video.muted, video.playCalls, player.state.autoplayMuted], [true, 1, true]);
	client.error(ErrorCode.ERROR_AUTOPLAY_ERROR);
	assert.equal([player.state.status, video.playCalls], ['blocked', 1]);
	player.unmute();
	assert.equal([video.muted, video.playCalls, player.state.autoplayMuted], [false, 2, false]);
	video.fire('playing');
	assert.is(player.state.status, 'playing');
});

it('should report nothing that changes nothing', () => {
	const { states, video } = startPlayer();
	video.fire('playing');
	video.fire('volumechange');
	setOnline(false);
	assert.equal(states, []);
});

for (const [what, disturb] of [
	['a failure', ({ fail }) => fail(ERROR_HTTPREQUEST_ERROR)],
	['a stall', ({ video }) => ((video.moves = false), advance(2000))],
	['the end of a stream', ({ client }) => client.event('ended')],
	['nothing', () => {}],
] as [string, (test: ReturnType<typeof startPlayer>) => void][])
	it(`should leave no timer, no listener and no stream behind when it is stopped after ${what}`, async () => {
		const test = startPlayer();
		const { client, fail, loads, play, player, states, video } = test;
		disturb(test);
		player.stop();
		const reported = states.length;
		await settle();
		advance(600_000);
		setHidden(true);
		setHidden(false);
		setOnline(true);
		restore();
		play();
		fail(ERROR_HTTPREQUEST_ERROR);
		player.show(live());
		player.retry();
		player.unmute();
		advance(600_000);
		assert.equal([loads, states.length, video.playCalls, client.unsubscribed], [[], reported, 0, 1]);
		player.stop();
		assert.is(client.unsubscribed, 1);
	});

it('should remove its listeners and its timer when it is stopped', () => {
	const { player, fail, video } = startPlayer({ status: 'connecting' });
	fail(ERROR_HTTPREQUEST_ERROR);
	const removed: string[] = [];
	for (const target of [document, globalThis, video] as EventTarget[])
		mock.method(target, 'removeEventListener', (type: string) => removed.push(type));
	const cleared = mock.method(globalThis, 'clearTimeout');
	const intervals = mock.method(globalThis, 'clearInterval');
	player.stop();
	assert.is(intervals.mock.callCount(), 1);
	assert.equal(removed.sort(), [
		'ended',
		'error',
		'online',
		'pageshow',
		'pause',
		'playing',
		'progress',
		'visibilitychange',
		'volumechange',
	]);
	assert.is(cleared.mock.callCount(), 1);
});

it('should be idle until it is given a broadcast', () => {
	const player = createPlayer({
		video: fakeVideo(),
		cover: document.createElement('img') as HTMLImageElement,
		client: null,
		coverUrl: (url) => url,
		refresh: async () => live(),
	});
	setOnline(true);
	player.retry();
	assert.is(player.state.status, 'idle');
	player.stop();
});

it.run();
