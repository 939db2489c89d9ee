import * as assert from 'uvu/assert';
import { createPlayClient } from '../../../src/rts/play/play.ts';
import { whepRest } from '../../../src/rts/play/whep-rest.ts';
import { rejection, suiteInFakeBrowser } from '../../support/fake-browser.ts';

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

it.run();
