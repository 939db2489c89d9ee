import * as assert from 'uvu/assert';
import { checkSupport, isSupport } from '../../../src/rts/sdk/support.ts';
import { readUserAgent } from '../../../src/rts/sdk/user-agent.ts';
import { userAgentOf } from '../../fixtures/user-agents.ts';
import { OFFER, rejection, setGlobals, suiteInFakeBrowser } from '../../support/fake-browser.ts';

const test = suiteInFakeBrowser('rts support');

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID =
	'Mozilla/5.0 (Linux; Android 13; V2148A Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko)';
const PLAIN_ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64)';
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const wechatTail = (version: string): string =>
	`Version/4.0 Chrome/146.0.7680.178 Mobile Safari/537.36 XWEB/1460149 MMWEBSDK/20260502 MMWEBID/3317 MicroMessenger/${version}(0x28004852) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64`;

const OK = 0;
const UNLISTED = 10111;
const OLD = 10112;

/** Real user agents by verdict (spec §5), with the system and browser that are parsed from them. */
const USER_AGENTS: Record<number, Record<string, string>> = {
	[OK]: {
		'Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1':
			'iOS 11.0 Safari 11.0',
		[userAgentOf('Safari, iOS 26')]: 'iOS 18.7 Safari 26.5',
		[userAgentOf('WeChat, iOS 26')]: 'iOS 26.4.2 MicroMessenger 8.0.73',
		[`${IPHONE} Mobile/15E148 MicroMessenger/7.0.9(0x17000929) NetType/4G Language/zh_CN`]:
			'iOS 17.4 MicroMessenger 7.0.9',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 11_2_5 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Mobile/15D60 AliApp(DingTalk/4.0.0) com.laiwang.DingTalk/1 WK':
			'iOS 11.2.5 DingTalk 4.0.0',
		[`${IPHONE} Version/17.0 EdgiOS/120.0.2210.126 Mobile/15E148 Safari/605.1.15`]: 'iOS 17.4 Edge 120.0.2210.126',
		[userAgentOf('Chrome, Android')]: 'Android 10 Chrome 149.0.0.0',
		[`${PLAIN_ANDROID} Chrome/63.0.3239.111 Mobile Safari/537.36`]: 'Android 10 Chrome 63.0.3239.111',
		[`${PLAIN_ANDROID} Chrome/120.0.0.0 Safari/537.36`]: 'Android 10 Chrome 120.0.0.0',
		[`${ANDROID} ${wechatTail('7.0.9.1560')}`]: 'Android 13 MicroMessenger 7.0.9.1560',
		[`Mozilla/5.0 (Linux; U; Android 13; zh-CN; V2219A Build/TP1A.220624.014) ${BLINK} Version/4.0 Chrome/100.0.4896.58 UWS/5.12.4.0 Mobile Safari/537.36 AliApp(DingTalk/7.6.6) com.alibaba.android.rimet/38636630 Channel/10003993 language/en-US abi/64`]:
			'Android 13 Chrome 100.0.4896.58',
		[`${PLAIN_ANDROID} Chrome/100.0 Chrome/50.0 AliApp(DingTalk/7)`]: 'Android 10 Chrome 100.0',
		[userAgentOf('QQ, Android with X5')]: 'Android 13 X5Core 047925',
		[`Mozilla/5.0 (Linux; U; Android 9; zh-CN; MI 8 Build/PKQ1) ${BLINK} Version/4.0 Chrome/69.0.3497.100 UWS/3.22 UniqueCode/abc Mobile Safari/537.36`]:
			'Android 9 UC 0.0',
		[`${PLAIN_ANDROID} Chrome/120.0.0.0 Mobile Safari/537.36 EdgA/120.0.2210.115`]: 'Android 10 Edge 120.0.2210.115',
		[userAgentOf('Safari, Mac')]: 'Mac 10.15.7 Safari 18.5',
		[`${MAC} ${BLINK} Chrome/120.0.0.0 Safari/537.36`]: 'Mac 10.15.7 Chrome 120.0.0.0',
		[`${MAC} ${BLINK} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0`]: 'Mac 10.15.7 Edge 120.0.0.0',
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:121.0) Gecko/20100101 Firefox/121.0': 'Mac 10.15 Firefox 121.0',
		[`${MAC} ${BLINK} Chrome/119.0.0.0 Safari/537.36 OPR/105.0.0.0`]: 'Mac 10.15.7 Opera 105.0.0.0',
		[`${WINDOWS} ${BLINK} Chrome/120.0.0.0 Safari/537.36`]: 'Windows 10.0 Chrome 120.0.0.0',
		[`${WINDOWS} ${BLINK} Chrome/79.0.3945.117 Safari/537.36 Edg/79.0.309.65`]: 'Windows 10.0 Edge 79.0.309.65',
		'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:62.0) Gecko/20100101 Firefox/62.0': 'Windows 10.0 Firefox 62.0',
		[`Mozilla/5.0 (Windows NT 10.0) ${BLINK} Chrome/28.0.1500.72 Safari/537.36 OPR/15.0.1147.130`]:
			'Windows 10.0 Opera 15.0.1147.130',
		[`${LINUX} ${BLINK} Chrome/120.0.0.0 Safari/537.36`]: 'Linux 0.0 Chrome 120.0.0.0',
		'Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/121.0': 'Linux 0.0 Firefox 121.0',
		[`${LINUX} ${BLINK} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0`]: 'Linux 0.0 Edge 120.0.0.0',
		[`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Chrome/120.0.0.0 Safari/537.36`]: 'Linux 0.0 Chrome 120.0.0.0',
		[`${LINUX} ${BLINK} app/1.0.0 Chrome/108.0.5359.215 Electron/22.3.27 Safari/537.36`]: 'Linux 0.0 unknown 0.0',
	},
	[OLD]: {
		'Mozilla/5.0 (iPhone; CPU iPhone OS 10_3_1 like Mac OS X) AppleWebKit/603.1.30 (KHTML, like Gecko) Version/10.0 Mobile/14E304 Safari/602.1':
			'iOS 10.3.1 Safari 10.0',
		[userAgentOf('WeCom, iOS')]: 'iOS 18.7 MicroMessenger 7.0.1',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 11_2_2 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Mobile/15C202 AliApp(DingTalk/7.0.0) com.laiwang.DingTalk/1 WK':
			'iOS 11.2.2 DingTalk 7.0.0',
		[`${PLAIN_ANDROID} Chrome/62.0.3202.84 Mobile Safari/537.36`]: 'Android 10 Chrome 62.0.3202.84',
		[`${ANDROID} ${wechatTail('7.0.8.1540')}`]: 'Android 13 MicroMessenger 7.0.8.1540',
		[`Mozilla/5.0 (Linux; U; Android 9; zh-CN; MI 8 Build/PKQ1) ${BLINK} Version/4.0 Chrome/57.0.2987.108 UWS/3 Mobile Safari/537.36 AliApp(DingTalk/5.0.0) com.alibaba.android.rimet/1`]:
			'Android 9 Chrome 57.0.2987.108',
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_6) AppleWebKit/603.1.30 (KHTML, like Gecko) Version/10.1 Safari/603.1.30':
			'Mac 10.11.6 Safari 10.1',
		[`${WINDOWS} ${BLINK} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`]: 'Windows 10.0 Edge 18.17763',
		'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:61.0) Gecko/20100101 Firefox/61.0': 'Windows 10.0 Firefox 61.0',
		'Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18': 'Windows 6.1 Opera 9.80',
	},
	[UNLISTED]: {
		[`${IPHONE} CriOS/120.0.6099.119 Mobile/15E148 Safari/604.1`]: 'iOS 17.4 Chrome 120.0.6099.119',
		[`${IPHONE} FxiOS/121.0 Mobile/15E148 Safari/605.1.15`]: 'iOS 17.4 unknown 0.0',
		[`Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Mobile/15E148 QQ/9.1.95.613 V1_IPH_SQ_9.1.95_1_APP_A Pixel/1179 MiniAppEnable SimpleUISwitch/0 QQTheme/1000 AppId/537296282`]:
			'iOS 18.5 QQ 9.1.95.613',
		[userAgentOf('QQ Browser, Android')]: 'Android 14 QQBrowser 15.7',
		[`${PLAIN_ANDROID} Chrome/114.0.0.0 HuaweiBrowser/14.0.5.302 Mobile Safari/537.36`]: 'Android 10 unknown 0.0',
		[`${ANDROID} Version/4.0 Chrome/120.0.6099.144 Mobile Safari/537.36`]: 'Android 13 unknown 0.0',
		'Mozilla/5.0 (Android 14; Mobile; rv:121.0) Gecko/121.0 Firefox/121.0': 'Android 14 Firefox 121.0',
		[`${PLAIN_ANDROID} Chrome/115.0.0.0 Mobile Safari/537.36 OPR/76.2.4027.73374`]: 'Android 10 Opera 76.2.4027.73374',
		[userAgentOf('WeChat, Mac')]: 'Mac 10.15.7 MicroMessenger 7.0.20.1781',
		'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/534.57.2 (KHTML, like Gecko) Version/5.1.7 Safari/534.57.2':
			'Windows 10.0 Safari 5.1.7',
		'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko': 'Windows 10.0 unknown 0.0',
		[`${LINUX} ${BLINK} Chrome/119.0.0.0 Safari/537.36 OPR/105.0.0.0`]: 'Linux 0.0 Opera 105.0.0.0',
		[`${LINUX} ${WEBKIT} Version/18.5 Safari/605.1.15`]: 'Linux 0.0 Safari 18.5',
		[userAgentOf('Huawei Browser')]: 'Other 0.0 unknown 0.0',
		[userAgentOf('WeChat, HarmonyOS')]: 'Other 0.0 MicroMessenger 1.0.3.52',
		[userAgentOf('empty user agent')]: 'Other 0.0 unknown 0.0',
	},
};

