import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { watchStatus } from '../../../src/rts/publish/connect-status.ts';
import { FakePeer } from '../../support/fake-browser.ts';

const test = suite('rts connect status');

/** Statuses emitted for a connection that goes through states. */
function statusesOf(states: string[], change: 'connection' | 'ice' = 'connection', first = 'new') {
	const peer = new FakePeer({});
	peer.connectionState = change === 'ice' ? (undefined as never) : first;
	const emitted: unknown[] = [];
	watchStatus(peer as never, (event, payload) => emitted.push([event, payload]));
	for (const state of states) peer[change](state);
	assert.ok(emitted.every((entry) => (entry as string[])[0] === 'connectStatusChange'));
	return (emitted as [string, { status: number }][]).map(([, { status }]) => status);
}

for (const [states, expected] of [
	[[], [1]],
	[
		['connecting', 'connected'],
		[1, 2],
	],
	[
		['connected', 'disconnected', 'connected'],
		[1, 2, 3, 2],
	],
	[
		['connected', 'disconnected', 'failed'],
		[1, 2, 3, 0],
	],
	[['failed'], [1, 0]],
	[
		['connected', 'connected'],
		[1, 2],
	],
	[
		['connected', 'closed', 'new'],
		[1, 2],
	],
] as const)
	test(`should emit ${expected} for a connection that is ${['new', ...states].join(', ')}`, () =>
		assert.equal(statusesOf([...states]), expected));
for (const [states, expected] of [
	[
		['checking', 'connected', 'completed'],
		[1, 2],
	],
	[
		['connected', 'disconnected', 'failed'],
		[1, 2, 3, 0],
	],
] as const)
	test(`should emit ${expected} for ICE that is ${states.join(', ')}, in an engine without a connection state`, () =>
		assert.equal(statusesOf([...states], 'ice'), expected));
test('should emit also that a connection is up before the answer has been applied', () =>
	assert.equal(statusesOf([], 'connection', 'connected'), [1, 2]));
test('should not emit a change of ICE where the connection as a whole has not changed', () => {
	const peer = new FakePeer({});
	const emitted: string[] = [];
	watchStatus(peer as never, (event) => emitted.push(event));
	peer.ice('disconnected');
	assert.is(emitted.length, 1);
});

test.run();
