/** Sharing with WeChat's real script (npm's copy of jweixin 1.6.0) and a stand-in for the bridge its clients inject. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { USER_AGENTS } from '../fixtures/user-agents.ts';
import { launchBrowser, PHONE } from '../support/browser.ts';
import { bundle } from '../support/bundle.ts';
import { JWEIXIN } from '../support/jweixin.ts';

const it = suite('sharing in WeChat');

const QUERY = '?id=1&userId=4242&token=s3cret';
const SECRETS = /s3cret|4242/;

interface Client {
	/** The address that WeChat compares the signature with; empty: it refuses all. */
	accepts?: 'entry' | 'current' | 'none';
	/** Milliseconds until the bridge is there; -1: never. */
	after?: number;
	/** Names of calls this client does not have. */
	lacks?: string[];
}

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
		import { setShare } from './src/host/set-share.ts';
		import { shareInWeChat } from './src/host/wechat.ts';
		import { loadScript } from './src/host/load-script.ts';
		import { shareData } from './src/host/share.ts';
		import { environment } from './src/visit/environment.ts';
		import { withoutSecrets } from './src/visit/visit.ts';

		const entryUrl = location.href;
		history.replaceState(null, '', withoutSecrets(entryUrl));
		const signed = [];
		const sign = async (url) => {
			signed.push(url);
			if (window.signFails) throw new Error('Request failed: POST ' + entryUrl);
			return { appid: 'wx1', timestamp: '1700000000', nonceStr: 'abc', signature: 'of ' + url };
		};
		const live = { id: '1', title: '开学典礼', summary: '同看第一课', coverImg: '/cover.jpg', shareUrl: '' };
		const data = shareData(live, location.href, { title: '', description: '', image: '' });
		const setUp = () => setShare({ environment: environment(navigator.userAgent), data, sign, entryUrl });
		const direct = (timeLimit) =>
			shareInWeChat({ sign, data, entryUrl, currentUrl: location.href, ios: false, loadScript, timeLimit })
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

/** Runs in the page before its scripts: what a WeChat client injects, as far as jweixin uses it. */
function injectBridge({ accepts = 'current', after = 0, lacks = [] }: Client) {
	const page = window as any;
	const entry = location.href.split('#')[0];
	const calls: [string, any][] = (page.calls = []);
	const events: Record<string, (payload: object) => void> = (page.events = {});
	let verified = false;
	const bridge = {
		on: (name: string, listener: (payload: object) => void) => void (events[name] = listener),
		invoke(name: string, params: any, answer: (result: object) => void) {
			calls.push([name, JSON.parse(JSON.stringify(params))]);
			const say = (verdict: string) => setTimeout(answer, 20, { err_msg: `${name}:${verdict}` });
			if (name === 'getNetworkType') return setTimeout(answer, 5, { err_msg: 'network_type:wifi' });
			if (name === 'preVerifyJSAPI') {
				const address = accepts === 'entry' ? entry : location.href.split('#')[0];
				return setTimeout(() => {
					verified = accepts !== 'none' && params.verifySignature === 'of ' + address;
					say(verified ? 'ok' : 'fail_invalid signature');
				}, 50);
			}
			if (lacks.includes(name)) return say('function_not_exist');
			say(verified ? 'ok' : 'fail, the permission value is offline verifying');
		},
	};
	const appear = () => {
		page.WeixinJSBridge = bridge;
		document.dispatchEvent(new Event('WeixinJSBridgeReady'));
	};
	if (after > 0) setTimeout(appear, after);
	if (after === 0) page.WeixinJSBridge = bridge;
}

interface Visit {
	page: Page;
	requests: string[];
	warnings: string[];
	calls: (name: string) => Promise<any[]>;
	signed: () => Promise<string[]>;
}

async function open(name: string, client: Client = {}, { noMainHost = false, hash = '' } = {}): Promise<Visit> {
	const { userAgent } = USER_AGENTS.find((known) => known.name === name)!;
	const context = await browser.newContext({ ...PHONE, userAgent });
	const requests: string[] = [];
	const warnings: string[] = [];
	await context.route(/^https:/, (route) => {
		const url = route.request().url();
		requests.push(url);
		if (noMainHost && url.includes('res.wx.qq.com')) return route.abort();
		if (url.includes('jweixin')) return route.fulfill({ contentType: 'text/javascript', body: JWEIXIN });
		if (url.includes('qqapi')) {
			return route.fulfill({
				contentType: 'text/javascript',
				body: 'mqq = { data: { setShareInfo: (info) => (window.info = info) } }',
			});
		}
		return route.fulfill({ status: 204 });
	});
	await context.addInitScript(injectBridge, client);
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
		signed: () => page.evaluate('signed'),
	};
}

async function setUp(visit: Visit): Promise<void> {
	await visit.page.evaluate('setUp()');
}

/** The last thing jweixin does after each verdict. */
async function report(visit: Visit): Promise<string> {
	if (!visit.requests.some((url) => url.includes('open.weixin.qq.com'))) {
		await visit.page.waitForRequest(/open\.weixin\.qq\.com/, { timeout: 5000 });
	}
	return visit.requests.find((url) => url.includes('open.weixin.qq.com'))!;
}

