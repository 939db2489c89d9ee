import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { playFallback } from '../../../src/player/act/play-fallback.ts';
import { owedNames } from '../../../src/player/core/owed.ts';
import { RulesRank } from '../../../src/player/core/rules-rank.ts';
import { withFallback } from '../../../src/player/rules/fallback.ts';
import type { Live } from '../../../src/models/page-model.ts';
import { ErrorCode, rtsError } from '../../../src/rts/play/errors.ts';
import { stageMessage } from '../../../src/view/stage/stage-message.ts';
import {
	advance,
	HLS,
	live,
	setHidden,
	settle,
	startPlayer,
	STREAM,
	twoQualities,
	withFakeTimers,
} from '../../support/player.ts';

const it = suite('fallback: back to the stream');
withFakeTimers(it);

const { ERROR_PC_DISCONNECTED, ERROR_NOTSUPPORT_H264, ERROR_HTTPREQUEST_ERROR } = ErrorCode;
const CONFIG = { whep: '', hlsFallback: true, hlsPattern: '', hlsReplacement: '' };

/** A broadcast of several qualities that goes on from its media URL, after a failure. */
async function fallBack(reason = ERROR_PC_DISCONNECTED, answer = twoQualities, late = false) {
	const parts = startPlayer({ source: twoQualities, status: 'connecting', refresh: async () => answer });
	const { player, client, video, loads } = parts;
	const addRules = () => player.addRules(RulesRank.Fallback, ({ rules }) => ({ rules: withFallback(rules) }));
	if (!late) addRules();
	const stream = { play: () => {}, pc: { iceConnectionState: 'checking' } as RTCPeerConnection };
	client.subscriptions[0]!.resolve(stream);
	await settle();
	advance(5000);
	client.error(reason);
	await settle();
	advance(200);
	player.dispatch({ type: 'measured', kbps: 900 });
	const { failure } = player.state;
	playFallback(player, CONFIG);
	await settle();
	/** The media URL plays on for some seconds. */
	const play = async (seconds: number) => {
		if (video.hasAttribute('src')) video.fire('playing');
		for (let i = 0; i < seconds; i++) {
			video.frames += 25;
			advance(1000);
			await settle();
		}
	};
	return { ...parts, play, failure, loads, addRules };
}

it('should leave a network that lets no connection through at once, whatever the qualities', async () => {
	const { failure, loads } = await fallBack();
	assert.is(failure, 'unreachable');
	assert.equal(loads, [HLS]);
});

it('should try the stream again where the server was asked before these rules were there', async () => {
	const { player, loads, refreshes, play, addRules } = await fallBack(ERROR_PC_DISCONNECTED, twoQualities, true);
	await play(5);
	assert.equal([loads, refreshes.length], [[HLS], 1]);
	assert.ok(player.state.source!.insteadOf);
	addRules();
	await play(14);
	assert.equal(loads, [HLS, STREAM]);
});

it('should try the stream again beside the fallback, and show it once it plays', async () => {
	const { player, loads, more, video, play } = await fallBack();
	await play(10);
	assert.equal(loads, [HLS]);
	await play(3);
	assert.equal(loads, [HLS, STREAM]);
	more[0]!.subscriptions[0]!.reject(ERROR_PC_DISCONNECTED);
	await play(20);
	assert.equal(loads, [HLS, STREAM]);
	await play(5);
	assert.equal(loads, [HLS, STREAM, STREAM]);
	assert.is(player.state.status, 'playing');
	let shown = 0;
	more[1]!.subscriptions[0]!.resolve({ play: () => shown++ });
	await settle();
	assert.equal([shown, video.hasAttribute('src')], [0, true]);
	more[1]!.sample({ time: 1, audioBytes: 1, videoBytes: 1, frames: 1 });
	assert.equal([shown, video.hasAttribute('src')], [1, false]);
	const { source, qualities, status, fallbackTry } = player.state;
	assert.equal([source!.originRts, qualities.length, status, fallbackTry], [STREAM, 3, 'playing', undefined]);
});

it('should not obey a pick from the list before', async () => {
	const { player } = await fallBack();
	const { state } = player;
	player.dispatch({ type: 'pick', quality: 1 });
	assert.equal(player.state, state);
});

it('should not try it while the page is hidden, or the video is paused', async () => {
	const { loads, play, video } = await fallBack();
	setHidden(true);
	await play(15);
	setHidden(false);
	video.paused = true;
	await play(15);
	assert.equal(loads, [HLS]);
});

