/** The page by its HTML alone, what it shows until the first frame, and the order of its requests. */
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { userAgentOf } from '../fixtures/user-agents.ts';
import { demo } from '../support/demo-config.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { isMessageSeen, movement, noteFirstFrame, type NotedFrame, playing } from '../support/picture.ts';
import { until } from '../support/until.ts';
import { scriptRan, siteFor } from '../support/site.ts';
import { openSlowDocument } from '../support/slow-document.ts';

const it = suite('first flight');
const DETAIL = '/juvenile/api/live/detail';

/** No second attempt, also on a busy machine: what comes later would be requested then. */
const PATIENT = { playTimeout: 60_000, maxPlayTimeout: 60_000, deadTimeout: 60_000, maxSilence: 60_000 };
const site = siteFor(it, { config: { player: PATIENT } });

/** Without reports, which the page of the test before may send as it closes. */
const requestedPaths = () => site.origin.requests().flatMap(({ path }) => (path === '/track' ? [] : path));
const detailRequests = () => requestedPaths().filter((path) => path === DETAIL).length;

it('should paint and play while the bundle is held back, and keep the playing video through hydration', async () => {
	let release = () => {};
	const { page } = await site.visit('?id=1', {
		unread: true,
		before: async (page) => (release = await holdRequests(page, '**/app.*.js')),
	});
	await playing(page);
	assert.ok((await movement(page)) > 1);
	assert.equal(
		await page.evaluate(() => [
			performance.getEntriesByName('first-contentful-paint').length,
			performance
				.getEntriesByType('resource')
				.some((entry) => /\/app\./.test(entry.name) && (entry as PerformanceResourceTiming).responseEnd > 0),
		]),
		[1, false],
	);
	assert.ok(await page.getByRole('tab', { name: '直播介绍' }).isVisible());
	assert.is(await isMessageSeen(page), false, 'no message over moving frames');

	await page.evaluate(() => {
		const video = document.querySelector('video')!;
		const served = Object.assign(self, { served: video, interruptions: 0 });
		for (const type of ['pause', 'emptied']) video.addEventListener(type, () => served.interruptions++);
	});
	release();
	await page.getByText('第十二届校园科技文化节').first().waitFor();
	assert.equal(
		await page.evaluate(() => {
			const { served, interruptions } = self as unknown as { served: unknown; interruptions: number };
			return [document.querySelector('video') === served, interruptions];
		}),
		[true, 0],
	);
	assert.ok((await movement(page)) > 1);
});

it('should show the spinner from the first paint to the first frame, before hydration, too', async () => {
	let release = () => {};
	const { page } = await site.visit('?id=1', {
		async before(page) {
			release = await holdRequests(page, '**/app.*.js');
			await page.addInitScript(() => {
				/** Frames without a picture in which the message was not seen; those with one in which it covered that. */
				const wrong = { dark: 0, covered: 0 };
				Object.assign(self, { wrong });
				const look = () => {
					requestAnimationFrame(look);
					const [status, video] = [document.querySelector('.status'), document.querySelector('video')];
					if (!status || !video || !window.onclick) return;
					// As where media arrives long before the first frame.
					if (video.parentElement!.className === 'connecting') video.parentElement!.className = 'playing';
					const { left, top, width, height } = status.getBoundingClientRect();
					const { visibility, zIndex } = getComputedStyle(status);
					const above = document.elementFromPoint(left + width / 2, top + height / 2);
					const isHidden = zIndex === '-1' && getComputedStyle(video.closest('.stage')!).zIndex !== '0';
					if (video.videoWidth) wrong.covered += Number(above !== video);
					else wrong.dark += Number(visibility !== 'visible' || isHidden);
				};
				look();
			});
		},
	});
	await page.waitForFunction(() => document.querySelector('video')!.videoWidth > 0);
	// Some frames more.
	await page.evaluate(() => new Promise((resolve) => self.setTimeout(resolve, 200)));
	const wrong = await page.evaluate(() => (self as unknown as { wrong: unknown }).wrong);
	release();
	await page.waitForFunction(() => !window.onclick);
	await page.locator('.status.status-none').waitFor({ state: 'attached' });
	assert.equal(wrong, { dark: 0, covered: 0 });
});

/** Makes the HTML seem to have taken a minute, so that the page has no reason to request the bundle early. */
const asIfHtmlWasSlow = async (page: Page) => {
	await page.addInitScript(() => {
		const real = performance.now.bind(performance);
		performance.now = () => real() + 60_000;
	});
};

it('should request the detail from the head, and paint before the boot script has come', async () => {
	const slowDocument = await openSlowDocument(site.origin.url, { ...demo, player: PATIENT });
	try {
		const page = await site.browser.newPage();
		await page.addInitScript({ content: 'self.__name = fn => fn' });
		await page.goto(`${slowDocument.url}/?id=1`, { waitUntil: 'commit' });
		assert.equal(requestedPaths(), []);
		slowDocument.send('<style');
		await until(() => requestedPaths().length);
		assert.equal(requestedPaths(), [DETAIL]);
		slowDocument.send('</div><script>');
		await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
		assert.ok(await page.getByRole('tab', { name: '直播介绍' }).isVisible());
		assert.equal(requestedPaths(), [DETAIL]);
		slowDocument.send();
		await playing(page);
		assert.ok((await movement(page)) > 1);
		assert.is(detailRequests(), 1);
	} finally {
		slowDocument.close();
	}
});

/** Below 5 Mbit/s images wait, and the page measures the link. */
const slowLink = () => void Object.defineProperty(navigator, 'connection', { value: { downlink: 1 } });

it('should send requests in the order of need, and no others to any host before the first frame, in WeChat', async () => {
	await site.origin.stream('demo', 'freeze');
	const { page } = await site.visit('?id=1', {
		userAgent: userAgentOf('WeChat, Android'),
		before: async (page) => {
			await asIfHtmlWasSlow(page);
			await page.addInitScript(noteFirstFrame);
			await page.addInitScript(slowLink);
		},
	});
	await scriptRan(page, 'stage');
	// Long enough for every timer that requests something.
	await setTimeout(2500);
	await site.origin.stream('demo', 'resume');
	await playing(page);
	// Images wait for a steady stream, which a busy machine may not have.
	await page.getByRole('button', { name: '暂停' }).dispatchEvent('click');
	const images = [/badge/, /campus/];
	for (const image of images)
		await page.waitForFunction(
			(image) => performance.getEntriesByType('resource').some(({ name }) => name.includes(image)),
			image.source,
		);
	const [before, after] = await page.evaluate(() => {
		const { firstFrame } = self as unknown as NotedFrame;
		// The page waits for its first frame for ten seconds.
		const end = Math.min(firstFrame, 10_000);
		const names = (early: boolean) =>
			performance
				.getEntriesByType('resource')
				.filter(({ startTime }) => startTime < end === early)
				.map(({ name }) =>
					name
						.replace(location.origin, '')
						.replace(/\?.*/, '')
						.replace(/\.\w{8}\./, '.'),
				);
		return [names(true), names(false)];
	});
	const inOrder = [DETAIL, '/live/demo', '/app.js', '/preact.js', '/stage.js'];
	const wanted = [...before!, ...after!].filter((name) => inOrder.includes(name));
	assert.equal(wanted, inOrder);
	// A busy machine may need more than ten seconds for the last of them.
	assert.equal(before, inOrder.slice(0, before!.length));
	for (const image of images) assert.ok(after!.some((name) => image.test(name)));
	assert.is(detailRequests(), 1);
});

it.run();
