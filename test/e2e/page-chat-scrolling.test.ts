/** Where new messages leave a reader of the chat. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { COMMENTS_PATH, loaded, openChat, openChatSite, scrollTo, standsStill } from '../support/chat-page.ts';
import type { Site } from '../support/site.ts';
import { swipe } from '../support/touch.ts';

const it = suite('chat scrolling');

let site: Site;
it.before(async () => void (site = await openChatSite()));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site?.close());

/** What {@link observe} notes: layout shift, and whether the button of new messages was shown. */
interface Seen {
	shift: number;
	unread: boolean;
	tappedAt: number;
}
const observe = async (page: Page) =>
	void (await page.addInitScript(() => {
		const seen = { shift: 0, unread: false, tappedAt: Infinity };
		Object.assign(self, { seen });
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
				if (!entry.hadRecentInput) seen.shift += entry.value;
		}).observe({ type: 'layout-shift', buffered: true });
		new MutationObserver(() => (seen.unread ||= !!document.querySelector('.unread'))).observe(document, {
			childList: true,
			subtree: true,
		});
		addEventListener('click', () => (seen.tappedAt = performance.now()));
	}));

/** Takes scroll anchoring away, which WebKit does not have. */
const withoutAnchoring = async (page: Page) => {
	await page.addInitScript(() => {
		CSS.supports = () => false;
		// The policy of the page lets no style element in.
		const sheet = new CSSStyleSheet();
		sheet.replaceSync('* { overflow-anchor: none !important; content-visibility: visible !important }');
		document.adoptedStyleSheets = [sheet];
	});
};

for (const [id, rows, reducedMotion] of [
	['1', 20, 'no-preference'],
	['1', 20, 'reduce'],
	// A list with room below.
	['0', 4, 'no-preference'],
] as const)
	it(`should bring a reader at the top to new messages without a layout shift (${rows} rows, ${reducedMotion})`, async () => {
		site.origin.setLive({ id, status: 0 });
		// Past the half second in which a tap excuses what shifts.
		site.origin.setFault({ path: COMMENTS_PATH, delayMs: 700 });
		const { page } = await openChat(site, `?id=${id}`, { reducedMotion, before: observe });
		await loaded(page, rows);
		// The tap excuses what shifts within half a second.
		await page.waitForFunction(() => performance.now() - (self as unknown as { seen: Seen }).seen.tappedAt > 600);
		let count: number = rows;
		for (const messages of [1, 5, 1, 3]) {
			const content = '感谢学校提供这样的平台，让孩子们有机会展示自己。'.repeat(messages);
			site.origin.pushComments(id, Array(messages).fill({ nickname: '新来的', content }));
			await loaded(page, (count += messages));
			await page.waitForFunction(() => {
				const box = document.querySelector<HTMLElement>('.scroller')!;
				return box.scrollTop === 0 && !box.style.paddingBottom;
			});
		}
		const { shift, unread } = await page.evaluate(() => (self as unknown as { seen: Seen }).seen);
		assert.ok(shift < 0.02, `the layout has shifted by ${shift}`);
		assert.is(unread, false, 'on the way to the top no message is unread');
	});

it('should leave a reader who acts on the way to new messages where they are', async () => {
	site.origin.setLive({ id: '1', status: 0 });
	const { page } = await openChat(site, '?id=1', { reducedMotion: 'no-preference' });
	await loaded(page, 20);
	// A wheel on the way, as soon as there is one.
	await page.evaluate(() => {
		const box = document.querySelector('.scroller')!;
		const turnWheel = () => {
			box.dispatchEvent(new Event('wheel'));
			box.scrollTop += 10;
		};
		box.addEventListener('scroll', turnWheel, { once: true });
	});
	const content = '感谢学校提供这样的平台，让孩子们有机会展示自己。'.repeat(9);
	site.origin.pushComments('1', Array(9).fill({ nickname: '新来的', content }));
	await loaded(page, 29);
	await standsStill(page);
	assert.ok((await page.evaluate(() => document.querySelector('.scroller')!.scrollTop)) > 500);
	site.origin.pushComments('1', [{ nickname: '新来的', content: '你好' }]);
	await page.getByRole('button', { name: '1 条新消息' }).waitFor();
});

for (const anchoring of [true, false])
	it(`should keep the rows in view in place when messages come, and count them, ${anchoring ? 'with' : 'without'} scroll anchoring`, async () => {
		site.origin.setLive({ id: '1', status: 0 });
		const before = anchoring ? undefined : withoutAnchoring;
		const { page, problems } = await openChat(site, '?id=1', { before });
		await loaded(page, 20);
		await scrollTo(page, 1e9);
		await loaded(page, 40);
		// Through rows of different heights, some of which have never been in sight.
		for (const [from, to] of [
			[750, 450],
			[750, 450],
			[450, 600],
		] as const) {
			await swipe(page, [190, from], [190, to]);
			await standsStill(page);
		}
		const firstRow = () =>
			page.evaluate(() => {
				const box = document.querySelector('.scroller')!;
				const { top } = box.getBoundingClientRect();
				const row = [...box.querySelectorAll('li')].find((one) => one.getBoundingClientRect().top >= top + 40)!;
				return { text: row.textContent, top: row.getBoundingClientRect().top };
			});
		const read = await firstRow();
		const long = '感谢学校提供这样的平台，让孩子们有机会展示自己。'.repeat(4);
		site.origin.pushComments('1', [
			{ nickname: '甲', content: '短' },
			{ nickname: '乙', content: long },
			{ nickname: '丙', content: '短' },
		]);
		const button = page.getByRole('button', { name: '3 条新消息' });
		await button.waitFor();
		await standsStill(page);
		const after = await firstRow();
		assert.is(after.text, read.text);
		assert.ok(Math.abs(after.top - read.top) <= 2, `moved by ${after.top - read.top}`);
		await button.tap();
		await page.getByText('丙：短').waitFor();
		await page.waitForFunction(
			() => document.querySelector('.scroller')!.scrollTop === 0 && !document.querySelector('.unread'),
		);
		assert.equal(problems, []);
	});

it.run();
