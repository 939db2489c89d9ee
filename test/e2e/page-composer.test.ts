import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSite, type Site, type VisitOptions } from '../support/site.ts';
import { toastShown } from '../support/toast.ts';
import { until } from '../support/until.ts';

const it = suite('composer');
const SAVE = '/juvenile/api/stream/chat/save';
const PAGE = '/juvenile/api/live/comment/page';
const MEMBER = '?id=0&userId=42&token=demo';

let site: Site;
it.before(async () => void (site = await openSite({ config: { chatPollInterval: 0 } })));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site?.close());

/** Packets of the requests for a path, by default of all so far. */
const packets = (path: string, requests = site.origin.requests()) =>
	requests
		.filter((request) => request.path === path)
		.map(({ body }) => JSON.parse(new URLSearchParams(body).get('packet')!));

async function openChat(query = MEMBER, before?: VisitOptions['before']) {
	const { page, problems } = await site.visit(query, { before });
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.locator('.comments li').nth(3).waitFor();
	return {
		page,
		problems,
		field: page.getByRole('textbox', { name: '说点什么' }),
		button: page.getByRole('button', { name: '发送' }),
	};
}

const fieldIsEmpty = (page: Page) =>
	page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('.composer textarea')!.value === '');

it('should send, clear the field and show the top of the list, which is reloaded from page 1', async () => {
	site.origin.pushComments('0', 50);
	const { page, field, button, problems } = await openChat();
	assert.is(await page.getByRole('button', { name: '打开App参与互动' }).count(), 0);
	await page.evaluate(() => document.querySelector('.scroller')!.scrollTo(0, 400));
	await field.fill('  老师们辛苦了！<b>  ');
	await button.tap();
	await page.getByText('用户42：').waitFor();
	assert.is(await field.inputValue(), '');
	await page.waitForFunction(() => document.querySelector('.scroller')!.scrollTop === 0);
	assert.is(packets(SAVE).length, 1);
	const [{ token, userId, methodCode, recData }] = packets(SAVE);
	assert.equal([token, userId, methodCode], ['demo', '42', 'stream/chat/save']);
	assert.equal(recData, { content: '  老师们辛苦了！<b>  ', videoOss: 'live/2024/1000.mp4', userId: '42' });
	const requests = site.origin.requests();
	const after = requests.slice(requests.findIndex(({ path }) => path === SAVE) + 1);
	assert.is(packets(PAGE, after)[0].recData.pagenum, 1);
	assert.match((await page.locator('.comments li p').first().textContent())!, /^用户42： *老师们辛苦了！<b>/);
	assert.equal(problems, []);
});

it('should send from a phone whose clock is a month behind, and that refuses to change the address', async () => {
	const { page, field, button, problems } = await openChat(MEMBER, async (page) => {
		await page.addInitScript(() => {
			const { now } = Date;
			Date.now = () => now() - 30 * 86_400_000;
			history.replaceState = () => {
				throw new DOMException('too often', 'SecurityError');
			};
		});
	});
	await field.fill('来自上个月');
	await button.tap();
	await page.getByText('来自上个月').waitFor();
	assert.is(await field.inputValue(), '');
	assert.equal(problems, []);
});

it('should offer the app to those without a user id', async () => {
	const { page, field, button } = await openChat('?id=0&token=demo');
	await page.getByRole('button', { name: '打开App参与互动' }).waitFor();
	assert.equal([await field.count(), await button.count(), await page.locator('textarea').count()], [0, 0, 0]);
});

it('should keep the place in the list when sending fails, by one request for page 1, and offer the text again, not send it later', async () => {
	site.origin.pushComments('0', 60);
	const { page, field, button } = await openChat();
	for (let count = 40; count <= 60; count += 20) {
		await page.evaluate(() => document.querySelector('.scroller')!.scrollTo(0, 1e9));
		await page.waitForFunction((count) => document.querySelectorAll('.comments li').length === count, count);
	}
	const place = () => page.evaluate(() => document.querySelector('.scroller')!.scrollTop);
	await page.evaluate(() => document.querySelector('.scroller')!.scrollTo(0, 900));
	const requests = packets(PAGE).length;
	site.origin.setFault({ path: SAVE, status: 500, times: 1 });
	assert.ok(await button.isDisabled());
	await field.fill('发不出去');
	await button.tap();
	await toastShown(page, '发送失败');
	await fieldIsEmpty(page);
	await until(() => packets(PAGE).length > requests);
	assert.equal(
		packets(PAGE)
			.slice(requests)
			.map(({ recData }) => recData.pagenum),
		[1],
	);
	assert.equal([await place(), await page.locator('.comments li').count()], [900, 60]);
	await page.getByRole('button', { name: '重新编辑' }).tap();
	assert.is(await field.inputValue(), '发不出去');

	await page.context().setOffline(true);
	try {
		await field.fill('没有网络');
		await button.tap();
		await fieldIsEmpty(page);
		await page.waitForFunction(() => !document.querySelector<HTMLTextAreaElement>('.composer textarea')!.readOnly);
	} finally {
		await page.context().setOffline(false);
	}
	assert.is(await page.locator('.comments li').count(), 60, 'the list stays');
	await field.fill('现在可以了');
	await button.tap();
	await page.getByText('用户42：现在可以了').waitFor();
	assert.equal(
		packets(SAVE).map(({ recData }) => recData.content),
		['发不出去', '现在可以了'],
	);
});

it('should be in reach of a thumb and above the keyboard, and send on Enter, but not on the one that ends a composition', async () => {
	const { page, field, button } = await openChat();
	assert.ok((await field.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))) >= 16);
	assert.ok((await field.boundingBox())!.height >= 44);
	assert.ok((await button.boundingBox())!.height >= 40);
	await field.fill('长'.repeat(501));
	await page.getByText('最多500字，已超出1字').waitFor();
	await field.fill('');

	// iOS reports its keyboard by the visual viewport alone.
	await field.focus();
	await page.evaluate(() => {
		Object.defineProperty(visualViewport, 'height', { value: 500, configurable: true });
		visualViewport!.dispatchEvent(new Event('resize'));
	});
	const box = (await field.boundingBox())!;
	assert.ok(box.y + box.height <= 500, `the field ends at ${box.y + box.height}`);
	await page.evaluate(() => {
		delete (visualViewport as { height?: number }).height;
		(document.activeElement as HTMLElement).blur();
	});
	await page.waitForFunction(() => document.documentElement.style.height === '' && scrollY === 0);
	const after = (await field.boundingBox())!;
	assert.ok(after.y + after.height > 740, 'the field is back at the lower end, over the footer');

	assert.is(await field.getAttribute('enterkeyhint'), 'send');
	await field.focus();
	const session = await page.context().newCDPSession(page);
	await session.send('Input.imeSetComposition', { text: 'jiayou', selectionStart: 6, selectionEnd: 6 });
	await session.detach();
	assert.is(await field.inputValue(), 'jiayou');
	await page.keyboard.press('Enter');
	// Safari ends the composition before the key press: what is left is the key code.
	await field.evaluate((element) =>
		element.dispatchEvent(
			Object.assign(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, keyCode: 229 } as KeyboardEventInit)),
		),
	);
	await field.fill('加油');
	await field.press('Enter');
	await page.getByText('用户42：加油').waitFor();
	assert.equal(
		packets(SAVE).map(({ recData }) => recData.content),
		['加油'],
	);
});

it.run();
