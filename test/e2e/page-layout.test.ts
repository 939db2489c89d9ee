import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSite, type Site, type VisitOptions } from '../support/site.ts';

const it = suite('layout');
const MODERATOR = '&userId=7001&token=demo';
const WECHAT =
	'Mozilla/5.0 (Linux; Android 13; PJA110 Build/TP1A.220905.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.7444.173 Mobile Safari/537.36 XWEB/1420193 MMWEBSDK/20251006 MMWEBID/3782 MicroMessenger/8.0.66.2980(0x28004252) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64';

const SIZES = [
	[320, 568],
	[360, 640],
	[390, 844],
	[430, 932],
	[768, 1024],
	[1024, 768],
	[740, 360],
] as const;

let site: Site;
it.before(async () => void (site = await openSite({ config: { chatPollInterval: 0 } })));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site.close());

/** What sticks out or is cut off, a line each. */
const misfits = (page: Page) =>
	page.evaluate(() => {
		const found: string[] = [];
		const name = (element: Element) =>
			`${element.tagName.toLowerCase()}.${element.className} "${element.textContent!.trim().slice(0, 20)}"`;
		const { scrollWidth, scrollHeight, clientWidth, clientHeight } = document.documentElement;
		if (scrollWidth > clientWidth || scrollHeight > clientHeight)
			found.push(`the document scrolls: ${scrollWidth}x${scrollHeight} in ${clientWidth}x${clientHeight}`);
		for (const element of document.querySelectorAll<HTMLElement>('body *')) {
			const style = getComputedStyle(element);
			if (
				style.visibility !== 'visible' ||
				style.display === 'none' ||
				element.closest('svg, .visually-hidden, .panel-before, .panel-after, [hidden], noscript')
			)
				continue;
			const box = element.getBoundingClientRect();
			if (!box.width || !box.height) continue;
			if (box.left < -1 || box.right > innerWidth + 1)
				found.push(`${name(element)} reaches from ${box.left} to ${box.right}`);
			// Text that its own box cuts off, unless it says so with an ellipsis or lines that are counted.
			const cuts = style.overflowX !== 'visible' || style.overflowY !== 'visible';
			const says = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
			const scrolls = /auto|scroll/.test(style.overflowY + style.overflowX);
			if (cuts && !says && !scrolls && element.textContent!.trim() && !element.matches('.pull, .stage, .panels')) {
				if (element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1)
					found.push(
						`${name(element)} is cut off: ${element.scrollWidth}x${element.scrollHeight} in ${element.clientWidth}x${element.clientHeight}`,
					);
			}
			// Text that runs out of a box with a ground of its own.
			if (element.matches('button, .status, .viewers, .organization, .toast p, .dialog-box')) {
				const range = document.createRange();
				const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
				for (let text = texts.nextNode(); text; text = texts.nextNode()) {
					if (
						text.parentElement!.closest('.visually-hidden') ||
						getComputedStyle(text.parentElement!).textOverflow === 'ellipsis'
					)
						continue;
					range.selectNodeContents(text);
					const { left, right, top, bottom } = range.getBoundingClientRect();
					if (left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1)
						found.push(
							`${name(element)}: its text reaches ${[left - box.left, right - box.right, top - box.top, bottom - box.bottom].map(Math.round)} beyond its box`,
						);
				}
			}
		}
		// What is laid over the picture stays within it, and apart.
		const over = ['.organization', '.viewers', '.status:not(.status-none)', '.sound', '.fullscreen']
			.flatMap((selector) => [...document.querySelectorAll(selector)])
			.filter((element) => element.getBoundingClientRect().width > 0);
		const stage = document.querySelector('.stage')!.getBoundingClientRect();
		const boxes = over.map((element) => ({ what: name(element), box: element.getBoundingClientRect() }));
		for (const { what, box } of boxes)
			if (box.left < stage.left || box.right > stage.right || box.top < stage.top || box.bottom > stage.bottom)
				found.push(`${what} leaves the picture`);
		for (const [index, a] of boxes.entries())
			for (const b of boxes.slice(index + 1))
				if (
					a.box.left < b.box.right &&
					b.box.left < a.box.right &&
					a.box.top < b.box.bottom &&
					b.box.top < a.box.bottom
				)
					found.push(`${a.what} and ${b.what} overlap`);
		return found;
	});

