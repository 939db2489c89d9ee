import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSite, type Site, type VisitOptions } from '../support/site.ts';

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

it('should be in reach of a thumb and above the keyboard, and send on Enter, but not on the one that ends a composition', async () => {
	const { page, field, button } = await openChat();
	assert.ok((await field.evaluate((element) => parseFloat(getComputedStyle(element).fontSize))) >= 16);
	assert.ok((await field.boundingBox())!.height >= 44);
	assert.ok((await button.boundingBox())!.height >= 40);
	assert.is(await field.getAttribute('maxlength'), '500');

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
