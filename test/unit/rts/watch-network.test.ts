import * as assert from 'uvu/assert';
import { watchNetwork } from '../../../src/rts/play/watch-network.ts';
import { suiteInFakeBrowser } from '../../support/fake-browser.ts';

const it = suiteInFakeBrowser('rts watch network');

/** Samples a WHEP session; `sample` takes the state of ICE and the kind of network, and returns how often ICE has been restarted. */
function setup() {
	const pc = { iceConnectionState: '' };
	let restarts = 0;
	const session = {
		pc,
		// Without a URL there is nothing to send.
		get url() {
			restarts++;
			return '';
		},
	};
	const check = watchNetwork();
	return {
		check,
		sample(iceConnectionState = 'connected', type?: string) {
			Object.assign(navigator, { connection: type ? { type } : undefined });
			pc.iceConnectionState = iceConnectionState;
			check(session as never);
			return restarts;
		},
	};
}

it('should restart ICE once on each other network, and not on the same one', async () => {
	const { sample } = setup();
	const types = ['wifi', 'wifi', 'cellular', 'cellular', 'wifi'];
	assert.equal(
		types.map((type) => sample('connected', type)),
		[0, 0, 1, 1, 2],
	);
});

it('should restart ICE once each time it has lost the server, where the kind of network is unknown, and not before', async () => {
	const { sample } = setup();
	const states = ['checking', 'connected', 'disconnected', 'disconnected', 'connected', 'disconnected'];
	assert.equal(
		states.map((state) => sample(state)),
		[0, 0, 1, 1, 1, 2],
	);
});

it('should restart nothing without a session', async () => {
	const { sample, check } = setup();
	sample('connected', 'wifi');
	Object.assign(navigator, { connection: { type: 'cellular' } });
	check(undefined);
	assert.is(sample('connected', 'wifi'), 0);
});

it.run();
