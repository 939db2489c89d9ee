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

const [FRIENDS, TIMELINE] = ['updateAppMessageShareData', 'updateTimelineShareData'] as const;
const [OLD_FRIENDS, OLD_TIMELINE] = ['onMenuShareAppMessage', 'onMenuShareTimeline'] as const;
const OFFLINE = 'the permission value is offline';
const CALLS = [FRIENDS, TIMELINE, OLD_FRIENDS, OLD_TIMELINE];

/** WeChat's script as far as the page uses it. */
function wechat({ accepts = CURRENT, failures = {}, silent = false }: Client = {}) {
	const log = { signed: [] as string[], loaded: [] as string[], configs: [] as any[], cards: [] as [string, any][] };
	const loadScript = async (url: string) => {
		log.loaded.push(url);
		let signature = '';
		const set = (name: string) => (card: any) => {
			log.cards.push([name, card]);
			const failure = failures[name] ?? (signature === accepts ? undefined : { errMsg: `${name}:fail, ${OFFLINE}` });
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
			...Object.fromEntries(CALLS.map((name) => [name, set(name)])),
		};
	};
	const fetchSignature = async (url: string) => {
		log.signed.push(url);
		return { appid: 'wx1', timestamp: '1700000000', nonceStr: 'abc', signature: url };
	};
	const share = (options: Partial<Parameters<typeof shareInWeChat>[0]> = {}) =>
		shareInWeChat({
			fetchSignature,
			data: DATA,
			entryUrl: ENTRY,
			currentUrl: CURRENT,
			ios: false,
			loadScript,
			...options,
		});
	return { ...log, share, loadScript };
}

it('should set both cards with the current URL signed', async () => {
	const { share, configs, cards, loaded } = wechat();
	await share();
	assert.equal(loaded, ['https://res.wx.qq.com/open/js/jweixin-1.6.0.js']);
	const signed = { timestamp: '1700000000', nonceStr: 'abc', signature: CURRENT };
	assert.equal(configs, [{ appId: 'wx1', appid: 'wx1', ...signed, jsApiList: CALLS }]);
	const set = cards.map(([name, { success, cancel, fail, ...card }]) => ({ [name]: card }));
	assert.equal(set, [{ [FRIENDS]: DATA }, { [TIMELINE]: DATA }]);
});

/** A client that refuses calls, or does not have them. */
const without = (errMsg: string | undefined, ...names: string[]): Client => ({
	failures: Object.fromEntries(names.map((name) => [name, { errMsg }])),
});
const ABSENT = 'fail: the function is not exist';
const [FIRST, SECOND] = [[CURRENT], [CURRENT, ENTRY]];
for (const [what, client, ios, signed, older = [], reason = ''] of [
	['sign the current URL first on Android', {}, false, FIRST],
	['sign the entry URL first on iOS', { accepts: ENTRY }, true, [ENTRY]],
	['sign the entry URL then on Android', { accepts: ENTRY }, false, SECOND],
	['sign the current URL then on iOS', { accepts: CURRENT }, true, [ENTRY, CURRENT]],
	['reject where it accepts neither', { accepts: 'none' }, false, SECOND, [], `${FRIENDS}:fail, ${OFFLINE}`],
	['use the older call for one that is absent', without('function_not_exist', FRIENDS), false, FIRST, [OLD_FRIENDS]],
	['use it for one without support', without('fail, function not support', FRIENDS), false, FIRST, [OLD_FRIENDS]],
	['use both older calls', without(ABSENT, FRIENDS, TIMELINE), false, FIRST, [OLD_FRIENDS, OLD_TIMELINE]],
	['use none after another failure', without('permission denied', FRIENDS), false, SECOND, [], 'permission denied'],
	['name a refusal without a reason', without(undefined, FRIENDS), false, SECOND, [], 'refused'],
] as [string, Client, boolean, string[], string[]?, string?][])
	it(`should ${what}`, async () => {
		const { share, cards, loaded, ...log } = wechat(client);
		const shared = share({ ios });
		if (reason) assert.is((await rejection(shared)).message, reason);
		else await shared;
		assert.equal(log.signed, signed);
		assert.is(loaded.length, signed.length, 'a fresh instance for each URL');
		assert.equal(
			cards.filter(([name]) => name.startsWith('onMenu')),
			older.map((name) => [name, DATA]),
		);
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
	await share({
		loadScript: async (url) => {
			if (!url.startsWith('https://res.wx.qq.com/')) return loadScript(url);
			failing.push(url);
			throw new Error('script not loaded');
		},
	});
	assert.is(failing.length, 1);
	assert.equal(loaded, ['https://res2.wx.qq.com/open/js/jweixin-1.6.0.js']);
});

it('should sign URLs without their hash', async () => {
	const { share, signed } = wechat({ accepts: CURRENT });
	await share({ entryUrl: `${CURRENT}#chat`, currentUrl: `${CURRENT}#chat` });
	assert.equal(signed, [CURRENT]);
});

it.run();
