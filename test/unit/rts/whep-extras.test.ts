import { mock } from 'node:test';
import * as assert from 'uvu/assert';
import { createPlayClient } from '../../../src/rts/play/play.ts';
import { watchNetwork } from '../../../src/rts/play/restart-ice.ts';
import { whepExtras } from '../../../src/rts/play/whep-extras.ts';
import { FakePeer, rejection, setGlobals, suiteInFakeBrowser } from '../../support/fake-browser.ts';

const it = suiteInFakeBrowser('rts WHEP rest');
const ANSWER = 'v=0\r\na=setup:active\r\n';
const HEADERS = { location: '/s/1', etag: '"7"', link: '<stun:s>; rel="ice-server"' };

/** The session's requests to restart ICE, after its server was lost. */
function restarts(browser: Parameters<Parameters<typeof it>[1]>[0]) {
	for (const state of ['connected', 'disconnected']) browser.last().peer.ice(state);
	return browser.settle().then(() => browser.fetches.filter(({ method }) => method === 'PATCH').length);
}

it('should be taken by a client that plays, for its session, its next replies, and clients that share its settings', async (browser) => {
	const client = createPlayClient();
	const playing = client.subscribe('wheps://h/a');
	await browser.settle();
	browser.last().request.reply(201, ANSWER, HEADERS);
	await playing;
	assert.is(await restarts(browser), 0);
	client.useWhep(whepExtras);
	const servers = client.whep.configuration!.iceServers!.map(({ urls }) => urls);
	assert.equal(servers, ['stun:s']);
	assert.is(await restarts(browser), 1);

	const refused = rejection(createPlayClient({ whep: client.whep }).subscribe('wheps://h/b'));
	await browser.settle();
	browser.last().request.reply(404, 'no such stream');
	assert.match((await refused).message, /404: no such stream$/);
});

it('should be taken once where the reply comes later, and before there is a session', async (browser) => {
	for (const early of [true, false]) {
		const client = createPlayClient();
		if (early) client.useWhep(whepExtras);
		const playing = client.subscribe('wheps://h/a');
		await browser.settle();
		if (!early) client.useWhep(whepExtras);
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

/** Milliseconds after which a restart follows another one at once. */
const LONG = 10_000;

it('should restart ICE once on each other network, not on the same one, and not before it was connected', async (browser) => {
	const { pc, restarts, setNetwork } = watch('wifi');
	setNetwork('cellular');
	assert.is(restarts(), 0);
	pc.ice('connected');
	const counts = [];
	for (const type of ['cellular', 'wifi', 'wifi', 'cellular']) {
		setNetwork(type);
		await browser.pass(LONG);
		counts.push(restarts());
	}
	assert.equal(counts, [0, 1, 1, 2]);
});

it('should restart ICE once each time it has lost the server, where the kind of network is unknown, and not before', async (browser) => {
	const { pc, restarts } = watch();
	const counts = [];
	const states = 'checking disconnected connected disconnected connected disconnected failed';
	for (const state of states.split(' ')) {
		pc.ice(state);
		await browser.pass(LONG);
		counts.push(restarts());
	}
	assert.equal(counts, [0, 0, 0, 1, 1, 2, 2]);
});

for (const wasConnected of [false, true])
	it(`should restart ICE ${wasConnected ? 'every six seconds at most' : 'never'} where candidates refuse eight times a second, ${wasConnected ? 'once it was' : 'as it was never'} connected`, async (browser) => {
		const { pc, restarts } = watch();
		if (wasConnected) pc.ice('connected');
		const seconds = [];
		for (let second = 0; second < 35; second += 1 / 8) {
			const before = restarts();
			pc.ice((second * 8) % 2 ? 'checking' : 'disconnected');
			await browser.settle();
			mock.timers.tick(125);
			if (restarts() > before) seconds.push(Math.floor(second + 1 / 8));
		}
		assert.equal(seconds, wasConnected ? [0, 6, 12, 18, 24, 30] : []);
	});

it('should not restart ICE in a pause for what has recovered, but for another network after it', async (browser) => {
	const { pc, restarts, setNetwork } = watch('wifi');
	for (const state of ['connected', 'disconnected', 'connected', 'disconnected', 'connected']) pc.ice(state);
	await browser.pass(LONG);
	assert.is(restarts(), 1);
	for (const type of ['cellular', 'wifi']) setNetwork(type);
	await browser.pass(5900);
	assert.is(restarts(), 2);
	await browser.pass(200);
	assert.is(restarts(), 3);
});

it('should restart nothing in a connection that is closed, also where it was lost', () => {
	const { pc, restarts, setNetwork } = watch('wifi');
	pc.ice('connected');
	pc.close();
	setNetwork('cellular');
	assert.is(restarts(), 0);
});

it.run();
