import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSite, type Site } from '../support/site.ts';

const it = suite('composer');
const SAVE = '/juvenile/api/stream/chat/save';
const PAGE = '/juvenile/api/live/comment/page';
const MEMBER = '&userId=42&token=demo';

let site: Site;
it.before(async () => void (site = await openSite({ config: { chatPollInterval: 0 } })));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site.close());

const asked = (path: string) =>
	site.origin
		.requests()
		.filter((request) => request.path === path)
		.map(({ body }) => JSON.parse(new URLSearchParams(body).get('packet')!));

async function openChat(query: string) {
	const { page, problems } = await site.visit(query);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.getByText('没有更多了').waitFor();
	return {
		page,
		problems,
		field: page.getByRole('textbox', { name: '说点什么' }),
		button: page.getByRole('button', { name: '发送' }),
	};
}

const rows = (page: Page) => page.locator('.comments li p').allTextContents();

it('should be there for people with token and user id', async () => {
	const { field, button, page } = await openChat(`?id=0${MEMBER}`);
	await field.waitFor();
	await button.waitFor();
	assert.is(await page.getByRole('button', { name: '打开App参与互动' }).count(), 0);
});

for (const who of ['', '&token=demo', '&userId=42']) {
	it(`should not be there for ${who || 'nobody in particular'}; the app is offered instead`, async () => {
		const { page, field, button } = await openChat(`?id=0${who}`);
		await page.getByRole('button', { name: '打开App参与互动' }).waitFor();
		assert.equal([await field.count(), await button.count(), await page.locator('input').count()], [0, 0, 0]);
	});
}

it('should send, clear the field and reload from page 1', async () => {
	const { page, field, button, problems } = await openChat(`?id=0${MEMBER}`);
	const before = asked(PAGE).length;
	await field.fill('  老师们辛苦了！<b>  ');
	await button.tap();
	await page.getByText('用户42：').waitFor();
	assert.is(await field.inputValue(), '');
	const [{ token, userId, methodCode, recData }] = asked(SAVE) as [
		{ token: string; userId: string; methodCode: string; recData: object },
	];
	assert.equal([token, userId, methodCode], ['demo', '42', 'stream/chat/save']);
	assert.equal(recData, { content: '  老师们辛苦了！<b>  ', videoOss: 'live/2024/1000.mp4', userId: '42' });
	assert.is(asked(PAGE)[before].recData.pagenum, 1);
	assert.match((await rows(page))[0]!, /^用户42： *老师们辛苦了！<b>/);
	assert.equal(problems, []);
});

it('should send nothing for blank text', async () => {
	const { page, field, button } = await openChat(`?id=0${MEMBER}`);
	const before = asked(PAGE).length;
	for (const text of ['', '   ', '\u3000\u3000']) {
		await field.fill(text);
		await button.tap();
		await field.press('Enter');
	}
	await page.waitForTimeout(300);
	assert.equal([asked(SAVE).length, asked(PAGE).length], [0, before]);
});

it('should send once however often the button is pressed', async () => {
	const { page, field, button } = await openChat(`?id=0${MEMBER}`);
	site.origin.setFault({ path: SAVE, times: 1, delayMs: 2500 });
	await field.fill('只发一次');
	// The panel slides in; a tap at a place needs the button to stand still.
	await button.tap({ trial: true });
	const { x, y, width, height } = (await button.boundingBox())!;
	for (let times = 0; times < 3; times++) await page.touchscreen.tap(x + width / 2, y + height / 2);
	await page.waitForFunction(() => document.querySelector<HTMLButtonElement>('.composer .button')!.disabled);
	await field.press('Enter');
	await page.getByText('用户42：只发一次').waitFor();
	assert.is(asked(SAVE).length, 1);
	assert.is(await button.isEnabled(), true);
});

it('should clear the field as soon as the message is out, however long the list takes', async () => {
	const { page, field, button } = await openChat(`?id=0${MEMBER}`);
	site.origin.setFault({ path: PAGE, times: 1, delayMs: 2500 });
	await field.fill('第一句');
	await button.tap();
	await page.waitForFunction(() => document.querySelector<HTMLInputElement>('.composer input')!.value === '');
	assert.is(await page.getByText('用户42：第一句').count(), 0, 'the list is still on its way');
	await button.tap();
	await field.fill('第二句，还没有写完');
	await page.getByText('用户42：第一句').waitFor();
	assert.is(await field.inputValue(), '第二句，还没有写完', 'what is being written stays');
	assert.is(asked(SAVE).length, 1);
});

