// time limit: 400 s
/** The detail call and the share signature in all ways of failing: the page stays usable, says what failed, and a retry mends it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { FAILURES, openCases, tabsAnswer } from '../support/failing.ts';
import { root } from '../support/run-file.ts';

const it = suite('failures of the live');
const DETAIL = '/juvenile/api/live/detail';

let cases: Awaited<ReturnType<typeof openCases>>;
it.before(async () => {
	cases = await openCases(5);
});
it.after(() => cases?.close());

it('should say that the live cannot be shown, keep chat and tabs, and show all after a retry', async () => {
	const failures: typeof FAILURES = { ...FAILURES, 'recData a list': { body: { code: 200, recData: [{ id: '1' }] } } };
	const wrong = await cases.each(failures, async ({ origin, visit }, fault, name) => {
		origin.setFault({ path: DETAIL, times: -1, ...fault });
		// A cover costs no decoding; two cases look whether the picture plays in the end.
		const plays = fault.status === 500 || fault.cut;
		if (!plays) origin.setLive({ id: '1', status: 0 });
		const page = await visit('?id=1&userId=42&token=demo');
		const expected =
			name === '404'
				? '没有找到这场直播'
				: /hang|cut/.test(name)
					? '网络不给力，请检查网络后重试'
					: '服务暂时不可用，请稍后重试';
		await page.getByText(expected).waitFor();
		await page.getByRole('button', { name: '重试', exact: true }).waitFor();
		await page.getByText('暂无介绍').waitFor();
		await tabsAnswer(page);
		await page.getByText('加载失败').first().waitFor();
		await page.getByRole('tab', { name: '互动空间' }).tap();
		await page.locator('.comments li').first().waitFor();
		assert.ok(await page.getByLabel('说点什么').isEnabled());

		origin.setFault({ path: DETAIL, times: 0 });
		await page.getByRole('button', { name: '重试', exact: true }).tap();
		await page.getByText('阳光实验小学', { exact: true }).first().waitFor();
		if (plays) await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0);
		else await page.getByText('直播尚未开始').waitFor();
		await page.getByRole('tab', { name: '相关资讯' }).tap();
		await page.locator('.news li').first().waitFor();
		await page.getByRole('tab', { name: '直播介绍' }).tap();
		await page.locator('.rich').waitFor();
	});
	assert.equal(wrong, []);
});

it('should show what there is of a live with odd fields', async () => {
	const long = '长'.repeat(1_700_000);
	const wrong = await cases.each<{ recData: object; shows: string }>(
		{
			'no field at all': { recData: {}, shows: '主办方还没有填写介绍' },
			'all fields null': {
				recData: Object.fromEntries(
					[
						'id',
						'status',
						'title',
						'summary',
						'description',
						'coverImg',
						'headPic',
						'organizationId',
						'organizationTitle',
						'peopleCount',
						'playbackUrl',
						'originRts',
						'inviteCode',
						'oss',
						'posPic',
						'videoPic',
						'shareUrl',
					].map((name) => [name, null]),
				),
				shows: '主办方还没有填写介绍',
			},
			'fields of the wrong type': {
				recData: {
					id: {},
					status: [],
					title: ['x'],
					summary: true,
					description: { a: 1 },
					coverImg: 5,
					headPic: [],
					organizationId: {},
					organizationTitle: 5,
					peopleCount: {},
					playbackUrl: {},
					originRts: 7,
					inviteCode: {},
					oss: [],
				},
				shows: '主办方还没有填写介绍',
			},
			'numbers as texts': {
				recData: {
					id: 1,
					status: '0',
					title: 2024,
					peopleCount: '123456',
					organizationTitle: 7,
					description: '<p>好</p>',
				},
				shows: '12.3万',
			},
			'5 MB of text': {
				recData: {
					status: 0,
					title: long,
					summary: long,
					description: long,
					organizationTitle: long,
					oss: long,
					peopleCount: 7,
				},
				shows: '长长长',
			},
			'5 MB of markup': {
				recData: { status: 0, title: '好', description: '<p>长<b>长</b>长'.repeat(300_000), peopleCount: 7 },
				shows: '长长长',
			},
			'5 MB of what nobody asked for': { recData: { status: 0, title: '好', padding: long }, shows: '好' },
		},
		async ({ origin, visit }, { recData, shows }) => {
			origin.setFault({ path: DETAIL, times: -1, body: { code: 200, recData } });
			const page = await visit('?id=1&userId=42&token=demo');
			await page.getByText(shows).first().waitFor();
			await tabsAnswer(page);
			await page.getByRole('tab', { name: '互动空间' }).tap();
			await page.locator('.comments li').first().waitFor();
			// A live without any address cannot play, and says so.
			if (!('status' in recData) || (recData as { status: unknown }).status !== 0)
				await page.waitForFunction(() => /直播|视频|连接/.test(document.querySelector('.status')!.textContent!));
		},
	);
	assert.equal(wrong, []);
});

it('should only log that sharing could not be set', async () => {
	const jweixin = `(function () { var module = { exports: {} };\n${readFileSync(join(root, 'node_modules/weixin-js-sdk/index.js'), 'utf8')}\nwindow.wx = window.jWeixin = module.exports; })();`;
	const failures = {
		...FAILURES,
		'sign null': { body: { code: 200, recData: { sign: null } } },
		'sign a text': { body: { code: 200, recData: { sign: 'x' } } },
		'sign empty': { body: { code: 200, recData: { sign: { appid: 'x', signature: '' } } } },
	};
	const wrong = await cases.each(failures, async ({ origin, visit }, fault) => {
		origin.setFault({ path: '/juvenile/wxjs/', times: -1, ...fault });
		const warned: string[] = [];
		const page = await visit('?id=0&userId=42&token=demo', async (page) => {
			page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()));
			await page.addInitScript(() =>
				Object.defineProperty(navigator, 'userAgent', {
					value:
						'Mozilla/5.0 (Linux; Android 13; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 XWEB/1 MicroMessenger/8.0.66 WeChat/arm64',
				}),
			);
			await page.route(/^https:/, (route) =>
				route.request().url().includes('jweixin')
					? route.fulfill({ contentType: 'text/javascript', body: jweixin })
					: route.abort(),
			);
		});
		await page.getByText('直播尚未开始').waitFor();
		const end = Date.now() + 45_000;
		while (!warned.length && Date.now() < end) await page.waitForTimeout(100);
		assert.is(warned.length, 1, warned.join('\n'));
		assert.match(warned[0]!, /^Sharing is not set: /);
		await tabsAnswer(page);
		await page.locator('.news li').first().waitFor();
	});
	assert.equal(wrong, []);
});

it('should set sharing once a retry has shown the live', async () => {
	const wrong = await cases.each({ 'a first failure': null }, async ({ origin, visit }) => {
		origin.setFault({ path: DETAIL, times: -1, status: 404 });
		const page = await visit('?id=0', async (page) => {
			await page.addInitScript(() =>
				Object.defineProperty(navigator, 'userAgent', {
					value: 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36 QQ/9.0.1',
				}),
			);
			await page.route(/^https:/, (route) =>
				route.fulfill({
					contentType: 'text/javascript',
					body: 'self.told = []; mqq = { data: { setShareInfo: info => told.push(info.title) } }',
				}),
			);
		});
		await page.getByText('没有找到这场直播').waitFor();
		await page.waitForFunction(() => window.livePage!.deferred, undefined, { timeout: 15_000 });
		origin.setFault({ path: DETAIL, times: 0 });
		await page.getByRole('button', { name: '重试', exact: true }).tap();
		await page.waitForFunction(() => (self as any).told?.length === 1);
	});
	assert.equal(wrong, []);
});

it('should retry scripts that could not be loaded', async () => {
	const wrong = await cases.each<Partial<Record<'path' | 'what', string>>>(
		{ 'the bundle': { path: '/app.' }, 'the deferred script': { path: '/deferred.' } },
		async ({ origin, visit }, { path }) => {
			origin.setFault({ path: path!, times: path === '/app.' ? 2 : -1, status: 503 });
			const page = await visit('?id=0');
			await page.locator('.viewers:not([hidden])').waitFor();
			await tabsAnswer(page);
			if (path === '/deferred.') {
				await page.waitForFunction(() =>
					performance.getEntriesByType('resource').some(({ name }) => name.includes('/deferred.')),
				);
				await page.getByRole('button', { name: '关注' }).tap();
				await page.getByText('网络不给力，请检查网络后重试').waitFor();
				origin.setFault({ path: path!, times: 0 });
				await page.getByRole('button', { name: '关注' }).tap();
				await page.getByText('请打开阳光校园App').waitFor();
			}
		},
	);
	assert.equal(wrong, []);
});

it('should retry the deferred script without a click', async () => {
	const wrong = await cases.each<object>({ 'the deferred script': {} }, async ({ origin, visit }) => {
		origin.setFault({ path: '/deferred.', times: 2, status: 503 });
		const page = await visit('?id=0');
		await page.waitForFunction(() => window.livePage!.deferred, undefined, { timeout: 20_000 });
		assert.is(origin.requests().filter(({ path }) => path?.startsWith('/deferred.')).length, 3);
	});
	assert.equal(wrong, []);
});

it.run();
