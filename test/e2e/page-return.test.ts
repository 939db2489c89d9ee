/** What Back and a reload find again. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openTab } from '../support/one-page.ts';
import { siteFor } from '../support/site.ts';

const it = suite('return');
const site = siteFor(it, { config: { chatPollInterval: 0 } });

const TEXT = '写到一半的话';

for (const how of ['a reload', 'Back'] as const)
	it(`should keep tab, scroll position and half-written message over ${how}, and nothing of a message that was sent`, async () => {
		const { page, problems } = await site.visit('?id=1&userId=42&token=demo');
		const field = page.getByRole('textbox');
		const scroller = page.locator('#panel-chat .scroller');
		const top = () => scroller.evaluate(({ scrollTop }) => scrollTop);
		const leave = async () => {
			if (how === 'a reload') return page.reload();
			await page.goto(`${site.origin.url}/icon.svg`);
			return page.goBack();
		};
		await openTab(page, '互动空间');
		// Beyond the first page.
		await scroller.evaluate((box) => (box.scrollTop = box.scrollHeight));
		await page.locator('.comments li').nth(39).waitFor();
		await scroller.evaluate((box) => (box.scrollTop = 700));
		await field.fill(TEXT);
		const stored = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
		assert.not.match((await stored()).replace(/"visit:[^\]]*/g, ''), 'token');
		await leave();
		await page.getByRole('tab', { name: '互动空间', selected: true }).waitFor();
		await page.waitForFunction(() => document.querySelector('#panel-chat .scroller')!.scrollTop === 700);
		assert.is(await field.inputValue(), TEXT);
		await page.getByRole('button', { name: '发送' }).tap();
		await page.getByRole('listitem').filter({ hasText: TEXT }).waitFor();
		assert.not.match(await stored(), TEXT);
		await leave();
		await page.getByRole('listitem').first().waitFor();
		assert.equal([await field.inputValue(), await top()], ['', 0]);
		// A new visit begins anew.
		await page.goto('about:blank');
		await page.goto(`${site.origin.url}/?id=1&userId=42&token=demo`);
		await page.getByRole('button', { name: '暂停' }).waitFor();
		await page.locator('.rich').waitFor();
		assert.ok(await page.getByRole('tab', { name: '直播介绍', selected: true }).isVisible());
		assert.equal(problems, []);
	});

it.run();
