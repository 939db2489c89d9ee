/** Sharing with WeChat's real script (npm's copy of jweixin 1.6.0) and a fake of the bridge its clients inject. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { userAgentOf } from '../fixtures/user-agents.ts';
import { launchBrowser, PHONE } from '../support/browser.ts';
import { bundle } from '../support/bundle.ts';
import { answerShareScript } from '../support/share-scripts.ts';
import { injectWechatBridge, type WechatClient } from '../support/wechat-bridge.ts';

const it = suite('sharing in WeChat');

const QUERY = '?id=1&userId=4242&token=s3cret';
/** The token and the user id of the query. */
const SECRETS = /s3cret|4242/;

let browser: Browser;
let origin: string;
let script: string;
const server = createServer((request, response) => {
	const isScript = request.url === '/page.js';
	response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
	response.end(isScript ? script : '<!doctype html><title>直播</title><script src="/page.js"></script>');
});

it.before(async () => {
	script = await bundle(`
		import { setShare } from './src/share/set-share.ts';
		import { shareInWeChat } from './src/share/wechat.ts';
		import { loadScript } from './src/network/load-script.ts';
		import { shareData } from './src/share/share-card.ts';
		import { environment } from './src/visit/environment.ts';
		import { withoutSecrets } from './src/visit/visit.ts';

		const entryUrl = location.href;
		history.replaceState(null, '', withoutSecrets(entryUrl));
		const signed = [];
		const fetchSignature = async (url) => {
			signed.push(url);
			if (window.signFails) throw new Error('Request failed: POST ' + entryUrl);
			return { appid: 'wx1', timestamp: '1700000000', nonceStr: 'abc', signature: 'of ' + url };
		};
		const live = { id: '1', title: '开学典礼', summary: '同看第一课', coverImg: '/cover.jpg', shareUrl: '' };
		const data = shareData(live, location.href, { title: '', description: '', image: '' });
		const setUp = () => setShare({ environment: environment(navigator.userAgent), data, fetchSignature, entryUrl });
		const direct = (timeout) =>
			shareInWeChat({ fetchSignature, data, entryUrl, currentUrl: location.href, ios: false, loadScript, timeout })
				.then(() => 'set', (error) => error.message);
		Object.assign(window, { setUp, direct, signed });
	`);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	browser = await launchBrowser();
});
it.after(async () => {
	await browser?.close();
	server.close();
});

interface OpenClient {
	page: Page;
	requests: string[];
	warnings: string[];
	calls: (name: string) => Promise<any[]>;
	signedUrls: () => Promise<string[]>;
}

async function open(name: string, client: WechatClient = {}, { hash = '' } = {}): Promise<OpenClient> {
	const context = await browser.newContext({ ...PHONE, userAgent: userAgentOf(name) });
	const requests: string[] = [];
	const warnings: string[] = [];
	await context.route(/^https:/, (route) => {
		const url = route.request().url();
		requests.push(url);
		return answerShareScript(route, 'mqq = { data: { setShareInfo: (info) => (window.info = info) } }');
	});
	await context.addInitScript(injectWechatBridge, client);
	const page = await context.newPage();
	page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
	page.on('pageerror', (error) => warnings.push(`uncaught ${error}`));
	await page.goto(origin + '/' + QUERY + hash);
	return {
		page,
		requests,
		warnings,
		calls: (call) =>
			page.evaluate(
				(call) => (window as any).calls.filter(([name]: [string]) => name === call).map(([, params]: any) => params),
				call,
			),
		signedUrls: () => page.evaluate('signed'),
	};
}

async function setUp(client: OpenClient): Promise<void> {
	await client.page.evaluate('setUp()');
}

/** The request to Tencent that jweixin makes after each verdict. */
async function waitForReport(client: OpenClient): Promise<string> {
	if (!client.requests.some((url) => url.includes('open.weixin.qq.com'))) {
		await client.page.waitForRequest(/open\.weixin\.qq\.com/);
	}
	return client.requests.find((url) => url.includes('open.weixin.qq.com'))!;
}

it('should set both cards on Android with the current URL and leak no token', async () => {
	const client = await open('WeChat, Android');
	await setUp(client);
	assert.equal(await client.signedUrls(), [`${origin}/?id=1`]);
	const [friend] = await client.calls('updateAppMessageShareData');
	assert.is(friend.title, '开学典礼');
	assert.is(friend.desc, '同看第一课');
	assert.is(friend.link, `${origin}/?id=1`);
	assert.is(friend.imgUrl, `${origin}/cover.jpg`);
	const [timeline] = await client.calls('updateTimelineShareData');
	assert.is(timeline.title, '开学典礼');
	assert.is(timeline.link, `${origin}/?id=1`);
	const [verify] = await client.calls('preVerifyJSAPI');
	assert.is(verify.verifyAppId, 'wx1');
	assert.equal(verify.verifyJsApiList, [
		'updateAppMessageShareData',
		'updateTimelineShareData',
		'menu:share:appmessage',
		'menu:share:timeline',
	]);

	assert.match(await waitForReport(client), encodeURIComponent(`${origin}/?id=1`));
	assert.not.match(client.requests.join('\n'), SECRETS);
	assert.equal(client.warnings, []);
	await client.page.context().close();
});

