import * as assert from 'uvu/assert';
import { checkSupport, isSupport } from '../../../src/rts/sdk/support.ts';
import { readUserAgent } from '../../../src/rts/sdk/user-agent.ts';
import { BLINK, LINUX, OK, OLD, PLAIN_ANDROID, SUPPORT_CASES, UNLISTED } from '../../fixtures/rts-user-agents.ts';
import { OFFER, rejection, setGlobals, suiteInFakeBrowser } from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts support');

const messages: Record<number, string> = { 0: '', [UNLISTED]: 'browser not support', [OLD]: 'browser version too low' };

for (const [code, who, userAgent] of SUPPORT_CASES)
	test(`should ${code === OK ? 'accept' : 'refuse'} ${who} (${userAgent.slice(-40)})`, () => {
		const { os, osVersion, browser, version } = readUserAgent(userAgent);
		assert.is([os, osVersion, browser, version].join(' '), who);
		assert.equal(checkSupport(userAgent, { webrtc: true, h264: true }), { errorCode: code, message: messages[code] });
		assert.equal(checkSupport(userAgent, { webrtc: true }), { errorCode: code, message: messages[code] });
	});

const CHROME = `${LINUX} ${BLINK} Chrome/120.0.0.0 Safari/537.36`;
test('should accept Electron wherever its token stands', () => {
	for (const userAgent of ['Electron/22', `${LINUX} Electron/22`])
		assert.is(checkSupport(userAgent, { webrtc: true }).errorCode, OK);
	assert.is(checkSupport('Electro/22', { webrtc: true }).errorCode, UNLISTED);
});
test('should use the first Chrome version of DingTalk', () => {
	const agent = `${PLAIN_ANDROID} Chrome/100.0 Chrome/50.0 AliApp(DingTalk/7)`;
	assert.equal([readUserAgent(agent).browser, readUserAgent(agent).version], ['Chrome', '100.0']);
});
test('should refuse any browser without WebRTC, before other checks, and a listed one without H.264', () => {
	const NO_WEBRTC = { errorCode: 10110, message: 'not support webrtc' };
	for (const userAgent of [CHROME, '', `${LINUX} Electron/1`])
		assert.equal(checkSupport(userAgent, { webrtc: false, h264: true }), NO_WEBRTC);
	assert.equal(checkSupport(CHROME, { webrtc: true, h264: false }), { errorCode: 10113, message: 'not support h264' });
});

test('should accept this browser, and close the connection it probed with', async ({ peers }) => {
	assert.equal(await isSupport({ isReceiveVideo: true }), { errorCode: 0, message: '' });
	assert.is(peers.length, 1);
	assert.ok(peers[0]!.closed);
	assert.equal(peers[0]!.offerOptions, { offerToReceiveAudio: true, offerToReceiveVideo: true });
});
test('should not probe without isReceiveVideo', async ({ peers }) => {
	assert.is((await isSupport({ isReceiveVideo: false })).errorCode, 0);
	assert.is((await isSupport()).errorCode, 0);
	assert.is(peers.length, 0);
});
test('should not probe a browser without WebRTC, or that is refused by its user agent', async ({ peers }) => {
	setGlobals({ navigator: { userAgent: '' } });
	const refused = await rejection(isSupport({ isReceiveVideo: true }));
	assert.equal([refused.errorCode, refused.message, peers.length], [10111, 'browser not support', 0]);
	setGlobals({ navigator: { userAgent: CHROME }, RTCPeerConnection: undefined });
	assert.is((await rejection(isSupport({ isReceiveVideo: false }))).errorCode, 10110);
});
test('should reject when the offer lacks H.264', async ({ plans, peers, leftovers }) => {
	setGlobals({ navigator: { userAgent: CHROME } });
	plans[0] = { createOffer: OFFER.replace('H264', 'VP8') };
	const error = await rejection(isSupport({ isReceiveVideo: true }));
	assert.equal([error.errorCode, error.message], [10113, 'not support h264']);
	assert.ok(peers.length === 1 && peers[0]!.closed);
	assert.is(leftovers(), 0);
});
test('should probe Android three times, a second apart', async (browser) => {
	setGlobals({ navigator: { userAgent: `${PLAIN_ANDROID} Chrome/120.0.0.0 Mobile Safari/537.36` } });
	browser.plans = [{ createOffer: 'v=0' }, { createOffer: 'v=0' }, {}];
	const found = isSupport({ isReceiveVideo: true });
	for (const [milliseconds, probes] of [
		[0, 1],
		[999, 1],
		[1, 2],
		[999, 2],
		[1, 3],
	] as const) {
		await browser.pass(milliseconds);
		assert.is(browser.peers.length, probes);
	}
	assert.is((await found).errorCode, 0);
	browser.plans = [{ createOffer: 'v=0' }];
	const missed = rejection(isSupport({ isReceiveVideo: true }));
	await browser.pass(2000);
	assert.is((await missed).errorCode, 10113);
	assert.is(browser.peers.length, 6);
	assert.ok(browser.peers.every((peer) => peer.closed));
});
test('should reject when no offer can be created', async (browser) => {
	setGlobals({ navigator: { userAgent: CHROME } });
	for (const plan of [{ createOffer: new Error('x') }, { construct: new Error('x') }]) {
		browser.plans = [plan];
		const error = await rejection(isSupport({ isReceiveVideo: true }));
		assert.equal([error.errorCode, error.message], [10114, 'create offer error']);
	}
	assert.ok(browser.peers.every((peer) => peer.closed));
});

test.run();