/** Text as a person with weak eyes has it: Android's and WeChat's font size, iOS's text-size-adjust. */
const enlarge = (page: Page) =>
	page.evaluate(() => {
		for (const element of document.querySelectorAll<HTMLElement>('body *'))
			element.dataset['size'] = getComputedStyle(element).fontSize;
		for (const element of document.querySelectorAll<HTMLElement>('body *')) {
			element.style.fontSize = `${parseFloat(element.dataset['size']!) * 1.4}px`;
			const { lineHeight } = getComputedStyle(element);
			if (lineHeight !== 'normal' && parseFloat(lineHeight) < parseFloat(element.style.fontSize))
				element.style.lineHeight = '1.4';
		}
	});

const open = async (page: Page, name: string) => {
	await page.getByRole('tab', { name }).tap();
	await page.getByRole('tabpanel', { name }).getByRole('listitem').first().waitFor();
	await page.waitForFunction(() =>
		document
			.getAnimations()
			.every((animation) => animation.playState !== 'running' || !(animation instanceof CSSTransition)),
	);
};

/** Every look of the page that differs in its layout. */
const looks: Record<
	string,
	{ query: string; options?: VisitOptions; reach: (page: Page) => Promise<unknown>; live?: object }
> = {
	'not started, introduction': { query: '?id=0', reach: (page) => page.getByText('直播尚未开始').waitFor() },
	'an error': { query: '?id=404404', reach: (page) => page.getByText('没有找到这场直播').waitFor() },
	'long words everywhere': {
		query: '?id=0&token=demo',
		live: {
			title: '第十二届校园科技文化节暨全区青少年机器人挑战赛现场直播'.repeat(3),
			summary: 'Supercalifragilisticexpialidocious'.repeat(6),
			organizationTitle: '中国人民大学附属中学实验小学东校区',
			peopleCount: 123_456_789,
			inviteCode: 'A1B2C3D4E5F6',
		},
		reach: (page) => page.getByRole('contentinfo').waitFor(),
	},
	'the chat of a moderator': { query: `?id=0${MODERATOR}`, reach: (page) => open(page, '互动空间') },
	'the news': { query: '?id=0', reach: (page) => open(page, '相关资讯') },
	'the dialog': {
		query: `?id=0${MODERATOR}`,
		reach: async (page) => {
			await open(page, '互动空间');
			await page.getByRole('button', { name: '删除' }).first().tap();
			await page.getByRole('dialog').waitFor();
		},
	},
	'the header in WeChat': {
		query: '?id=0',
		options: { userAgent: WECHAT },
		reach: (page) => page.getByText('直播尚未开始').waitFor(),
	},
};

for (const [look, { query, options, reach, live }] of Object.entries(looks)) {
	it(`should fit every screen, and text enlarged 1.4 times: ${look}`, async () => {
		if (live) site.origin.setLive({ id: '0', ...live });
		const { page } = await site.visit(query, options);
		await reach(page);
		const found: string[] = [];
		const look = async (size: string) => found.push(...(await misfits(page)).map((line) => `${size}: ${line}`));
		for (const [width, height] of SIZES) {
			await page.setViewportSize({ width, height });
			await look(`${width}x${height}`);
		}
		await enlarge(page);
		for (const [width, height] of SIZES) {
			await page.setViewportSize({ width, height });
			await look(`${width}x${height}, enlarged`);
		}
		assert.equal(found, []);
	});
}