it('should sign the entry URL on iOS without its hash and report no token', async () => {
	const client = await open('WeChat, iOS 26', { accepts: 'entry' }, { hash: '#chat' });
	await setUp(client);
	assert.equal(await client.signedUrls(), [`${origin}/${QUERY}`]);
	const cards = await client.calls('updateAppMessageShareData');
	assert.equal(
		cards.map(({ link }) => link),
		[`${origin}/?id=1`],
	);
	await waitForReport(client);
	assert.not.match(client.requests.join('\n'), SECRETS);
	assert.equal(client.warnings, []);
	await client.page.context().close();
});

it('should wait for a bridge that is injected late', async () => {
	const client = await open('WeChat, Android', { after: 600 });
	await setUp(client);
	assert.is((await client.calls('updateTimelineShareData')).length, 1);
	assert.equal(client.warnings, []);
	await client.page.context().close();
});

for (const [name, accepts, addresses] of [
	['WeChat, Android', 'entry', [`/?id=1`, `/${QUERY}`]],
	['WeChat, iOS 26', 'current', [`/${QUERY}`, `/?id=1`]],
] as const) {
	it(`should try the other URL in ${name} when the share call fails`, async () => {
		const client = await open(name, { accepts });
		await setUp(client);
		assert.equal(
			await client.signedUrls(),
			addresses.map((address) => origin + address),
		);
		const cards = await client.calls('updateAppMessageShareData');
		assert.is(cards.length, 2);
		assert.is(cards[1].verifySignature, `of ${origin}${addresses[1]}`);
		assert.equal(client.warnings, []);
		await waitForReport(client);
		assert.not.match(client.requests.join('\n'), SECRETS);
		await client.page.context().close();
	});
}

it('should try no third time and warn once without a URL', async () => {
	const client = await open('WeChat, Android', { accepts: 'none' });
	await setUp(client);
	assert.is((await client.signedUrls()).length, 2);
	assert.is(client.warnings.length, 1);
	assert.match(client.warnings[0]!, /^Sharing is not set: .*offline verifying/);
	await client.page.context().close();
});

it('should reject when the bridge is never injected without fetching another signature', async () => {
	const client = await open('WeChat, Android', { after: -1 });
	assert.is(await client.page.evaluate('direct(500)'), 'no answer from WeChat');
	assert.is((await client.signedUrls()).length, 1);
	await client.page.context().close();
});

it('should use the older calls in a client that lacks the newer ones', async () => {
	const client = await open('WeChat, Android', { lacks: ['updateAppMessageShareData', 'updateTimelineShareData'] });
	await setUp(client);
	assert.equal(client.warnings, []);
	assert.is((await client.signedUrls()).length, 1);
	await client.page.evaluate(() => {
		const { events } = window as any;
		events['menu:share:appmessage']({ site: 'friend' });
		events['menu:share:timeline']({});
	});
	const [friend] = await client.calls('sendAppMessage');
	assert.is(friend.title, '开学典礼');
	assert.is(friend.link, `${origin}/?id=1`);
	assert.is(friend.img_url, `${origin}/cover.jpg`);
	assert.is((await client.calls('shareTimeline')).length, 1);
	await client.page.context().close();
});

it('should only warn when the signature cannot be fetched, without the URL in the error', async () => {
	const client = await open('WeChat, Android');
	await client.page.evaluate('window.signFails = true');
	await setUp(client);
	assert.is(client.warnings.length, 1);
	assert.not.match(client.warnings[0]!, SECRETS);
	assert.not.match(client.warnings[0]!, 'http');
	await client.page.context().close();
});

for (const name of ['WeCom, Android', 'Chrome, Android', 'DingTalk, Android']) {
	it(`should load nothing in ${name}`, async () => {
		const client = await open(name);
		await setUp(client);
		assert.equal(client.requests, []);
		assert.equal(await client.signedUrls(), []);
		await client.page.context().close();
	});
}

it("should use QQ's own call in QQ", async () => {
	const client = await open('QQ, Android with X5');
	await setUp(client);
	assert.equal(client.requests, ['https://open.mobile.qq.com/sdk/qqapi.js?_bid=152']);
	assert.equal(await client.page.evaluate('info'), {
		title: '开学典礼',
		desc: '同看第一课',
		share_url: `${origin}/?id=1`,
		image_url: `${origin}/cover.jpg`,
	});
	await client.page.context().close();
});

it.run();
