import '../../support/dom.ts';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { setShare } from '../../../src/share/set-share.ts';
import { hasShareCard } from '../../../src/share/share-card.ts';

const it = suite('set share');

const DATA = { title: '', desc: '', link: 'https://live.example.com/', imgUrl: '', page: 'https://live.example.com/' };
const ENTRY = 'https://live.example.com/?token=secret';

/** The URLs that are signed in an app whose API accepts none. */
async function signedIn(app: 'wechat' | 'wxwork' | 'qq' | 'dingtalk', os: 'ios' | 'android'): Promise<string[]> {
	const signed: string[] = [];
	const wx = {
		config() {},
		ready: (then: () => void) => then(),
		updateAppMessageShareData: ({ fail }: any) => fail({ errMsg: 'refused' }),
		updateTimelineShareData: ({ fail }: any) => fail({ errMsg: 'refused' }),
	};
	const insert = mock.method(document.head, 'append', (script: HTMLScriptElement) => {
		Object.assign(globalThis, { jWeixin: wx });
		queueMicrotask(() => script.onload!(new Event('load')));
	});
	await setShare({
		environment: { app, os, phone: true },
		data: DATA,
		entryUrl: ENTRY,
		fetchSignature: async (url) => (signed.push(url), { appid: '', timestamp: '', nonceStr: '', signature: '' }),
	});
	insert.mock.restore();
	return signed;
}

it.before.each(() => mock.timers.enable({ apis: ['setTimeout'] }));
it.before.each(() => void mock.method(console, 'warn', () => {}));
it.after.each(() => mock.reset());

it('should sign the URL that the app checks first, in WeCom the current one alone', async () => {
	const current = location.href.split('#')[0]!;
	assert.equal(await signedIn('wechat', 'ios'), [ENTRY, current]);
	assert.equal(await signedIn('wechat', 'android'), [current, ENTRY]);
	for (const os of ['ios', 'android'] as const) assert.equal(await signedIn('wxwork', os), [current]);
	for (const app of ['qq', 'dingtalk'] as const) assert.equal(await signedIn(app, 'ios'), []);
});

it('should look for a card in WeChat, WeCom and QQ only', () => {
	const apps = ['wechat', 'wxwork', 'qq', 'qqbrowser', 'dingtalk', 'other'];
	const found = apps.filter((app) => hasShareCard({ app }));
	assert.equal(found, ['wechat', 'wxwork', 'qq']);
});

it.run();
