/** Where things are on the stage, in the sizes and with the text of phones, and on one on its side. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { faintTexts } from '../support/contrast.ts';
import { enlargeText, misfits, SIZES } from '../support/layout-checks.ts';
import { onePage, openTab } from '../support/one-page.ts';
import type { Site } from '../support/site.ts';

const it = suite('stage layout');

const one = onePage(it);
const { open } = one;
let site: Site;
let page: Page;
it.before(() => void ({ site, page } = one));

it('should give the video the whole screen of a phone on its side, and the rest a drawer', async () => {
	await open('?id=0');
	await page.getByText('直播尚未开始').waitFor();
	const toggle = page.getByRole('button', { name: '互动', exact: true });
	await page.setViewportSize({ width: 844, height: 390 });
	const stage = async () => (await page.locator('.stage').boundingBox())!;
	assert.equal(await stage(), { x: 0, y: 0, width: 844, height: 390 });
	// A poster has text that must not be cut off.
	assert.is(await page.locator('#cover').evaluate((cover) => getComputedStyle(cover).objectFit), 'contain');
	assert.is(await page.getByRole('tablist').isVisible(), false);
	const latest = page.locator('.latest p');
	await latest.nth(1).waitFor();
	const latestTexts = await latest.allTextContents();
	// On a bright picture, for which the light page stands.
	assert.equal(await faintTexts(page, '.latest'), { texts: 6, faint: [] });
	await toggle.tap();
	await latest.first().waitFor({ state: 'detached' });
	await page.getByRole('tabpanel', { name: '互动空间' }).getByRole('listitem').first().waitFor();
	const rows = await page.locator('.comments li bdi').allTextContents();
	assert.equal((await faintTexts(page, '.tabs')).faint, []);
	assert.equal(latestTexts, [`${rows[2]}：${rows[3]}`, `${rows[0]}：${rows[1]}`]);
	// Over the video, which its own controls leave.
	assert.is((await stage()).width, 844);
	const [overlay, tabs] = [await page.locator('.overlay').boundingBox(), await page.locator('.tabs').boundingBox()];
	assert.ok(tabs!.x >= overlay!.x + overlay!.width && tabs!.x + tabs!.width === 844 && tabs!.width >= 280);
	// By a tap on the video, as by the button.
	for (const close of [() => page.touchscreen.tap(200, 250), () => toggle.tap()]) {
		await close();
		await page.getByRole('tablist').waitFor({ state: 'hidden' });
		await latest.nth(1).waitFor();
		await toggle.tap();
		await page.getByRole('tablist').waitFor();
	}
	await toggle.tap();
	assert.is((await stage()).width, 844);
	for (const size of [
		{ width: 390, height: 844 },
		{ width: 1024, height: 768 },
	]) {
		await page.setViewportSize(size);
		assert.is(await toggle.isVisible(), false);
		assert.ok(await page.getByRole('tablist').isVisible());
	}
});

it('should keep video and tabs in sight in landscape and on wide screens', async () => {
	await open('?id=0');
	await page.getByText('直播尚未开始').waitFor();
	const toggle = page.getByRole('button', { name: '互动', exact: true });
	for (const [width, height] of [...SIZES, [1920, 1080]] as const) {
		await page.setViewportSize({ width, height });
		if (await toggle.isVisible()) await toggle.tap();
		const stage = (await page.locator('.stage').boundingBox())!;
		const panel = (await page.getByRole('tabpanel').boundingBox())!;
		assert.ok(
			stage.width >= Math.min(width, 720) * 0.5 && stage.height > 120,
			`${width}x${height}: the stage is ${stage.width}x${stage.height}`,
		);
		assert.ok(
			panel.height >= 120 && panel.width >= 280,
			`${width}x${height}: the panel is ${panel.width}x${panel.height}`,
		);
		assert.ok(panel.y + panel.height <= height + 1 && stage.y + stage.height <= height + 1, `${width}x${height}`);
		if (width >= 900)
			assert.ok(panel.width >= 360 && panel.width <= 400, `${width}x${height}: the panel is ${panel.width} wide`);
		if (height > width) assert.is(stage.width, width);
		if (height > width)
			assert.ok(
				Math.abs(stage.width / stage.height - 16 / 9) < 0.02,
				`${width}x${height}: the stage is ${stage.width}x${stage.height}`,
			);
	}
});

it('should keep stage, list and composer in view while the keyboard is open, and nothing away where there is room', async () => {
	await open('?id=0&userId=42&token=demo');
	await openTab(page, '互动空间');
	// Open for the sizes in landscape.
	await page.evaluate(() => document.querySelector<HTMLElement>('.drawer-toggle')!.click());
	const box = async (selector: string) => (await page.locator(selector).boundingBox())!;
	const tabList = page.getByRole('tablist');
	for (const focused of [true, false]) {
		const field = page.getByRole('textbox');
		await (focused ? field.focus() : field.blur());
		for (const size of '320x250 360x278 360x350 360x370 390x420 430x560 740x180 844x390'.split(' ')) {
			const [width = 0, height = 0] = size.split('x').map(Number);
			await page.setViewportSize({ width, height });
			const what = `${size}, ${focused ? 'focused' : 'not focused'}`;
			const typing = focused || height < 320;
			await tabList.waitFor({ state: typing ? 'hidden' : 'visible' });
			// The page takes the window's height with the event of its resize, and gives up a field's some time after it.
			await page.waitForFunction((high) => document.documentElement.offsetHeight === high, height);
			const [stage, list, composer] = [await box('.stage'), await box('#panel-chat .scroller'), await box('.composer')];
			if (height > 260 && (typing || height < 460)) assert.ok(list.height >= 99.5, `${what}: list ${list.height}`);
			assert.ok(stage.y >= 0 && stage.height >= 80, `${what}: stage ${stage.height}`);
			assert.ok(composer.y + composer.height <= height + 0.5, `${what}: composer`);
			if (focused) assert.equal(await misfits(page), [], what);
		}
	}
	await page.setViewportSize({ width: 768, height: 1024 });
	await page.getByRole('textbox').focus();
	assert.ok(await tabList.isVisible());
});

it('should show an organization of 16 characters whole beside the viewers at 360 pixels, in two lines', async () => {
	site.origin.setLive({ id: '0', organizationTitle: '中国人民大学附属中学实验小学东校', peopleCount: 12_345 });
	const visited = await open('?id=0');
	await visited.setViewportSize({ width: 360, height: 640 });
	const title = visited.locator('.organization-title');
	await title.waitFor();
	const [shown, whole, size] = await title.evaluate((element) => {
		const { fontSize } = getComputedStyle(element);
		return [element.clientHeight, element.scrollHeight, parseFloat(fontSize)] as const;
	});
	assert.ok(whole <= shown && whole < 3 * size, `${whole} of ${shown} pixels`);
});

it('should keep every message, its button and the organization apart where text is enlarged up to twice', async () => {
	site.origin.setFault({ path: '/juvenile/api/live/detail', times: -1, status: 400 });
	await open('?id=0');
	await page.getByText('服务暂时不可用，请稍后重试').waitFor();
	for (const [width, height, factor] of [
		[320, 568, 1.4],
		[360, 640, 1.6],
		[390, 844, 2],
		[844, 390, 1.6],
	] as const) {
		await page.setViewportSize({ width, height });
		await enlargeText(page, factor);
		for (const text of ['服务暂时不可用，请稍后重试', '当前浏览器无法播放，请换个浏览器或打开App观看']) {
			await page.evaluate((text) => (document.querySelector('.status p')!.textContent = text), text);
			const what = `${width}x${height}, ${factor}: ${text}`;
			assert.equal(await misfits(page), [], what);
			const { x, y, width: wide, height: high } = (await page.getByRole('button', { name: '重试' }).boundingBox())!;
			const hit = await page.evaluate(
				([x, y]) => document.elementFromPoint(x!, y!)?.textContent,
				[x + wide / 2, y + high / 2],
			);
			assert.is(hit, '重试', what);
			const stage = (await page.locator('.stage').boundingBox())!;
			assert.ok(y + high <= stage.y + stage.height, what);
		}
	}
});

for (const [how, viewport, insets] of [
	['upright', { width: 390, height: 844 }, { top: 47, right: 0, bottom: 34, left: 0 }],
	['on its side', { width: 844, height: 390 }, { top: 0, right: 47, bottom: 21, left: 47 }],
] as const)
	it(`should keep clear of notch and home indicator on a phone held ${how}`, async () => {
		const { page, close } = await site.visit('?id=5&userId=42&token=demo', {
			viewport,
			before: async (page) => {
				const devtools = await page.context().newCDPSession(page);
				await devtools.send('Emulation.setSafeAreaInsetsOverride' as never, { insets } as never);
			},
		});
		await page.getByRole('button', { name: '全屏' }).waitFor();
		const toggle = page.getByRole('button', { name: '互动', exact: true });
		if (await toggle.isVisible()) await toggle.tap();
		await page.getByRole('tab', { name: '互动空间' }).tap();
		const send = page.getByRole('button', { name: '发送' });
		await send.waitFor();
		await page.locator('.comments li').first().waitFor();
		assert.equal(await misfits(page), []);
		const { width, height } = viewport;
		for (const selector of [
			'.organization',
			'.viewers',
			'[role=tablist]',
			'.composer textarea',
			'.composer .button',
			'.comments li:first-child p',
		]) {
			const { x, y, width: wide, height: high } = (await page.locator(selector).boundingBox())!;
			assert.ok(
				x >= insets.left && y >= insets.top && x + wide <= width - insets.right && y + high <= height - insets.bottom,
				`${selector}: ${[x, y, wide, high]}`,
			);
		}
		// One inset, below the lowest element.
		const { y, height: high } = (await page.locator('.composer').boundingBox())!;
		assert.is(y + high, height - insets.bottom);
		await close();
	});

it('should keep stage and controls in place when a broadcast is paused, with the message halfway between', async () => {
	await open('?id=1');
	await page.setViewportSize({ width: 360, height: 640 });
	const height = () => page.locator('.stage').evaluate((stage) => stage.getBoundingClientRect().height);
	const fullscreen = page.getByRole('button', { name: '全屏' });
	await page.getByRole('button', { name: '暂停' }).waitFor();
	const [before, place] = [await height(), await fullscreen.boundingBox()];
	await page.getByRole('button', { name: '暂停' }).dispatchEvent('click');
	await page.getByRole('button', { name: '已暂停，点击继续' }).waitFor();
	assert.equal([await height(), await fullscreen.boundingBox()], [before, place]);
	await page.setViewportSize({ width: 1280, height: 800 });
	const [above, below] = await page.evaluate(() => {
		const [overlay, status, controls] = ['.overlay', '.status', '.controls'].map((selector) =>
			document.querySelector(selector)!.getBoundingClientRect(),
		);
		return [status!.top - overlay!.bottom, controls!.top - status!.bottom];
	});
	assert.ok(above! > 100 && Math.abs(above! - below!) < 1, `${above} above, ${below} below`);
});

it.run();
