import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { POLICY } from '../../support/policy.ts';
import { ErrorCode } from '../../../src/rts/play/errors.ts';
import { advance, live, settle, startPlayer, STREAM, withFakeTimers } from '../../support/player.ts';

const it = suite('player: time limits');
withFakeTimers(it);

const stream = { play() {}, join() {}, stop() {} };
const twoQualities = live({
	qualities: [
		{ name: 'HD', kbps: 1130, address: STREAM },
		{ name: 'SD', kbps: 400, address: `${STREAM}_sd` },
	],
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

it('should say that a stream stalls and connect it anew, asking the server, after 2.5 seconds without anything', () => {
	const { loads, refreshes, states, video } = startPlayer();
	advance(500);
	video.moves = false;
	advance(1500);
	assert.equal([states, loads], [['stalled'], []]);
	advance(750);
	assert.equal([states, loads], [['stalled'], []]);
	advance(500);
	assert.equal([states, loads], [['stalled'], [STREAM]]);
	advance(POLICY.maxRefreshDelay / 2);
	assert.is(refreshes.length, 1);
});

it('should ask the server once at a time, and again after that', async () => {
	const { refreshes, player, client } = startPlayer({ policy: { ...POLICY, steadyTime: 1e9 } });
	client.event('ended');
	for (let failure = 1; failure < 5; failure++) {
		player.retry();
		client.error(ErrorCode.ERROR_PLAY_FAILED);
	}
	assert.is(refreshes.length, 0);
	advance(POLICY.maxRefreshDelay / 2);
	assert.is(refreshes.length, 1);
	await settle();
	player.retry();
	client.error(ErrorCode.ERROR_PLAY_FAILED);
	advance(POLICY.maxRefreshDelay / 2);
	assert.is(refreshes.length, 2);
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
	play(20, 0);
	assert.equal([states.length, loads], [2, []]);
	play(1, 3);
	assert.equal([states.at(-1), cover.hidden, loads], ['playing', true, []]);
});

it('should connect a stream anew whose camera is off, and play its sound', async () => {
	const { client, more, player, states, video } = startPlayer();
	client.sample({ time: 1, audioBytes: 1, videoBytes: 1, frames: 1 });
	video.moves = false;
	const hear = (source: typeof client, seconds: number) => {
		for (let sample = 1; sample <= seconds * 4; sample++) {
			source.sample({ time: performance.now(), audioBytes: 100 * sample });
			advance(250);
		}
	};
	hear(client, 14);
	assert.is(states.at(-1), 'playing camera-off');
	advance(4000);
	assert.is(player.state.trial?.why, 'silent');
	const [beside] = more;
	beside!.subscriptions[0]!.resolve(stream);
	await settle();
	hear(beside!, 4);
	assert.is(player.state.trial, null);
	hear(beside!, 14);
	assert.is(states.at(-1), 'playing camera-off');
});

it('should play what the viewer picks although the server closes the old stream for it, then end with it', async () => {
	const { client, more, player } = startPlayer({ source: twoQualities });
	player.dispatch({ type: 'choose', quality: 1, by: 'viewer' });
	const [beside] = more;
	beside!.subscriptions[0]!.resolve(stream);
	await settle();
	client.event('ended');
	beside!.sample({ time: 1, audioBytes: 1, videoBytes: 1, frames: 1 });
	assert.equal([player.state.status, player.state.quality, player.state.picked], ['playing', 1, 'SD']);
	player.dispatch({ type: 'choose', quality: 0, by: 'viewer' });
	beside!.event('ended');
	more[1]!.event('ended');
	assert.equal([player.state.status, player.state.quality, player.state.picked], ['reconnecting', 0, 'HD']);
});

it('should leave what is answered without media within four seconds, and each quality has that time', async () => {
	const { client, loads } = startPlayer({ source: twoQualities, status: 'connecting' });
	const [first] = client.subscriptions;
	advance(6000);
	assert.equal(loads, []);
	first!.resolve(stream);
	await settle();
	advance(2500);
	assert.equal(loads, []);
	advance(1500);
	assert.equal(loads, [`${STREAM}_sd`]);
	client.subscriptions[1]!.resolve(stream);
	await settle();
	client.sample({ time: 1, audioBytes: 1, videoBytes: 1, frames: 1 });
	advance(10_000);
	assert.equal(loads.length, 1);
});

it('should go on with a lower quality beside the playing one that vanishes, within ten seconds', async () => {
	const { client, more, player, video } = startPlayer({ source: twoQualities });
	client.sample({ time: 1, audioBytes: 1, videoBytes: 1, frames: 1 });
	video.moves = false;
	advance(4000);
	more[0]!.subscriptions[0]!.resolve(stream);
	await settle();
	advance(2500);
	await settle();
	advance(1500);
	assert.equal(more[1]!.subscriptions[0]!.address, `${STREAM}_sd`);
	more[1]!.subscriptions[0]!.resolve(stream);
	await settle();
	more[1]!.sample({ time: 2, audioBytes: 1, videoBytes: 1, frames: 1 });
	assert.equal([player.state.quality, player.state.failedQualities], [1, []]);
});

it.run();
