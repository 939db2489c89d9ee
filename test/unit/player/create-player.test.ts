import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPlayer } from '../../../src/player/create-player.ts';
import { POLICY } from '../../../src/player/policy.ts';
import { ErrorCode } from '../../../src/rts/errors.ts';
import {
	advance,
	failUntilGivenUp,
	fakeVideo,
	HLS,
	live,
	MEDIA_URL,
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

it('should begin with the first delay again once it has played', () => {
	const { fail, loads, play } = startPlayer();
	for (const delay of [500, 1000, 2000]) {
		fail(ERROR_HTTPREQUEST_ERROR);
		advance(delay);
	}
	play();
	fail(ERROR_HTTPREQUEST_ERROR);
	advance(499);
	assert.is(loads.length, 3);
	advance(1);
	assert.is(loads.length, 4);
});

it('should take its delays from the policy', () => {
	const { fail, loads } = startPlayer({ policy: { ...POLICY, retryDelay: 20 } });
	fail(ERROR_HTTPREQUEST_ERROR);
	advance(19);
	assert.is(loads.length, 0);
	advance(1);
	assert.is(loads.length, 1);
});

it('should give up after six failures and twenty seconds, and attempt nothing more', () => {
	const test = startPlayer();
	const from = Date.now();
	const attempts = failUntilGivenUp(test, () => test.fail(ERROR_HTTPREQUEST_ERROR));
	assert.ok(attempts >= 6);
	assert.ok(Date.now() - from >= 20_000);
	assert.is(test.states.at(-1), `failed ${ERROR_HTTPREQUEST_ERROR}`);
	advance(600_000);
	assert.is(test.loads.length, attempts);
});

it('should count from the start again when the viewer retries', () => {
	const test = startPlayer();
	const attempts = failUntilGivenUp(test, () => test.fail(ERROR_HTTPREQUEST_ERROR));
	test.player.retry();
	assert.is(test.states.at(-1), 'connecting');
	test.fail(ERROR_HTTPREQUEST_ERROR);
	assert.is(test.states.at(-1), `reconnecting ${ERROR_HTTPREQUEST_ERROR}`);
	advance(500);
	assert.is(test.loads.length, attempts + 2);
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

const HLS_POLICY = { ...POLICY, hlsFallback: true };

it('should play HLS where real-time playback cannot work, if the deployment allows', () => {
	const { client, fail, loads, video } = startPlayer({ policy: HLS_POLICY });
	fail(ERROR_NOTSUPPORT_WEBRTC);
	assert.equal([loads, client.unsubscribed], [[HLS], 1]);
	// It is retried like any other.
	Object.assign(video, { error: { code: 2 } });
	video.fire('error');
	advance(500);
	assert.equal(loads, [HLS, HLS]);
});

it('should play HLS after the last failure, and give up when that fails, too', () => {
	const test = startPlayer({ policy: HLS_POLICY });
	for (let attempts = 0; test.loads.at(-1) !== HLS; attempts++) {
		assert.ok(attempts < 60);
		test.fail(ERROR_HTTPREQUEST_ERROR);
		advance(2000);
	}
	Object.assign(test.video, { error: { code: 2 } });
	failUntilGivenUp(test, () => test.video.fire('error'));
	assert.is(test.states.at(-1), 'failed media');
	test.player.retry();
	assert.is(test.loads.at(-1), STREAM, 'the viewer’s retry begins with the stream');
});

it('should make no HLS URL of a media URL', () => {
	const test = startPlayer({ policy: HLS_POLICY, source: live({ originRts: MEDIA_URL }) });
	Object.assign(test.video, { error: { code: 2 } });
	failUntilGivenUp(test, () => test.video.fire('error'));
	assert.equal(new Set(test.loads), new Set([MEDIA_URL]));
});

it('should retry a media URL that delivers nothing in ten seconds, until it gives up', () => {
	const test = startPlayer({ status: 'idle' });
	const { loads, player, states, video } = test;
	video.moves = false;
	player.show(live({ originRts: MEDIA_URL }));
	advance(9999);
	assert.equal([loads.length, states], [1, ['connecting']]);
	advance(1);
	assert.is(states.at(-1), 'reconnecting timeout');
	advance(500);
	assert.is(loads.length, 2);
	advance(12_000);
	assert.is(loads.length, 3);
	advance(120_000);
	assert.is(states.at(-1), 'failed timeout');
	const attempts = loads.length;
	advance(120_000);
	assert.is(loads.length, attempts);
	setOnline(true);
	assert.is(loads.length, attempts + 1);
});

it('should give a media URL time as long as its data comes in', () => {
	const { loads, player, video } = startPlayer({ status: 'connecting', source: live({ originRts: MEDIA_URL }) });
	video.moves = false;
	advance(1);
	for (const status of ['connecting', 'stalled']) {
		if (status === 'stalled') {
			video.fire('playing');
			video.fire('waiting');
		}
		for (let second = 0; second < 40; second++) {
			video.fire('progress');
			advance(1000);
		}
		assert.equal([player.state.status, loads], [status, []]);
	}
	advance(12_000);
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

it('should connect anew after six seconds without frames', () => {
	const { loads, video } = startPlayer();
	video.moves = false;
	video.fire('waiting');
	advance(5999);
	assert.equal(loads, []);
	advance(1);
	assert.equal(loads, [STREAM]);
});

it('should leave a slow video alone, and connect anew when it freezes at last', () => {
	const { loads, video } = startPlayer();
	video.moves = false;
	video.fire('waiting');
	// One frame in two seconds.
	for (let frame = 0; frame < 15; frame++) {
		video.frames++;
		advance(2000);
	}
	assert.equal(loads, []);
	advance(12_000);
	assert.equal(loads, [STREAM]);
});

it('should leave a stall alone that ends by itself', () => {
	const { loads, play, states, video } = startPlayer();
	video.fire('waiting');
	advance(5000);
	play();
	advance(60_000);
	assert.equal(loads, []);
	assert.equal([...new Set(states)], ['stalled', 'playing']);
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
	['a stall', ({ video }) => video.fire('waiting')],
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
	player.stop();
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
		'waiting',
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