it('should see what does not fit', async () => {
	const { page } = await site.visit('?id=0');
	await page.getByText('直播尚未开始').waitFor();
	await page.evaluate(() => {
		const add = (style: string, text: string) =>
			document
				.querySelector('.introduction')!
				.append(Object.assign(document.createElement('p'), { style, textContent: text }));
		add('width:500px', '太宽');
		add('height:10px;overflow:hidden', '太高');
		document.querySelector<HTMLElement>('.viewers')!.style.transform = 'translateX(-200px)';
	});
	const found = (await misfits(page)).join('\n');
	for (const line of [/太宽.* reaches from/, /太高.* is cut off/, / overlap/]) assert.match(found, line);
});

it('should keep video and tabs in sight in landscape and on wide screens', async () => {
	const { page } = await site.visit('?id=0');
	await page.getByText('直播尚未开始').waitFor();
	for (const [width, height] of SIZES) {
		await page.setViewportSize({ width, height });
		const stage = (await page.locator('.stage').boundingBox())!;
		const panel = (await page.getByRole('tabpanel').boundingBox())!;
		assert.ok(
			stage.width >= Math.min(width, 720) * 0.5 && stage.height > 120,
			`${width}x${height}: the picture is ${stage.width}x${stage.height}`,
		);
		assert.ok(
			panel.height >= 120 && panel.width >= 280,
			`${width}x${height}: the panel is ${panel.width}x${panel.height}`,
		);
		assert.ok(panel.y + panel.height <= height + 1 && stage.y + stage.height <= height + 1, `${width}x${height}`);
		if (height > width) assert.ok(Math.abs(stage.width / stage.height - 16 / 9) < 0.02);
	}
});

it('should point at the menu in the upper right corner, full width on a phone', async () => {
	const { page } = await site.visit('?id=0', { userAgent: WECHAT });
	await page.getByText('直播尚未开始').waitFor();
	await page.getByRole('button', { name: '打开App' }).tap();
	const picture = page.getByRole('dialog').locator('img');
	await picture.waitFor();
	for (const [width, height] of SIZES) {
		await page.setViewportSize({ width, height });
		const box = (await picture.boundingBox())!;
		assert.equal(
			[Math.round(box.y), Math.round(box.x + box.width), Math.round(box.width)],
			[0, width, Math.min(width, 480)],
			`${width}x${height}`,
		);
		assert.ok(Math.abs(box.width / box.height - 1.2) < 0.01);
	}
	await page.touchscreen.tap(100, 300);
	await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it('should have targets of 44 pixels for fingers, and none over another', async () => {
	const small: string[] = [];
	for (const { query, options, reach } of [
		...Object.values(looks),
		{ query: '?id=5', options: undefined, reach: (page: Page) => page.getByRole('button', { name: '全屏' }).waitFor() },
	]) {
		const { page } = await site.visit(query, { ...options, viewport: { width: 360, height: 640 } });
		await reach(page);
		small.push(
			...(await page.evaluate(() => {
				const found: string[] = [];
				const dialog = document.querySelector('[role=dialog]');
				for (const target of document.querySelectorAll<HTMLElement>('button, input')) {
					const { visibility } = getComputedStyle(target);
					const box = target.getBoundingClientRect();
					if (visibility !== 'visible' || !box.width || (dialog && !dialog.contains(target))) continue;
					const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
					// Behind the end of the panel: a person scrolls first.
					if (target.closest('.scroller') && y + 22 > target.closest('.scroller')!.getBoundingClientRect().bottom)
						continue;
					const hits = (x: number, y: number) => {
						const hit = document.elementFromPoint(x, y);
						return !!hit && (target === hit || target.contains(hit));
					};
					const name = `${target.className || target.id} "${(target.textContent || target.getAttribute('aria-label'))!.trim()}"`;
					// The area that takes the press, with what is drawn after the button.
					let [up, down, left, right] = [0, 0, 0, 0];
					while (up < 40 && hits(x, y - up - 1)) up++;
					while (down < 40 && hits(x, y + down + 1)) down++;
					while (left < 40 && hits(x - left - 1, y)) left++;
					while (right < 40 && hits(x + right + 1, y)) right++;
					if (up + down + 1 < 43.5 || left + right + 1 < 43.5)
						found.push(`${name}: ${left + right + 1}x${up + down + 1}`);
				}
				return found;
			})),
		);
	}
	assert.equal([...new Set(small)], []);
});

it('should move nothing where people ask for less motion', async () => {
	for (const [reducedMotion, moves] of [
		['reduce', false],
		['no-preference', true],
	] as const) {
		site.origin.setFault({ path: '/juvenile/api/live/detail', times: 1, delayMs: 2000 });
		const { page } = await site.visit('?id=0', { reducedMotion });
		await page.getByRole('tabpanel').getByRole('img', { name: '加载中…' }).waitFor();
		assert.is(
			await page.evaluate(() => document.getAnimations().length > 0),
			moves,
			`${reducedMotion}: skeleton and sign of progress`,
		);
		await page.getByText('直播尚未开始').waitFor();
		const slides = await page.evaluate(() => {
			document.querySelectorAll<HTMLElement>('[role=tab]')[2]!.click();
			return new Promise<boolean>((resolve) =>
				requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.getAnimations().length > 0))),
			);
		});
		assert.is(slides, moves, `${reducedMotion}: panels`);
		await page.getByRole('tabpanel', { name: '相关资讯' }).getByRole('listitem').first().waitFor();
	}
});

