import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { POLICY } from '../../support/policy.ts';
import { ErrorCode } from '../../../src/rts/errors.ts';
import {
	advance,
	failUntilSlow,
	live,
	MEDIA_URL,
	setHidden,
	setOnline,
	startPlayer,
	STREAM,
	withFakeTimers,
} from '../../support/player.ts';

const it = suite('player: retries');
withFakeTimers(it);

const { ERROR_HTTPREQUEST_ERROR, ERROR_NOTSUPPORT_WEBRTC, ERROR_NOTSUPPORT_H264 } = ErrorCode;

it('should retry after half a second, one second, and then every 1.6 s', () => {
	const { fail, loads, states } = startPlayer();
	let attempts = 0;
	for (const delay of [500, 1000, 1600, 1600, 1600]) {
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
	for (const delay of [500, 1000, 1600]) {
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
	advance(1599);
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

it.run();
