import * as assert from 'uvu/assert';
import { watchNetwork } from '../../../src/rts/play/watch-network.ts';
import { FakePeer, setGlobals, suiteInFakeBrowser } from '../../support/fake-browser.ts';

const it = suiteInFakeBrowser('rts watch network');

/** Watches a WHEP session; counts how often ICE is restarted, and sets the kind of network, '' where that is unknown. */
function setup(type = '') {
	const connection = Object.assign(new EventTarget(), { type });
	setGlobals({ navigator: type ? { connection } : {} });
	const pc = new FakePeer({});
	let restarts = 0;
	watchNetwork({
		pc,
		// Without a URL there is nothing to send.
		get url() {
			restarts++;
			return '';
		},
	} as never);
	const setNetwork = (type: string) => Object.assign(connection, { type }).dispatchEvent(new Event('change'));
	return { pc, restarts: () => restarts, setNetwork };
}

it('should restart ICE once on each other network, and not on the same one', () => {
	const { restarts, setNetwork } = setup('wifi');
	assert.equal(
		['wifi', 'cellular', 'cellular', 'wifi'].map((type) => (setNetwork(type), restarts())),
		[0, 1, 1, 2],
	);
});

it('should restart ICE once each time it has lost the server, where the kind of network is unknown, and not before', () => {
	const { pc, restarts } = setup();
	assert.equal(
		['checking', 'connected', 'disconnected', 'connected', 'disconnected', 'failed'].map((state) => {
			pc.ice(state);
			return restarts();
		}),
		[0, 0, 1, 1, 2, 2],
	);
});

it('should restart nothing in a connection that is closed, also where it was lost', () => {
	const { pc, restarts, setNetwork } = setup('wifi');
	pc.close();
	setNetwork('cellular');
	assert.is(restarts(), 0);
});

it.run();
