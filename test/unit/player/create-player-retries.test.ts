import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import { advance, live, MEDIA_URL, startPlayer, STREAM, withFakeTimers } from '../../support/player.ts';

const it = suite('player: retries');
withFakeTimers(it);

const { ERROR_HTTPREQUEST_ERROR, ERROR_NOTSUPPORT_WEBRTC } = ErrorCode;

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

it('should take its time from a clock that nobody sets', () => {
	const { fail, play, player } = startPlayer();
	fail(ERROR_HTTPREQUEST_ERROR);
	advance(500);
	play();
	const [time, tomorrow] = [performance.now(), Date.now() + 86_400_000];
	mock.method(performance, 'now', () => time);
	mock.method(Date, 'now', () => tomorrow);
	advance(500);
	assert.is(player.state.failures, 1, 'not forgiven');
});

it('should know from the start that a browser without WebRTC plays no real-time stream', () => {
	const test = startPlayer({ status: 'idle', client: null });
	test.player.show(live());
	assert.equal([test.player.state.status, test.player.state.reason], ['failed', ERROR_NOTSUPPORT_WEBRTC]);
	test.player.show(live({ originRts: MEDIA_URL }));
	assert.equal([test.player.state.status, test.loads], ['connecting', [MEDIA_URL]]);
});

it.run();
