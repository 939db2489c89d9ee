import * as assert from 'uvu/assert';
import { createPlayClient } from '../../../src/rts/play/play.ts';
import { watchNetwork } from '../../../src/rts/play/watch-network.ts';
import { whepRest } from '../../../src/rts/play/whep-rest.ts';
import { FakePeer, rejection, setGlobals, suiteInFakeBrowser } from '../../support/fake-browser.ts';

const it = suiteInFakeBrowser('rts WHEP rest');
const ANSWER = 'v=0\r\na=setup:active\r\n';
const HEADERS = { location: '/s/1', etag: '"7"', link: '<stun:s>; rel="ice-server"' };

/** The session's requests to restart ICE, after its server was lost. */
function restarts(browser: Parameters<Parameters<typeof it>[1]>[0]) {
	browser.last().peer.ice('disconnected');
	return browser.settle().then(() => browser.fetches.filter(({ method }) => method === 'PATCH').length);
}

it('should be taken by a client that plays, for its session, its next replies, and clients that share its settings', async (browser) => {
	const client = createPlayClient();
	const playing = client.subscribe('wheps://h/a');
	await browser.settle();
	browser.last().request.reply(201, ANSWER, HEADERS);
	await playing;
	assert.is(await restarts(browser), 0);
	browser.last().peer.ice('connected');
	client.useWhep(whepRest);
	assert.equal(
		client.whep.configuration!.iceServers!.map(({ urls }) => urls),
		['stun:s'],
	);
	assert.is(await restarts(browser), 1);

	const refused = rejection(createPlayClient({ whep: client.whep }).subscribe('wheps://h/b'));
	await browser.settle();
	browser.last().request.reply(404, 'no such stream');
	assert.match((await refused).message, /404: no such stream$/);
});

it('should be taken once where the reply comes later, and before there is a session', async (browser) => {
	for (const early of [true, false]) {
		const client = createPlayClient();
		if (early) client.useWhep(whepRest);
		const playing = client.subscribe('wheps://h/a');
		await browser.settle();
		if (!early) client.useWhep(whepRest);
		browser.last().request.reply(201, ANSWER, HEADERS);
		await playing;
		browser.fetches.length = 0;
		assert.is(await restarts(browser), 1);
	}
});

/** Watches a WHEP session; counts how often ICE is restarted, and sets the kind of network, '' where that is unknown. */
function watch(type = '') {
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
	const { restarts, setNetwork } = watch('wifi');
	assert.equal(
		['wifi', 'cellular', 'cellular', 'wifi'].map((type) => (setNetwork(type), restarts())),
		[0, 1, 1, 2],
	);
});

it('should restart ICE once each time it has lost the server, where the kind of network is unknown, and not before', () => {
	const { pc, restarts } = watch();
	assert.equal(
		['checking', 'connected', 'disconnected', 'connected', 'disconnected', 'failed'].map((state) => {
			pc.ice(state);
			return restarts();
		}),
		[0, 0, 1, 1, 2, 2],
	);
});

it('should restart nothing in a connection that is closed, also where it was lost', () => {
	const { pc, restarts, setNetwork } = watch('wifi');
	pc.close();
	setNetwork('cellular');
	assert.is(restarts(), 0);
});

it.run();
