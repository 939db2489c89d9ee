import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkSupport, isSupport } from '../../../src/rts/support.ts';
import { readUserAgent } from '../../../src/rts/user-agent.ts';
import { inScene, OFFER, rejection } from '../../support/rtc-fakes.ts';

const test = suite('rts support');

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID =
	'Mozilla/5.0 (Linux; Android 13; V2148A Build/TP1A.220624.014; wv) AppleWebKit/537.36 (KHTML, like Gecko)';
const PLAIN_ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64)';
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const WECHAT_TAIL = (version: string): string =>
	`Version/4.0 Chrome/146.0.7680.178 Mobile Safari/537.36 XWEB/1460149 MMWEBSDK/20260502 MMWEBID/3317 MicroMessenger/${version}(0x28004852) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64`;

const OK = 0;
const UNLISTED = 10111;
const OLD = 10112;

/** Real user agents with the verdict, and the system and browser that are read from them. */
const verdicts: [code: number, who: string, userAgent: string][] = [
	// iOS
	[OK, 'iOS 17.4 Safari 17.4', `${IPHONE} Version/17.4 Mobile/15E148 Safari/604.1`],
	[
		OK,
		'iOS 11.0 Safari 11.0',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 11_0 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Version/11.0 Mobile/15A372 Safari/604.1',
	],
	[
		OLD,
		'iOS 10.3.1 Safari 10.0',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 10_3_1 like Mac OS X) AppleWebKit/603.1.30 (KHTML, like Gecko) Version/10.0 Mobile/14E304 Safari/602.1',
	],
	[
		OK,
		'iOS 18.7 Safari 26.5',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.5 Mobile/15E148 Safari/604.1',
	],
	[
		OK,
		'iOS 18.7 MicroMessenger 8.0.69',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.69(0x18004539) NetType/WIFI Language/zh_CN',
	],
	[
		OK,
		'iOS 26.4.2 MicroMessenger 8.0.73',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 26_4_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.73(0x18004939) NetType/WIFI Language/zh_CN',
	],
	[
		OK,
		'iOS 17.4 MicroMessenger 7.0.9',
		`${IPHONE} Mobile/15E148 MicroMessenger/7.0.9(0x17000929) NetType/4G Language/zh_CN`,
	],
	[
		OLD,
		'iOS 17.4 MicroMessenger 7.0.8',
		`${IPHONE} Mobile/15E148 MicroMessenger/7.0.8(0x17000820) NetType/4G Language/zh_CN`,
	],
	[
		OLD,
		'iOS 18.7 MicroMessenger 7.0.1',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 wxwork/5.0.6 MicroMessenger/7.0.1 Language/zh ColorScheme/Dark wwmver/3.26.506.378',
	],
	[
		OK,
		'iOS 15.7 DingTalk 6.5.45',
		'Mozilla/5.0 (iPad; CPU OS 15_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/19H12 AliApp(DingTalk/6.5.45) com.laiwang.DingTalk/26191496 Channel/201200 Pad/iPad language/zh-Hans-CN UT4Aplus/0.0.6 WK',
	],
	[
		OK,
		'iOS 11.2.5 DingTalk 4.0.0',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 11_2_5 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Mobile/15D60 AliApp(DingTalk/4.0.0) com.laiwang.DingTalk/1 WK',
	],
	[
		OLD,
		'iOS 11.2.2 DingTalk 7.0.0',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 11_2_2 like Mac OS X) AppleWebKit/604.1.38 (KHTML, like Gecko) Mobile/15C202 AliApp(DingTalk/7.0.0) com.laiwang.DingTalk/1 WK',
	],
	[OK, 'iOS 17.4 Edge 120.0.2210.126', `${IPHONE} Version/17.0 EdgiOS/120.0.2210.126 Mobile/15E148 Safari/605.1.15`],
	[UNLISTED, 'iOS 17.4 Chrome 120.0.6099.119', `${IPHONE} CriOS/120.0.6099.119 Mobile/15E148 Safari/604.1`],
	[UNLISTED, 'iOS 17.4 unknown 0.0', `${IPHONE} FxiOS/121.0 Mobile/15E148 Safari/605.1.15`],
	[
		UNLISTED,
		'iOS 18.5 QQ 9.1.95.613',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 QQ/9.1.95.613 V1_IPH_SQ_9.1.95_1_APP_A Pixel/1179 MiniAppEnable SimpleUISwitch/0 QQTheme/1000 AppId/537296282',
	],
	[
		UNLISTED,
		'iOS 17.4 QQBrowser 15.0.2',
		`${IPHONE} Version/17.0 MQQBrowser/15.0.2 Mobile/15E148 Safari/604.1 QBWebViewUA/2 QBWebViewType/1`,
	],
	[
		UNLISTED,
		'iOS 26.3 unknown 0.0',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 26_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
	],
	[
		UNLISTED,
		'iOS 18.1 unknown 0.0',
		'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X; zh-cn) AppleWebKit/601.1.46 (KHTML, like Gecko) Mobile/22B83 Quark/10.4.0.2812 Mobile',
	],
	// Android
	[OK, 'Android 10 Chrome 149.0.0.0', `${PLAIN_ANDROID} Chrome/149.0.0.0 Mobile Safari/537.36`],
	[OK, 'Android 10 Chrome 63.0.3239.111', `${PLAIN_ANDROID} Chrome/63.0.3239.111 Mobile Safari/537.36`],
	[OLD, 'Android 10 Chrome 62.0.3202.84', `${PLAIN_ANDROID} Chrome/62.0.3202.84 Mobile Safari/537.36`],
	[OK, 'Android 10 Chrome 120.0.0.0', `${PLAIN_ANDROID} Chrome/120.0.0.0 Safari/537.36`],
	[OK, 'Android 13 MicroMessenger 8.0.72.3100', `${ANDROID} ${WECHAT_TAIL('8.0.72.3100')} MiniProgramEnv/android`],
	[OK, 'Android 13 MicroMessenger 7.0.9.1560', `${ANDROID} ${WECHAT_TAIL('7.0.9.1560')}`],
	[OLD, 'Android 13 MicroMessenger 7.0.8.1540', `${ANDROID} ${WECHAT_TAIL('7.0.8.1540')}`],
	[
		OK,
		'Android 11 MicroMessenger 8.0.18.2060',
		'Mozilla/5.0 (Linux; Android 11; SM-N9860 Build/RP1A.200720.012; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/86.0.4240.99 XWEB/3171 MMWEBSDK/20211202 Mobile Safari/537.36 MMWEBID/8157 MicroMessenger/8.0.18.2060(0x28001237) Process/toolsmp WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64',
	],
	[
		OLD,
		'Android 15 MicroMessenger 7.0.1',
		'Mozilla/5.0 (Linux; Android 15; V2232A Build/AP3A.240905.015.A2; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/134.0.6998.136 Mobile Safari/537.36 XWEB/1340157 MMWEBSDK/20250201 MMWEBID/140 wxwork/4.1.38 MicroMessenger/7.0.1 NetType/WIFI Language/zh Lang/zh ColorScheme/Light wwmver/3.26.38.639',
	],
	[
		OK,
		'Android 13 Chrome 100.0.4896.58',
		'Mozilla/5.0 (Linux; U; Android 13; zh-CN; V2219A Build/TP1A.220624.014) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UWS/5.12.4.0 Mobile Safari/537.36 AliApp(DingTalk/7.6.6) com.alibaba.android.rimet/38636630 Channel/10003993 language/en-US abi/64',
	],
	[
		OLD,
		'Android 9 Chrome 57.0.2987.108',
		'Mozilla/5.0 (Linux; U; Android 9; zh-CN; MI 8 Build/PKQ1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/57.0.2987.108 UWS/3 Mobile Safari/537.36 AliApp(DingTalk/5.0.0) com.alibaba.android.rimet/1',
	],
	[
		OK,
		'Android 13 X5Core 047925',
		'Mozilla/5.0 (Linux; Android 13; 2109119BC Build/TKQ1.221114.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/121.0.6167.71 MQQBrowser/6.2 TBS/047925 Mobile Safari/537.36 V1_AND_SQ_9.2.66_13188_YYB_D QQ/9.2.66.33870 NetType/WIFI WebP/0.3.0 AppId/537339358',
	],
	[
		OK,
		'Android 9 UC 0.0',
		'Mozilla/5.0 (Linux; U; Android 9; zh-CN; MI 8 Build/PKQ1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/69.0.3497.100 UWS/3.22 UniqueCode/abc Mobile Safari/537.36',
	],
	[OK, 'Android 10 Edge 120.0.2210.115', `${PLAIN_ANDROID} Chrome/120.0.0.0 Mobile Safari/537.36 EdgA/120.0.2210.115`],
	[
		UNLISTED,
		'Android 14 QQBrowser 15.7',
		'Mozilla/5.0 (Linux; U; Android 14; zh-cn; 22081212C Build/UKQ1.230917.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.6723.107 MQQBrowser/15.7 Mobile Safari/537.36',
	],
	[
		UNLISTED,
		'Android 14 unknown 0.0',
		'Mozilla/5.0 (Linux; U; Android 14; zh-CN; ALP-AN00 Build/HONORALP-AN00T) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/123.0.6312.80 UCBrowser/17.7.6.1407 Mobile Safari/537.36',
	],
	[
		UNLISTED,
		'Android 15 unknown 0.0',
		'Mozilla/5.0 (Linux; U; Android 15; zh-CN; V2231A Build/AP3A.240905.015.A2) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/123.0.6312.80 Quark/10.5.1.1026 Mobile Safari/537.36',
	],
	[
		UNLISTED,
		'Android 10 unknown 0.0',
		`${PLAIN_ANDROID} Chrome/114.0.0.0 HuaweiBrowser/14.0.5.302 Mobile Safari/537.36`,
	],
	[UNLISTED, 'Android 10 unknown 0.0', `${PLAIN_ANDROID} SamsungBrowser/23.0 Chrome/115.0.0.0 Mobile Safari/537.36`],
	[
		UNLISTED,
		'Android 13 unknown 0.0',
		'Mozilla/5.0 (Linux; U; Android 13; zh-cn; 2211133C Build/TKQ1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.127 Mobile Safari/537.36 XiaoMi/MiuiBrowser/17.8.80115',
	],
	[
		UNLISTED,
		'Android 13 unknown 0.0',
		'Mozilla/5.0 (Linux; Android 13; V2148A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.141 Mobile Safari/537.36 VivoBrowser/14.6.1.0',
	],
	[
		UNLISTED,
		'Android 13 unknown 0.0',
		'Mozilla/5.0 (Linux; U; Android 13; zh-cn; PGBM10 Build/TP1A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/115.0.5790.168 Mobile Safari/537.36 HeyTapBrowser/45.10.3.1.1',
	],
	[UNLISTED, 'Android 13 unknown 0.0', `${ANDROID} Version/4.0 Chrome/120.0.6099.144 Mobile Safari/537.36`],
	[UNLISTED, 'Android 14 Firefox 121.0', 'Mozilla/5.0 (Android 14; Mobile; rv:121.0) Gecko/121.0 Firefox/121.0'],
	[
		UNLISTED,
		'Android 10 Opera 76.2.4027.73374',
		`${PLAIN_ANDROID} Chrome/115.0.0.0 Mobile Safari/537.36 OPR/76.2.4027.73374`,
	],
	// Mac, and the iPad that says it is one
	[OK, 'Mac 10.15.7 Safari 18.5', `${MAC} ${WEBKIT} Version/18.5 Safari/605.1.15`],
	[
		OLD,
		'Mac 10.11.6 Safari 10.1',
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_6) AppleWebKit/603.1.30 (KHTML, like Gecko) Version/10.1 Safari/603.1.30',
	],
	[OK, 'Mac 10.15.7 Chrome 120.0.0.0', `${MAC} ${BLINK} Chrome/120.0.0.0 Safari/537.36`],
	[OK, 'Mac 10.15.7 Edge 120.0.0.0', `${MAC} ${BLINK} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0`],
	[
		OK,
		'Mac 10.15 Firefox 121.0',
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:121.0) Gecko/20100101 Firefox/121.0',
	],
	[OK, 'Mac 10.15.7 Opera 105.0.0.0', `${MAC} ${BLINK} Chrome/119.0.0.0 Safari/537.36 OPR/105.0.0.0`],
	[OK, 'Mac 10.15.7 unknown 0.0', `${MAC} ${BLINK} app/1.0.0 Chrome/108.0.5359.215 Electron/22.3.27 Safari/537.36`],
	[
		UNLISTED,
		'Mac 10.15.7 MicroMessenger 7.0.20.1781',
		`${MAC} ${BLINK} Chrome/132.0.0.0 Safari/537.36 NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) MacWechat/3.8.7(0x13080712) UnifiedPCMacWechat(0xf26411f0) XWEB/16512 Flue`,
	],
	// Windows
	[OK, 'Windows 10.0 Chrome 120.0.0.0', `${WINDOWS} ${BLINK} Chrome/120.0.0.0 Safari/537.36`],
	[OK, 'Windows 10.0 Edge 120.0.0.0', `${WINDOWS} ${BLINK} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0`],
	[OK, 'Windows 10.0 Edge 79.0.309.65', `${WINDOWS} ${BLINK} Chrome/79.0.3945.117 Safari/537.36 Edg/79.0.309.65`],
	[OLD, 'Windows 10.0 Edge 18.17763', `${WINDOWS} ${BLINK} Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763`],
	[OK, 'Windows 10.0 Firefox 62.0', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:62.0) Gecko/20100101 Firefox/62.0'],
	[OLD, 'Windows 10.0 Firefox 61.0', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:61.0) Gecko/20100101 Firefox/61.0'],
	[OK, 'Windows 10.0 Opera 105.0.0.0', `${WINDOWS} ${BLINK} Chrome/119.0.0.0 Safari/537.36 OPR/105.0.0.0`],
	[
		OK,
		'Windows 10.0 Opera 15.0.1147.130',
		'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/28.0.1500.72 Safari/537.36 OPR/15.0.1147.130',
	],
	[OLD, 'Windows 6.1 Opera 9.80', 'Opera/9.80 (Windows NT 6.1; WOW64) Presto/2.12.388 Version/12.18'],
	[
		OK,
		'Windows 10.0 unknown 0.0',
		`${WINDOWS} ${BLINK} app/1.0.0 Chrome/108.0.5359.215 Electron/22.3.27 Safari/537.36`,
	],
	[
		UNLISTED,
		'Windows 10.0 Safari 5.1.7',
		'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/534.57.2 (KHTML, like Gecko) Version/5.1.7 Safari/534.57.2',
	],
	[UNLISTED, 'Windows 10.0 unknown 0.0', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
	// Linux
	[OK, 'Linux 0.0 Chrome 120.0.0.0', `${LINUX} ${BLINK} Chrome/120.0.0.0 Safari/537.36`],
	[OK, 'Linux 0.0 Firefox 121.0', 'Mozilla/5.0 (X11; Linux x86_64; rv:109.0) Gecko/20100101 Firefox/121.0'],
	[OK, 'Linux 0.0 Edge 120.0.0.0', `${LINUX} ${BLINK} Chrome/120.0.0.0 Safari/537.36 Edg/120.0.0.0`],
	[
		OK,
		'Linux 0.0 Chrome 120.0.0.0',
		`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Chrome/120.0.0.0 Safari/537.36`,
	],
	[OK, 'Linux 0.0 unknown 0.0', `${LINUX} ${BLINK} app/1.0.0 Chrome/108.0.5359.215 Electron/22.3.27 Safari/537.36`],
	[UNLISTED, 'Linux 0.0 Opera 105.0.0.0', `${LINUX} ${BLINK} Chrome/119.0.0.0 Safari/537.36 OPR/105.0.0.0`],
	[UNLISTED, 'Linux 0.0 Safari 18.5', `${LINUX} ${WEBKIT} Version/18.5 Safari/605.1.15`],
	[UNLISTED, 'Linux 0.0 unknown 0.0', `${LINUX} ${BLINK} HeadlessChrome/120.0.0.0 Safari/537.36`],
	// Others
	[
		UNLISTED,
		'Other 0.0 unknown 0.0',
		'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.0.6.300',
	],
	[
		UNLISTED,
		'Other 0.0 MicroMessenger 1.0.3.52',
		'Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile MicroMessenger/1.0.3.52(0xf3100334) Weixin NetType/4G Language/zh_CN MMWEBID/2965 MMWEBSDK/202412070032 XWEB/1140157',
	],
	[UNLISTED, 'Other 0.0 unknown 0.0', 'curl/8.0'],
	[UNLISTED, 'Other 0.0 unknown 0.0', ''],
];
const messages: Record<number, string> = { 0: '', [UNLISTED]: 'browser not support', [OLD]: 'browser version too low' };

