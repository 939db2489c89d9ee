/** The share signature in all ways of failing: only the console says so. */
import * as assert from 'uvu/assert';
import { JWEIXIN } from '../share-scripts.ts';
import { type Case, checkTabs, type Failure, FAILURES } from './cases.ts';
import { startupDone } from '../site.ts';
import { until } from '../until.ts';

const DETAIL = '/juvenile/api/live/detail';

/** The ways in which the signature call fails, by name. */
export const SIGNATURE_FAILURES: typeof FAILURES = {
	...FAILURES,
	'sign null': { body: { code: 200, recData: { sign: null } } },
	'sign a text': { body: { code: 200, recData: { sign: 'x' } } },
	'sign empty': { body: { code: 200, recData: { sign: { appid: 'x', signature: '' } } } },
};

/** Should only log that sharing could not be set. */
export async function logSharing({ origin, visit }: Case, fault: Failure): Promise<void> {
	origin.setFault({ path: '/juvenile/wxjs/', times: -1, ...fault });
	const warned: string[] = [];
	const page = await visit('?id=0&userId=42&token=demo', async (page) => {
		page.on('console', (message) => {
			// Playwright itself warns of the service worker that it blocks.
			if (message.type() === 'warning' && !message.text().startsWith('Service Worker')) warned.push(message.text());
		});
		await page.addInitScript(() =>
			Object.defineProperty(navigator, 'userAgent', {
				value:
					'Mozilla/5.0 (Linux; Android 13; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 XWEB/1 MicroMessenger/8.0.66 WeChat/arm64',
			}),
		);
		await page.route(/^https:/, (route) =>
			route.request().url().includes('jweixin')
				? route.fulfill({ contentType: 'text/javascript', body: JWEIXIN })
				: route.abort(),
		);
	});
	await page.getByText('直播尚未开始').waitFor();
	await until(() => warned.length, 'the warning');
	assert.is(warned.length, 1, warned.join('\n'));
	assert.match(warned[0]!, /^Sharing is not set: /, warned[0]);
	await checkTabs(page);
	await page.locator('.news li').first().waitFor();
}

/** Should set sharing once the live is shown. */
export async function shareAfterRetry({ origin, visit }: Case): Promise<void> {
	origin.setFault({ path: DETAIL, times: -1, status: 503 });
	const page = await visit('?id=0', async (page) => {
		await page.addInitScript(() =>
			Object.defineProperty(navigator, 'userAgent', {
				value: 'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36 QQ/9.0.1',
			}),
		);
		await page.route(/^https:/, (route) =>
			route.fulfill({
				contentType: 'text/javascript',
				body: 'self.reported = []; mqq = { data: { setShareInfo: info => reported.push(info.title) } }',
			}),
		);
	});
	await page.getByText('服务暂时不可用，请稍后重试').waitFor();
	await startupDone(page);
	origin.setFault({ path: DETAIL, times: 0 });
	await page.waitForFunction(() => (self as any).reported?.length === 1);
}