it('should try it at once on another network', async () => {
	const { loads, play, player } = await fallBack();
	await play(2);
	player.dispatch({ type: 'online' });
	await play(1);
	assert.equal(loads, [HLS, STREAM]);
});

it('should turn between stream and fallback where both fail', async () => {
	const { client, player, loads, video, more } = await fallBack();
	Object.assign(video, { error: { code: 2 } });
	video.fire('error');
	advance(3000);
	assert.equal(loads, [HLS, STREAM]);
	client.subscriptions[1]!.reject(ERROR_PC_DISCONNECTED);
	await settle();
	assert.is(player.state.failure, 'unreachable');
	playFallback(player, CONFIG);
	assert.equal([...loads, more.length], [HLS, STREAM, HLS, 0]);
});

it('should still know what the stream’s server has refused, once the fallback has failed', async () => {
	const parts = startPlayer({ source: twoQualities, status: 'connecting', refresh: async () => twoQualities });
	const { player, client, video } = parts;
	player.addRules(RulesRank.Fallback, ({ rules }) => ({ rules: withFallback(rules) }));
	for (let i = 0; !player.state.failure; i++) {
		client.subscriptions[i]!.reject(ERROR_HTTPREQUEST_ERROR, { status: 404 });
		await settle();
		advance(20_000);
		await settle();
	}
	const names = () => owedNames(player.state.owed, 0, 'refused');
	const refused = names();
	assert.ok(refused.length > 0);
	playFallback(player, CONFIG);
	await settle();
	assert.equal(names(), []);
	Object.assign(video, { error: { code: 2 } });
	video.fire('error');
	advance(3000);
	await settle();
	assert.is(player.state.source!.originRts, STREAM);
	assert.equal(names(), refused);
});

it('should say that the broadcast is interrupted for as long as neither the stream nor its fallback is there', async () => {
	const { player, client, video, more } = startPlayer();
	player.addRules(RulesRank.Fallback, ({ rules }) => ({ rules: withFallback(rules) }));
	const texts = new Set<string>();
	player.listeners.add((state) =>
		texts.add(stageMessage({ data: {} as Live, error: null, loading: false }, state).text),
	);
	const error = Object.assign(rtsError(ERROR_HTTPREQUEST_ERROR, ''), { status: 404 });
	player.dispatch({ type: 'failed', reason: ERROR_HTTPREQUEST_ERROR, error });
	const answered = new Set(client.subscriptions);
	let fallbacks = 0;
	for (let second = 0; second < 180; second++) {
		advance(1000);
		for (const subscription of [client, ...more].flatMap(({ subscriptions }) => subscriptions)) {
			if (!answered.has(subscription)) subscription.reject(ERROR_HTTPREQUEST_ERROR, { status: 404 });
			answered.add(subscription);
		}
		await settle();
		if (player.state.failure) playFallback(player, CONFIG);
		if (!video.hasAttribute('src')) continue;
		fallbacks++;
		Object.assign(video, { error: { code: 2 } });
		video.fire('error');
	}
	assert.ok(fallbacks > 3);
	assert.equal([...texts], ['直播信号中断，正在重连…']);
});

it('should end the try where the fallback fails, and drop it where the broadcast is over', async () => {
	for (const end of [
		({ video }: Awaited<ReturnType<typeof fallBack>>) => {
			Object.assign(video, { error: { code: 2 } });
			video.fire('error');
		},
		({ player }: Awaited<ReturnType<typeof fallBack>>) => player.show(live({ status: 2 })),
	]) {
		const parts = await fallBack();
		await parts.play(13);
		assert.is(parts.more[0]!.unsubscribed, 0);
		end(parts);
		assert.is(parts.more[0]!.unsubscribed, 1);
	}
});

it('should keep a new address of the stream for the next try', async () => {
	const qualities = twoQualities.qualities.map((each) => ({ ...each, address: `${each.address}?auth_key=2` }));
	const { player, loads, play } = await fallBack(ERROR_PC_DISCONNECTED, { ...twoQualities, qualities });
	await play(6);
	assert.is(player.state.source!.originRts, HLS);
	await play(7);
	assert.equal(loads, [HLS, `${STREAM}?auth_key=2`]);
});

it('should not try again what cannot be played here', async () => {
	const { player, play, loads } = await fallBack(ERROR_NOTSUPPORT_H264);
	for (let i = 0; i < 3; i++) {
		if (player.state.failure) playFallback(player, CONFIG);
		await play(13);
	}
	assert.not(player.state.source!.insteadOf);
	assert.is(loads.filter((address) => address === HLS).length <= 1, true);
});

it.run();
