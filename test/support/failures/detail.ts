/** The detail call in all ways of failing: the page says what failed, and shows all once the call succeeds. */
import * as assert from 'uvu/assert';
import { LIVE_EXAMPLE } from '../../../src/api/examples.ts';
import { type Case, checkTabs, type Failure, FAILURES, openTab } from './cases.ts';

const DETAIL = '/juvenile/api/live/detail';
const LONG_TEXT = '长'.repeat(1_700_000);

/** The ways in which the detail call fails, by name. */
export const DETAIL_FAILURES: typeof FAILURES = {
	...FAILURES,
	'a 404 of a web server': { status: 404, body: '<h1>Not Found</h1>', contentType: 'text/html' },
	'recData a list': { body: { code: 200, recData: [{ id: '1' }] } },
};

/** An answer of the detail call, and what the page shows of it. */
interface Detail {
	recData: object;
	shows: string;
}

/** Lives with odd fields, by name. */
export const ODD_LIVES: Record<string, Detail> = {
	'no field at all': { recData: {}, shows: '主办方还没有填写介绍' },
	'all fields null': {
		recData: Object.fromEntries(Object.keys(LIVE_EXAMPLE).map((name) => [name, null])),
		shows: '主办方还没有填写介绍',
	},
	'fields of the wrong type': {
		recData: Object.fromEntries(Object.keys(LIVE_EXAMPLE).map((name, index) => [name, [{}, ['x'], true][index % 3]])),
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
			title: LONG_TEXT,
			summary: LONG_TEXT,
			description: LONG_TEXT,
			organizationTitle: LONG_TEXT,
			oss: LONG_TEXT,
			peopleCount: 7,
		},
		shows: '长长长',
	},
	'5 MB of markup': {
		recData: { status: 0, title: '好', description: '<p>长<b>长</b>长'.repeat(300_000), peopleCount: 7 },
		shows: '长长长',
	},
	'5 MB of what nobody asked for': { recData: { status: 0, title: '好', padding: LONG_TEXT }, shows: '好' },
};

/** Should say that the live cannot be shown, keep the tabs, and show all once it can. */
export async function retryDetail({ origin, visit }: Case, fault: Failure, name: string): Promise<void> {
	origin.setFault({ path: DETAIL, times: -1, ...fault });
	// A cover costs no decoding; two cases check that the video plays in the end.
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
	assert.is(await page.getByRole('button', { name: '重试', exact: true }).count(), name === '404' ? 0 : 1);
	await checkTabs(page);
	await openTab(page, '直播介绍');
	await page
		.getByRole('tabpanel')
		.getByText(name === '404' ? '暂无内容' : '恢复后自动显示')
		.waitFor();

	origin.setFault({ path: DETAIL, times: 0 });
	// All else is requested again by itself.
	if (name === '404') await page.reload();
	await page.getByText('阳光实验小学', { exact: true }).first().waitFor();
	if (plays) await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0);
	else await page.getByText('直播尚未开始').waitFor();
	await openTab(page, '相关资讯');
	await page.locator('.news li').first().waitFor();
	await openTab(page, '直播介绍');
	await page.locator('.rich').waitFor();
}

/** Should show what there is of a live with odd fields. */
export async function showOddLive({ origin, visit }: Case, { recData, shows }: Detail): Promise<void> {
	origin.setFault({ path: DETAIL, times: -1, body: { code: 200, recData } });
	const page = await visit('?id=1&userId=42&token=demo');
	await page.getByText(shows).first().waitFor();
	await checkTabs(page);
	await openTab(page, '互动空间');
	await page.locator('.comments li').first().waitFor();
	// A live without any address cannot play, and says so.
	if (!('status' in recData) || (recData as { status: unknown }).status !== 0)
		await page.waitForFunction(() => /直播|视频|连接/.test(document.querySelector('.status')!.textContent!));
}
