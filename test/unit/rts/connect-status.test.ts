import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ConnectStatus, watchStatus } from '../../../src/rts/publish/connect-status.ts';
import { FakePeer } from '../../support/fake-browser.ts';

const test = suite('rts connect status');
const { DISCONNECTED, CONNECTING, CONNECTED, RECONNECTING } = ConnectStatus;

/** Statuses emitted for a connection that goes through states. */
function statusesOf(states: string, change: 'connection' | 'ice' = 'connection', first: string | undefined = 'new') {
	const peer = new FakePeer({});
	peer.connectionState = first!;
	const statuses: ConnectStatus[] = [];
	watchStatus(peer as never, (event, payload) => {
		assert.is(event, 'connectStatusChange');
		statuses.push((payload as { status: ConnectStatus }).status);
	});
	for (const state of states.split(' ')) peer[change](state);
	return statuses;
}

for (const [states, expected] of [
	['connecting connected', [CONNECTING, CONNECTED]],
	['connected disconnected connected', [CONNECTING, CONNECTED, RECONNECTING, CONNECTED]],
	['connected disconnected failed', [CONNECTING, CONNECTED, RECONNECTING, DISCONNECTED]],
	['connected connected closed new', [CONNECTING, CONNECTED]],
] as const)
	test(`should emit ${expected} for a connection that is new ${states}`, () =>
		assert.equal(statusesOf(states), expected));
test('should emit the status of ICE in an engine without a connection state', () => {
	const expected = [CONNECTING, CONNECTED, RECONNECTING, DISCONNECTED];
	assert.equal(statusesOf('checking completed disconnected failed', 'ice', ''), expected);
});
test('should emit also that a connection is up before the answer has been applied', () =>
	assert.equal(statusesOf('connected', 'connection', 'connected'), [CONNECTING, CONNECTED]));
test('should not emit a change of ICE where the connection as a whole has not changed', () =>
	assert.equal(statusesOf('disconnected', 'ice'), [CONNECTING]));

test.run();