const MESSAGES: Record<number, string> = { 0: '', [UNLISTED]: 'browser not support', [OLD]: 'browser version too low' };

for (const errorCode of [OK, OLD, UNLISTED])
	for (const [userAgent, who] of Object.entries(USER_AGENTS[errorCode]!))
		test(`should ${errorCode ? 'refuse' : 'accept'} ${who} (${userAgent.slice(-40)})`, () => {
			const { os, osVersion, browser, version } = readUserAgent(userAgent);
			assert.is([os, osVersion, browser, version].join(' '), who);
			for (const capabilities of [{ webrtc: true, h264: true }, { webrtc: true }])
				assert.equal(checkSupport(userAgent, capabilities), { errorCode, message: MESSAGES[errorCode] });
		});

const CHROME = `${LINUX} ${BLINK} Chrome/120.0.0.0 Safari/537.36`;
test('should accept Electron wherever its token stands', () => {
	for (const userAgent of ['Electron/22', `${LINUX} Electron/22`])
		assert.is(checkSupport(userAgent, { webrtc: true }).errorCode, OK);
	assert.is(checkSupport('Electro/22', { webrtc: true }).errorCode, UNLISTED);
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
	const probes: number[] = [];
	for (const milliseconds of [0, 999, 1, 999, 1]) {
		await browser.pass(milliseconds);
		probes.push(browser.peers.length);
	}
	assert.equal(probes, [1, 1, 2, 2, 3]);
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
