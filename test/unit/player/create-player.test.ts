import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import {
	advance,
	live,
	restore,
	setHidden,
	setOnline,
	settle,
	startPlayer,
	withFakeTimers,
} from '../../support/player.ts';

const it = suite('player');
withFakeTimers(it);

const { ERROR_HTTPREQUEST_ERROR } = ErrorCode;

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

it.run();
