import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { RulesRank } from '../../../src/player/core/rules-rank.ts';
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
	STREAM,
	twoQualities,
	withFakeTimers,
} from '../../support/player.ts';

const it = suite('player');
withFakeTimers(it);

const { ERROR_HTTPREQUEST_ERROR, ERROR_NOTSUPPORT_WEBRTC } = ErrorCode;

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

it('should give the streaming client more time on a slow connection', () => {
	const { client } = startPlayer({ status: 'connecting', latency: () => 1500 });
	assert.is(client.subscriptions[0]!.timeout, 11_000);
});

it('should have rules precede those of lower ranks, whichever are added first', () => {
	const { Recording, Live, Fallback } = RulesRank;
	for (const ranks of [
		[Recording, Live, Fallback],
		[Fallback, Recording, Live],
	]) {
		const { player } = startPlayer({ rules: 'late' });
		const applied: RulesRank[] = [];
		for (const rank of ranks)
			player.addRules(rank, ({ rules }) => ({
				rules(draft, event) {
					applied.push(rank);
					rules(draft, event);
				},
			}));
		player.dispatch({ type: 'check' });
		assert.equal(applied, [Fallback, Live, Recording]);
	}
});

it('should show the cover until somebody publishes, and connect again by itself and by 重试', async () => {
	const POSTER = 'https://cdn.example.com/p.jpg';
	const { client, cover, player, video, loads } = startPlayer({
		source: live({ poster: POSTER }),
		status: 'connecting',
	});
	Object.assign(video, { videoWidth: 0 });
	assert.ok(cover.hidden);
	for (const again of [() => advance(10_000), () => player.retry()]) {
		const { length } = loads;
		client.subscriptions[length]!.reject(ERROR_HTTPREQUEST_ERROR, { status: 404 });
		await settle();
		assert.equal([player.state.status, cover.hidden, cover.src], ['reconnecting', false, POSTER]);
		again();
		assert.equal([loads.length, cover.hidden], [length + 1, false]);
	}
	Object.assign(video, { videoWidth: 640 });
	video.fire('playing');
	advance(1000);
	assert.equal([player.state.status, cover.hidden], ['playing', true]);
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

const stream = { play() {}, join() {}, stop() {} };
it('should play what the viewer picks although the server closes the old stream for it, then end with it', async () => {
	const { client, more, player } = startPlayer({ source: twoQualities });
	player.dispatch({ type: 'pick', quality: 1 });
	const [beside] = more;
	beside!.subscriptions[0]!.resolve(stream);
	await settle();
	client.event('ended');
	beside!.sample({ time: 1, audioBytes: 1, videoBytes: 1, frames: 1 });
	assert.equal([player.state.status, player.state.quality, player.state.picked], ['playing', 1, 'SD']);
	player.dispatch({ type: 'pick', quality: 0 });
	beside!.event('ended');
	more[1]!.event('ended');
	assert.equal([player.state.status, player.state.quality, player.state.picked], ['reconnecting', 0, 'HD']);
});

it('should leave what is answered without media by a measurement, within four seconds for each quality', async () => {
	class FakeObserver {
		constructor(readonly notify: (list: { getEntries(): unknown[] }) => void) {}
		observe = () => this.notify({ getEntries: () => [{ name: 'https://h/', responseEnd: 1, transferSize: 9000 }] });
		disconnect() {}
	}
	Object.assign(globalThis, { PerformanceObserver: FakeObserver });
	const fetch = mock.method(globalThis, 'fetch', async () => ({ url: 'https://h/', text: async () => '' })).mock;
	const { client, loads } = startPlayer({ source: twoQualities, status: 'connecting' });
	const [first] = client.subscriptions;
	advance(6000);
	assert.equal(loads, []);
	first!.resolve(stream);
	await settle();
	advance(2500);
	assert.equal(loads, []);
	advance(1000);
	await settle();
	advance(500);
	assert.equal([loads, fetch.callCount()], [[`${STREAM}_sd`], 3]);
	client.subscriptions[1]!.resolve(stream);
	await settle();
	client.sample({ time: 1, audioBytes: 1, videoBytes: 1, frames: 1 });
	advance(10_000);
	assert.equal(loads.length, 1);
});

it.run();
