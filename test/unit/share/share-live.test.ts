import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { shareLive } from '../../../src/share/share-live.ts';
import { environment } from '../../../src/visit/environment.ts';
import { userAgentCase } from '../../fixtures/user-agents.ts';
import { setup } from '../../support/dom.ts';

const it = suite('share on a click');
it.before.each(() => setup());

const LINK = 'https://live.example.com/?id=1';
const DATA = { title: '开学典礼', desc: '同看第一课', link: LINK, imgUrl: 'https://a/b.jpg', page: LINK };
const HINT = '点击右上角“···”分享给好友';

/** Shares in a browser; `sheet` is its own share function. Returns what was shared, copied and shown. */
async function share(name: string, sheet?: () => Promise<void>, from = 0) {
	const { userAgent, maxTouchPoints } = userAgentCase(name);
	const log = { shared: [] as object[], copied: [] as string[], toasts: [] as string[] };
	if (sheet) Object.assign(navigator, { share: (data: object) => (log.shared.push(data), sheet()) });
	await shareLive({
		environment: environment(userAgent, maxTouchPoints),
		data: DATA,
		from,
		copy: async (text) => void log.copied.push(text),
		showToast: (message) => log.toasts.push(message),
	});
	return log;
}

const accept = async () => {};
const refuse = (name: string) => () => Promise.reject(Object.assign(new Error('no'), { name }));

for (const name of ['WeChat, Android', 'WeChat, iOS 26', 'WeCom, iOS', 'QQ, Android with X5', 'DingTalk, Android'])
	it(`should point to the menu in ${name}, whatever else it can do`, async () =>
		assert.equal(await share(name, accept), { shared: [], copied: [], toasts: [HINT] }));

const SHARED = { title: '开学典礼', text: '同看第一课', url: LINK };
for (const [what, name, sheet, shared, copied] of [
	['open the share sheet of the system, and say nothing itself', 'Chrome, Android', accept, [SHARED], []],
	['do no more when the person closes the share sheet', 'Safari, iOS 26', refuse('AbortError'), [SHARED], []],
	['copy the link where the share sheet is refused', 'Safari, iOS 26', refuse('NotAllowedError'), [SHARED], [LINK]],
	['copy the link where there is no share sheet', 'Chrome, Android', undefined, [], [LINK]],
	['copy the link in WeChat for Mac', 'WeChat, Mac', undefined, [], [LINK]],
] as const)
	it(`should ${what}`, async () => assert.equal(await share(name, sheet), { shared, copied, toasts: [] }));

it('should share a link to a moment', async () => {
	const { shared, copied } = await share('Chrome, Android', refuse('NotAllowedError'), 1390.7);
	assert.equal([shared, copied], [[{ ...SHARED, url: `${LINK}&t=1390` }], [`${LINK}&t=1390`]]);
});

it.run();