for (const [code, who, userAgent] of verdicts)
	test(`should ${code === OK ? 'accept' : 'refuse'} ${who} (${userAgent.slice(-40)})`, () => {
		const { os, osVersion, browser, version } = readUserAgent(userAgent);
		assert.is([os, osVersion, browser, version].join(' '), who);
		assert.equal(checkSupport(userAgent, { webrtc: true, h264: true }), { errorCode: code, message: messages[code] });
		assert.equal(checkSupport(userAgent, { webrtc: true }), { errorCode: code, message: messages[code] });
	});

const CHROME = `${LINUX} ${BLINK} Chrome/120.0.0.0 Safari/537.36`;
test('should refuse any browser without WebRTC, before all else', () => {
	for (const userAgent of [CHROME, '', `${LINUX} Electron/1`])
		assert.equal(checkSupport(userAgent, { webrtc: false, h264: true }), {
			errorCode: 10110,
			message: 'not support webrtc',
		});
});
test('should refuse a listed browser whose offer lacks H.264', () => {
	assert.equal(checkSupport(CHROME, { webrtc: true, h264: false }), { errorCode: 10113, message: 'not support h264' });
});

test(
	'should accept this browser, and close the connection it probed with',
	inScene(async ({ peers }) => {
		assert.equal(await isSupport({ isReceiveVideo: true }), { errorCode: 0, message: '' });
		assert.is(peers.length, 1);
		assert.ok(peers[0]!.closed);
		assert.equal(peers[0]!.offerOptions, { offerToReceiveAudio: true, offerToReceiveVideo: true });
	}),
);
test(
	'should not probe when no video is wanted, or nothing is said',
	inScene(async ({ peers }) => {
		assert.is((await isSupport({ isReceiveVideo: false })).errorCode, 0);
		assert.is((await isSupport()).errorCode, 0);
		assert.is(peers.length, 0);
	}),
);
test(
	'should not probe a browser that is refused anyway',
	inScene(async ({ peers }) => {
		const error = await rejection(isSupport({ isReceiveVideo: true }));
		assert.instance(error, Error);
		assert.equal([error.errorCode, error.message], [10111, 'browser not support']);
		assert.is(peers.length, 0);
	}, ''),
);
test(
	'should reject without WebRTC, also when no video is wanted',
	inScene(
		async () => {
			const error = await rejection(isSupport({ isReceiveVideo: false }));
			assert.equal([error.errorCode, error.message], [10110, 'not support webrtc']);
		},
		CHROME,
		{ RTCPeerConnection: undefined },
	),
);
test(
	'should reject when the offer lacks H.264',
	inScene(async ({ plans, peers, leftovers }) => {
		plans[0] = { createOffer: OFFER.replace('H264', 'VP8') };
		const error = await rejection(isSupport({ isReceiveVideo: true }));
		assert.equal([error.errorCode, error.message], [10113, 'not support h264']);
		assert.equal(
			peers.map((peer) => peer.closed),
			[true],
		);
		assert.is(leftovers(), 0);
	}, CHROME),
);
test(
	'should give Android two more seconds to find its decoder',
	inScene(async (scene) => {
		scene.plans = [{ createOffer: 'v=0' }, { createOffer: 'v=0' }, {}];
		const found = isSupport({ isReceiveVideo: true });
		await scene.pass(2000);
		assert.is((await found).errorCode, 0);
		scene.plans = [{ createOffer: 'v=0' }];
		const missed = rejection(isSupport({ isReceiveVideo: true }));
		await scene.pass(2000);
		assert.is((await missed).errorCode, 10113);
		assert.is(scene.peers.length, 6);
		assert.ok(scene.peers.every((peer) => peer.closed));
	}, `${PLAIN_ANDROID} Chrome/120.0.0.0 Mobile Safari/537.36`),
);
test(
	'should reject when no offer can be made',
	inScene(async (scene) => {
		for (const plan of [{ createOffer: new Error('x') }, { construct: new Error('x') }]) {
			scene.plans = [plan];
			const error = await rejection(isSupport({ isReceiveVideo: true }));
			assert.equal([error.errorCode, error.message], [10114, 'create offer error']);
		}
		assert.ok(scene.peers.every((peer) => peer.closed));
	}, CHROME),
);

test.run();
