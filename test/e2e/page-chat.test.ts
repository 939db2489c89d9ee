/** The list of the chat under a finger, and where new messages leave its reader. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { noteShifts, shifted } from '../support/layout-shift.ts';
import { siteFor, type VisitOptions } from '../support/site.ts';
import { finger, standsStill, swipe } from '../support/touch.ts';
import { until } from '../support/until.ts';
import { withoutAnchoring } from '../support/without-anchoring.ts';

const it = suite('chat');

// A chat that polls often.
const site = siteFor(it, { config: { livePollInterval: 0, chatPollInterval: 300 } });

/** Opens the chat of a live behind its cover, which costs no decoding, and waits for so many rows. */
async function openChat(count: number, options?: VisitOptions, id = '1') {
	site.origin.setLive({ id, status: 0 });
	const visited = await site.visit(`?id=${id}`, options);
	// A tap would excuse what shifts within half a second.
	await visited.page.getByRole('tab', { name: '互动空间' }).dispatchEvent('click');
	await loaded(visited.page, count);
	return visited;
}
const loaded = (page: Page, count: number) =>
	page.waitForFunction((count) => document.querySelectorAll('.comments li').length === count, count);
const push = (contents: string[], id = '1') =>
	site.origin.pushComments(
		id,
		contents.map((content) => ({ nickname: '甲', content })),
	);
/** A message of several lines. */
const long = (times: number) => '感谢学校提供这样的平台，让孩子们有机会展示自己。'.repeat(times);

/** Notes layout shifts, and whether the button of new messages was shown. */
async function observe(page: Page) {
	await noteShifts(page);
	await page.addInitScript(() => {
		new MutationObserver(() => {
			if (document.querySelector('.unread')) Object.assign(self, { sawUnread: true });
		}).observe(document, { childList: true, subtree: true });
	});
}

for (const [id, rows, what] of [
	['1', 20, 'in a long list'],
	['0', 4, 'in a list with room below'],
] as const)
	it(`should bring a reader at the top to new messages without a layout shift ${what}`, async () => {
		const { page } = await openChat(rows, { reducedMotion: 'no-preference', before: observe }, id);
		let count: number = rows;
		for (const messages of [1, 5, 1, 3]) {
			push(Array(messages).fill(long(messages)), id);
			await loaded(page, (count += messages));
			await page.waitForFunction(() => {
				const box = document.querySelector<HTMLElement>('.scroller')!;
				return box.scrollTop === 0 && !box.style.paddingBottom;
			});
		}
		assert.is(await shifted(page), '');
		assert.not(await page.evaluate(() => 'sawUnread' in self), 'on the way to the top no message is unread');
	});

it('should leave a reader who acts on the way to new messages where they are', async () => {
	const { page } = await openChat(20, { reducedMotion: 'no-preference' });
	// A wheel on the way, as soon as there is one.
	await page.evaluate(() => {
		const box = document.querySelector('.scroller')!;
		const turnWheel = () => {
			box.dispatchEvent(new Event('wheel'));
			box.scrollTop += 10;
		};
		box.addEventListener('scroll', turnWheel, { once: true });
	});
	push(Array(9).fill(long(9)));
	await loaded(page, 29);
	await standsStill(page, '.scroller');
	assert.ok((await page.evaluate(() => document.querySelector('.scroller')!.scrollTop)) > 500);
	push(['你好']);
	await page.getByRole('button', { name: '1 条新消息' }).waitFor();
});

for (const anchoring of [true, false])
	it(`should keep the rows in view in place when messages come, and count them, ${anchoring ? 'with' : 'without'} scroll anchoring`, async () => {
		const { page, problems } = await openChat(20, anchoring ? {} : { before: withoutAnchoring });
		await page.evaluate(() => document.querySelector('.scroller')!.scrollTo(0, 1e9));
		await loaded(page, 40);
		// Through rows of different heights, some of which have never been in sight.
		for (const [from, to] of [
			[750, 450],
			[750, 450],
			[450, 600],
		] as const) {
			await swipe(page, [190, from], [190, to]);
			await standsStill(page, '.scroller');
		}
		const firstRow = () =>
			page.evaluate(() => {
				const box = document.querySelector('.scroller')!;
				const { top } = box.getBoundingClientRect();
				const row = [...box.querySelectorAll('li')].find((one) => one.getBoundingClientRect().top >= top + 40)!;
				return { text: row.textContent, top: row.getBoundingClientRect().top };
			});
		const read = await firstRow();
		push(['短', long(4), '最后']);
		const button = page.getByRole('button', { name: '3 条新消息' });
		await button.waitFor();
		await standsStill(page, '.scroller');
		const after = await firstRow();
		assert.is(after.text, read.text);
		assert.ok(Math.abs(after.top - read.top) <= 2, `moved by ${after.top - read.top}`);
		await button.tap();
		await page.getByText('甲：最后').waitFor();
		await page.waitForFunction(
			() => document.querySelector('.scroller')!.scrollTop === 0 && !document.querySelector('.unread'),
		);
		assert.equal(problems, []);
	});

it('should mark what comes while another tab is shown, and open at the first of it', async () => {
	const { page } = await openChat(20);
	await page.getByRole('tab', { name: '直播介绍' }).tap();
	push(['第一条', ...Array(14).fill(long(2))]);
	await page.locator('.count.dot').waitFor();
	await page.getByRole('tab', { name: '互动空间' }).tap();
	await page.getByRole('button', { name: '15 条新消息' }).waitFor();
	const below = () =>
		page.evaluate(() => {
			const row = [...document.querySelectorAll('.comments li')].find((one) =>
				one.textContent!.startsWith('甲：第一条'),
			)!;
			return row.getBoundingClientRect().bottom - document.querySelector('.scroller')!.getBoundingClientRect().bottom;
		});
	await until(async () => Math.abs(await below()) < 2, 'the first of them is the last in the list');
	assert.is(await page.locator('.count.dot').count(), 0);
});

it('should follow a finger that pulls it down, in place of a reload of the page', async () => {
	const { page } = await openChat(20);
	await page.evaluate("addEventListener('touchmove', (event) => (self.wasPrevented = event.defaultPrevented))");
	const { move, lift } = await finger(page, [190, 400]);
	await move([190, 540]);
	const pullHeight = () => page.locator('.pull').evaluate((pull) => pull.getBoundingClientRect().height);
	await until(async () => (await pullHeight()) > 10, 'it is open');
	assert.ok(await page.evaluate('wasPrevented'));
	await lift();
	// The page after the last one.
	await loaded(page, 40);
	await until(async () => (await pullHeight()) === 0, 'it is closed');
});

it.run();