it('should set both cards on Android with the current address, and leak nothing', async () => {
	const visit = await open('WeChat, Android');
	await setUp(visit);
	assert.equal(await visit.signed(), [`${origin}/?id=1`]);
	const [friend] = await visit.calls('updateAppMessageShareData');
	assert.is(friend.title, '开学典礼');
	assert.is(friend.desc, '同看第一课');
	assert.is(friend.link, `${origin}/?id=1`);
	assert.is(friend.imgUrl, `${origin}/cover.jpg`);
	const [timeline] = await visit.calls('updateTimelineShareData');
	assert.is(timeline.title, '开学典礼');
	assert.is(timeline.link, `${origin}/?id=1`);
	const [verify] = await visit.calls('preVerifyJSAPI');
	assert.is(verify.verifyAppId, 'wx1');
	assert.equal(verify.verifyJsApiList, [
		'updateAppMessageShareData',
		'updateTimelineShareData',
		'menu:share:appmessage',
		'menu:share:timeline',
	]);

	assert.match(await report(visit), encodeURIComponent(`${origin}/?id=1`));
	assert.not.match(visit.requests.join('\n'), SECRETS);
	assert.equal(visit.warnings, []);
	await visit.page.context().close();
});

it('should sign the entry address on iOS, without its hash, and still report no token', async () => {
	const visit = await open('WeChat, iOS 26', { accepts: 'entry' }, { hash: '#chat' });
	await setUp(visit);
	assert.equal(await visit.signed(), [`${origin}/${QUERY}`]);
	const cards = await visit.calls('updateAppMessageShareData');
	assert.equal(
		cards.map(({ link }) => link),
		[`${origin}/?id=1`],
	);
	await report(visit);
	assert.not.match(visit.requests.join('\n'), SECRETS);
	assert.equal(visit.warnings, []);
	await visit.page.context().close();
});

it('should wait for a bridge that comes late', async () => {
	const visit = await open('WeChat, Android', { after: 600 });
	await setUp(visit);
	assert.is((await visit.calls('updateTimelineShareData')).length, 1);
	assert.equal(visit.warnings, []);
	await visit.page.context().close();
});

for (const [name, accepts, addresses] of [
	['WeChat, Android', 'entry', [`/?id=1`, `/${QUERY}`]],
	['WeChat, iOS 26', 'current', [`/${QUERY}`, `/?id=1`]],
] as const) {
	it(`should try the other address in ${name} when the share call fails`, async () => {
		const visit = await open(name, { accepts });
		await setUp(visit);
		assert.equal(
			await visit.signed(),
			addresses.map((address) => origin + address),
		);
		const cards = await visit.calls('updateAppMessageShareData');
		assert.is(cards.length, 2);
		assert.is(cards[1].verifySignature, `of ${origin}${addresses[1]}`);
		assert.equal(visit.warnings, []);
		await report(visit);
		assert.not.match(visit.requests.join('\n'), SECRETS);
		await visit.page.context().close();
	});
}

it('should try no third time, and warn once without an address', async () => {
	const visit = await open('WeChat, Android', { accepts: 'none' });
	await setUp(visit);
	assert.is((await visit.signed()).length, 2);
	assert.is(visit.warnings.length, 1);
	assert.match(visit.warnings[0]!, /^Sharing is not set: .*offline verifying/);
	await visit.page.context().close();
});

it('should give up on a bridge that never comes, without asking for another signature', async () => {
	const visit = await open('WeChat, Android', { after: -1 });
	assert.is(await visit.page.evaluate('direct(500)'), 'no answer from WeChat');
	assert.is((await visit.signed()).length, 1);
	await visit.page.context().close();
});

it('should load the script from the backup host', async () => {
	const visit = await open('WeChat, Android', {}, { noMainHost: true });
	await setUp(visit);
	assert.equal(visit.requests.slice(0, 2), [
		'https://res.wx.qq.com/open/js/jweixin-1.6.0.js',
		'https://res2.wx.qq.com/open/js/jweixin-1.6.0.js',
	]);
	assert.is((await visit.calls('updateAppMessageShareData')).length, 1);
	await visit.page.context().close();
});

it('should use the older calls where a client lacks the newer', async () => {
	const visit = await open('WeChat, Android', { lacks: ['updateAppMessageShareData', 'updateTimelineShareData'] });
	await setUp(visit);
	assert.equal(visit.warnings, []);
	assert.is((await visit.signed()).length, 1);
	await visit.page.evaluate(() => {
		const { events } = window as any;
		events['menu:share:appmessage']({ site: 'friend' });
		events['menu:share:timeline']({});
	});
	const [friend] = await visit.calls('sendAppMessage');
	assert.is(friend.title, '开学典礼');
	assert.is(friend.link, `${origin}/?id=1`);
	assert.is(friend.img_url, `${origin}/cover.jpg`);
	assert.is((await visit.calls('shareTimeline')).length, 1);
	await visit.page.context().close();
});

it('should only warn when signing fails, without the address in the error', async () => {
	const visit = await open('WeChat, Android');
	await visit.page.evaluate('window.signFails = true');
	await setUp(visit);
	assert.is(visit.warnings.length, 1);
	assert.not.match(visit.warnings[0]!, SECRETS);
	assert.not.match(visit.warnings[0]!, 'http');
	await visit.page.context().close();
});

for (const name of ['WeCom, Android', 'Chrome, Android', 'DingTalk, Android']) {
	it(`should load nothing in ${name}`, async () => {
		const visit = await open(name);
		await setUp(visit);
		assert.equal(visit.requests, []);
		assert.equal(await visit.signed(), []);
		await visit.page.context().close();
	});
}

it("should use QQ's own call in QQ", async () => {
	const visit = await open('QQ, Android with X5');
	await setUp(visit);
	assert.equal(visit.requests, ['https://open.mobile.qq.com/sdk/qqapi.js?_bid=152']);
	assert.equal(await visit.page.evaluate('info'), {
		title: '开学典礼',
		desc: '同看第一课',
		share_url: `${origin}/?id=1`,
		image_url: `${origin}/cover.jpg`,
	});
	await visit.page.context().close();
});

it.run();