for (const [what, fault] of [
	['the server fails', { status: 500 }],
	['the server refuses', { status: 401 }],
	['the server is too busy', { status: 503 }],
] as const) {
	it(`should clear the field, reload from page 1 and not send again when ${what}`, async () => {
		const { page, field, button, problems } = await openChat(`?id=0${MEMBER}`);
		const before = asked(PAGE).length;
		site.origin.setFault({ path: SAVE, times: -1, ...fault });
		await field.fill('发不出去');
		await button.tap();
		await page.getByText('发送失败').waitFor();
		await page.waitForFunction(() => document.querySelector<HTMLInputElement>('.composer input')!.value === '');
		await page.waitForTimeout(1500);
		assert.is(asked(SAVE).length, 1);
		assert.is(asked(PAGE)[before].recData.pagenum, 1);
		assert.is(await button.isEnabled(), true);
		assert.equal(problems, []);
		// And what is sent next goes out.
		await site.origin.reset();
		await field.fill('又可以了');
		await button.tap();
		await page.getByText('用户42：又可以了').waitFor();
	});
}

it('should clear the field and not send later when the phone is offline', async () => {
	const { page, field, button } = await openChat(`?id=0${MEMBER}`);
	await page.context().setOffline(true);
	await field.fill('发不出去');
	await button.tap();
	await page.getByText('发送失败').waitFor();
	await page.waitForFunction(() => document.querySelector<HTMLInputElement>('.composer input')!.value === '');
	await page.getByText('加载失败').waitFor();
	await page.context().setOffline(false);
	await page.getByRole('button', { name: '点击重试' }).tap();
	await page.getByText('没有更多了').waitFor();
	assert.is(asked(SAVE).length, 0);
});

it('should show the head of the list after sending from further down', async () => {
	site.origin.pushComments('0', 50);
	const { page } = await site.visit(`?id=0${MEMBER}`);
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.waitForFunction(() => document.querySelectorAll('.comments li').length >= 20);
	await page.evaluate(() => document.querySelector('.scroller')!.scrollTo(0, 400));
	await page.getByRole('textbox').fill('看得到吗');
	await page.getByRole('button', { name: '发送' }).tap();
	await page.getByText('用户42：看得到吗').waitFor();
	await page.waitForFunction(() => document.querySelector('.scroller')!.scrollTop === 0);
});

it('should send on Enter', async () => {
	const { page, field } = await openChat(`?id=0${MEMBER}`);
	assert.is(await field.getAttribute('enterkeyhint'), 'send');
	await field.fill('回车发送');
	await field.press('Enter');
	await page.getByText('用户42：回车发送').waitFor();
	assert.is(asked(SAVE).length, 1);
});

it('should not send on the Enter that ends an input method’s composition', async () => {
	const { page, field } = await openChat(`?id=0${MEMBER}`);
	await field.focus();
	const session = await page.context().newCDPSession(page);
	await session.send('Input.imeSetComposition', { text: 'jiayou', selectionStart: 6, selectionEnd: 6 });
	assert.is(await field.inputValue(), 'jiayou');
	await page.keyboard.press('Enter');
	// Safari ends the composition before the key: what is left is the key code.
	await field.evaluate((element) =>
		element.dispatchEvent(
			Object.assign(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, keyCode: 229 } as KeyboardEventInit)),
		),
	);
	await page.waitForTimeout(300);
	assert.is(asked(SAVE).length, 0);
	await field.fill('加油');
	await field.press('Enter');
	await page.getByText('用户42：加油').waitFor();
	assert.is(asked(SAVE).length, 1);
});

it('should have a field that phones do not zoom into, and that can be reached by a thumb', async () => {
	const { field, button } = await openChat(`?id=0${MEMBER}`);
	assert.ok((await field.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))) >= 16);
	assert.ok((await field.boundingBox())!.height >= 44);
	assert.ok((await button.boundingBox())!.height >= 40);
	assert.is(await field.getAttribute('maxlength'), '500');
});

it('should stay above the keyboard, and leave the page where it was when the keyboard goes', async () => {
	const { page, field } = await openChat(`?id=0${MEMBER}`);
	// iOS tells of its keyboard by the visual viewport alone.
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
});

it.run();
