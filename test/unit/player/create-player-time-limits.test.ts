import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { POLICY } from '../../support/policy.ts';
import { advance, live, settle, startPlayer, STREAM, twoQualities, withFakeTimers } from '../../support/player.ts';

const it = suite('player: time limits');
withFakeTimers(it);

const stream = { play() {}, join() {}, stop() {} };
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

it.run();