for (const [where, viewport, insets] of [
	['upright', { width: 390, height: 844 }, { top: 47, right: 0, bottom: 34, left: 0 }],
	['on its side', { width: 844, height: 390 }, { top: 0, right: 47, bottom: 21, left: 47 }],
] as const)
	it(`should keep clear of notch and home indicator on a phone held ${where}`, async () => {
		const { page } = await site.visit('?id=1&userId=42&token=demo', {
			viewport,
			before: async (page) => {
				const devtools = await page.context().newCDPSession(page);
				await devtools.send('Emulation.setSafeAreaInsetsOverride' as never, { insets } as never);
			},
		});
		await page.getByRole('tab', { name: '互动空间' }).tap();
		const send = page.getByRole('button', { name: '发送' });
		await send.waitFor();
		await page.locator('.comments li').first().waitFor();
		await page.waitForTimeout(400);
		assert.equal(await misfits(page), []);
		const { width, height } = viewport;
		for (const selector of [
			'.organization',
			'.viewers',
			'[role=tablist]',
			'.composer input',
			'.composer .button',
			'.comments li:first-child p',
			'.footer .link',
		]) {
			const { x, y, width: wide, height: high } = (await page.locator(selector).boundingBox())!;
			assert.ok(
				x >= insets.left && y >= insets.top && x + wide <= width - insets.right && y + high <= height - insets.bottom,
				`${selector}: ${[x, y, wide, high]}`,
			);
		}
		// One inset, under the last thing there is.
		const { y, height: high } = (await page.locator('.composer').boundingBox())!;
		assert.is(y + high, (await page.locator('.footer').boundingBox())!.y);
	});

it('should use the colours of the scheme the phone asks for', async () => {
	const { page } = await site.visit('?id=0', { colorScheme: 'light' });
	await page.getByText('直播尚未开始').waitFor();
	const lightness = () =>
		page.evaluate(() =>
			(getComputedStyle(document.querySelector('.page')!).backgroundColor.match(/\d+/g) ?? []).reduce(
				(sum, part) => sum + +part,
				0,
			),
		);
	assert.ok((await lightness()) > 600);
	await page.emulateMedia({ colorScheme: 'dark' });
	assert.ok((await lightness()) < 200);
});

it.run();
