import { mock } from 'node:test';
import { setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { shareInWeChat } from '../../../src/share/wechat.ts';
import { rejection } from '../../support/rejection.ts';

const it = suite('share in WeChat');
const ENTRY = 'https://live.example.com/?id=1&token=secret';
const CURRENT = 'https://live.example.com/?id=1';
const DATA = { title: '开学典礼', desc: '同看', link: CURRENT, imgUrl: 'https://a/b.jpg', page: CURRENT };

interface Client {
	/** The URL whose signature this client accepts. */
	accepts?: string;
	/** Failures of refused or missing calls, by name. */
	failures?: Record<string, object>;
	/** Calls `ready` never. */
	silent?: boolean;
}

const page = globalThis as { jWeixin?: unknown };

it.before.each(() => {
	setup();
	mock.timers.enable({ apis: ['setTimeout'] });
});
it.after.each(() => {
	mock.timers.reset();
	delete page.jWeixin;
});

/** WeChat's script as far as the page uses it. */
function wechat({ accepts = CURRENT, failures = {}, silent = false }: Client = {}) {
	const log = { signed: [] as string[], loaded: [] as string[], configs: [] as any[], cards: [] as [string, any][] };
	const loadScript = async (url: string) => {
		log.loaded.push(url);
		let signature = '';
		const set = (name: string) => (card: any) => {
			log.cards.push([name, card]);
			const failure =
				failures[name] ??
				(signature === accepts ? undefined : { errMsg: `${name}:fail, the permission value is offline` });
			if (!card.success) return;
			if (failure) card.fail(failure);
			else card.success();
		};
		page.jWeixin = {
			config(options: any) {
				log.configs.push(options);
				signature = options.signature;
			},
			ready: (then: () => void) => silent || then(),
			...Object.fromEntries(
				['updateAppMessageShareData', 'updateTimelineShareData', 'onMenuShareAppMessage', 'onMenuShareTimeline'].map(
					(name) => [name, set(name)],
				),
			),
		};
	};
	const fetchSignature = async (url: string) => {
		log.signed.push(url);
		return { appid: 'wx1', timestamp: '1700000000', nonceStr: 'abc', signature: url };
	};
	const share = (ios = false, load: (url: string) => Promise<unknown> = loadScript) =>
		shareInWeChat({ fetchSignature, data: DATA, entryUrl: ENTRY, currentUrl: CURRENT, ios, loadScript: load });
	return { ...log, share, loadScript };
}

it('should set both cards with the current URL signed', async () => {
	const { share, signed, configs, cards, loaded } = wechat();
	await share();
	assert.equal(signed, [CURRENT]);
	assert.equal(loaded, ['https://res.wx.qq.com/open/js/jweixin-1.6.0.js']);
	assert.equal(configs, [
		{
			appId: 'wx1',
			appid: 'wx1',
			timestamp: '1700000000',
			nonceStr: 'abc',
			signature: CURRENT,
			jsApiList: [
				'updateAppMessageShareData',
				'updateTimelineShareData',
				'onMenuShareAppMessage',
				'onMenuShareTimeline',
			],
		},
	]);
	assert.equal(
		cards.map(([name, { title, desc, link, imgUrl }]) => [name, title, desc, link, imgUrl]),
		[
			['updateAppMessageShareData', '开学典礼', '同看', CURRENT, 'https://a/b.jpg'],
			['updateTimelineShareData', '开学典礼', '同看', CURRENT, 'https://a/b.jpg'],
		],
	);
});

it('should sign the entry URL first on iOS', async () => {
	const { share, signed } = wechat({ accepts: ENTRY });
	await share(true);
	assert.equal(signed, [ENTRY]);
});

for (const [ios, accepts, signed] of [
	[false, ENTRY, [CURRENT, ENTRY]],
	[true, CURRENT, [ENTRY, CURRENT]],
] as const)
	it(`should try the other URL on ${ios ? 'iOS' : 'Android'} when the share call fails`, async () => {
		const client = wechat({ accepts });
		await client.share(ios);
		assert.equal(client.signed, signed);
		assert.is(client.loaded.length, 2, 'a fresh instance for each URL');
	});

it('should reject with WeChat’s reason when it accepts neither URL', async () => {
	const { share, signed } = wechat({ accepts: 'none' });
	assert.match((await rejection(share())).message, 'the permission value is offline');
	assert.is(signed.length, 2);
});

for (const errMsg of [
	'updateAppMessageShareData:function_not_exist',
	'updateAppMessageShareData:fail, function not support',
])
	it(`should use the older call after ${errMsg}`, async () => {
		const { share, signed, cards } = wechat({ failures: { updateAppMessageShareData: { errMsg } } });
		await share();
		assert.equal(
			cards.map(([name]) => name),
			['updateAppMessageShareData', 'onMenuShareAppMessage', 'updateTimelineShareData'],
		);
		assert.equal(cards[1]![1], DATA);
		assert.is(signed.length, 1, 'that is no fault of the signature');
	});

it('should use both older calls in a client that has neither newer one', async () => {
	const errMsg = 'fail: the function is not exist';
	const { share, cards } = wechat({
		failures: { updateAppMessageShareData: { errMsg }, updateTimelineShareData: { errMsg } },
	});
	await share();
	assert.equal(
		cards.map(([name]) => name).filter((name) => name.startsWith('onMenu')),
		['onMenuShareAppMessage', 'onMenuShareTimeline'],
	);
});

it('should use no older call after another failure', async () => {
	const { share, cards } = wechat({ failures: { updateAppMessageShareData: { errMsg: 'permission denied' } } });
	assert.is((await rejection(share())).message, 'permission denied');
	assert.not(cards.some(([name]) => name.startsWith('onMenu')));
});

it('should name a refusal for which WeChat gives no reason', async () => {
	const { share } = wechat({ failures: { updateAppMessageShareData: {} } });
	assert.is((await rejection(share())).message, 'refused');
});

it('should reject when WeChat does not answer within ten seconds, with one signature fetched', async () => {
	const { share, signed } = wechat({ silent: true });
	const outcome = rejection(share());
	let settled = false;
	outcome.then(() => (settled = true));
	for (const [milliseconds, expected] of [
		[9999, false],
		[1, true],
	] as const) {
		await new Promise((resolve) => setImmediate(resolve));
		mock.timers.tick(milliseconds);
		await new Promise((resolve) => setImmediate(resolve));
		assert.is(settled, expected);
	}
	assert.is((await outcome).message, 'no answer from WeChat');
	assert.is(signed.length, 1);
});

it('should load the script from the second host when the first fails', async () => {
	const { share, loadScript, loaded } = wechat();
	const failing: string[] = [];
	await share(false, async (url) => {
		if (url.startsWith('https://res.wx.qq.com/')) {
			failing.push(url);
			throw new Error('script not loaded');
		}
		await loadScript(url);
	});
	assert.is(failing.length, 1);
	assert.equal(loaded, ['https://res2.wx.qq.com/open/js/jweixin-1.6.0.js']);
});

it('should sign URLs without their hash', async () => {
	const { loadScript } = wechat({ accepts: CURRENT });
	const signed: string[] = [];
	await shareInWeChat({
		fetchSignature: async (url) => {
			signed.push(url);
			return { appid: 'wx1', timestamp: '1', nonceStr: 'n', signature: url };
		},
		data: DATA,
		entryUrl: `${CURRENT}#chat`,
		currentUrl: `${CURRENT}#chat`,
		ios: false,
		loadScript,
	});
	assert.equal(signed, [CURRENT]);
});

it.run();
