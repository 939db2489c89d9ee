import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import {
	advance,
	live,
	MEDIA_URL,
	restore,
	setHidden,
	setOnline,
	settle,
	startPlayer,
	withFakeTimers,
} from '../../support/player.ts';

const it = suite('player');
withFakeTimers(it);

const { ERROR_HTTPREQUEST_ERROR, ERROR_NOTSUPPORT_WEBRTC } = ErrorCode;

it('should give the streaming client more time on a slow connection', () => {
	const { client } = startPlayer({ status: 'connecting', latency: () => 1500 });
	assert.is(client.subscriptions[0]!.timeout, 11_000);
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
	it(`should do and report nothing any more when it is stopped after ${what}`, async () => {
		const test = startPlayer();
		const { fail, loads, play, player, refreshes, states, stop, video } = test;
		disturb(test);
		stop();
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
		assert.equal([loads, refreshes, states.length, video.playCalls], [[], [], reported, 0]);
		stop();
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
