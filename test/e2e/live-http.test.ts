/** Lives over HTTP. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LIVE_POLICY } from '../../src/player/core/policy.ts';
import demo from '../origin/demo.json' with { type: 'json' };
import { playing } from '../support/picture.ts';
import { chooseQuality, soon } from '../support/reconnect.ts';
import { sideBySide } from '../support/scenarios.ts';
import { scriptRan } from '../support/site.ts';
import { until, within } from '../support/until.ts';

const it = suite('lives over HTTP');
const scenario = sideBySide(it, { atOnce: 2 });

for (const [format, id] of Object.entries({ FLV: 13, MP4: 14 }))
	scenario(`should play ${format} by one request`, async ({ origin, visit }) => {
		const { page, problems } = await visit(`?id=${id}`);
		await playing(page, within(10_000));
		await until(() => origin.readers() === 1, 'one request');
		assert.equal(problems, []);
	});

const { qualities } = demo.rts;
/** Waits until the clock has moved on from now. */
async function movesOn(page: Page): Promise<void> {
	const time = await page.evaluate(() => document.querySelector('video')!.currentTime);
	const moved = (before: number) => {
		const { currentTime, paused } = document.querySelector('video')!;
		return !paused && currentTime !== before && currentTime > 0.3;
	};
	await page.waitForFunction(moved, time, within(15_000));
}

/** Looks, each 20 ms, at the picture or what is kept of it: at those that are black. */
const filming = (page: Page) =>
	page.evaluate(() => {
		const film = { looks: 0, black: 0 };
		// A new picture is waited for for 3 s: here a minute, as a busy machine may need longer.
		const { setInterval } = self;
		const longer = (run: () => void, delay?: number) => setInterval(run, delay === 100 ? 2000 : delay);
		Object.assign(self, { film, setInterval: longer });
		const context = Object.assign(document.createElement('canvas'), { width: 8, height: 8 }).getContext('2d')!;
		setInterval(() => {
			const video = document.querySelector('video')!;
			const kept = video.parentElement!.querySelector('canvas');
			film.looks++;
			context.fillRect(0, 0, 8, 8);
			context.drawImage(kept ?? video, 0, 0, 8, 8);
			if (context.getImageData(0, 0, 8, 8).data.every((value, index) => index % 4 === 3 || value < 3)) film.black++;
		}, 20);
	});

scenario(
	'should play another quality from the menu without a black picture, and leave one request open',
	async ({ origin, visit }) => {
		const { page, problems } = await visit('?id=13');
		await playing(page, within(10_000));
		await scriptRan(page, 'stage');
		await filming(page);
		for (const [name, expected] of Object.entries({ 流畅: 426, 标清: 640 })) {
			await chooseQuality(page, name);
			await page.waitForFunction((expected) => document.querySelector('video')!.videoWidth === expected, expected);
			await movesOn(page);
			await until(() => origin.readers() === 1, 'one request');
		}
		const { looks, black } = await page.evaluate(
			() => (self as unknown as { film: { looks: number; black: number } }).film,
		);
		assert.ok(looks > 10);
		assert.is(black, 0);
		assert.equal(problems, []);
	},
	{ player: { maxSwitches: 0 }, rts: { qualities } },
);

scenario(
	'should leave by itself a quality that the link does not carry',
	async ({ origin, visit }) => {
		const { page, problems } = await visit('?id=13');
		await playing(page, within(10_000));
		await scriptRan(page, 'stage');
		origin.setLink({ kbps: 200 });
		await page.waitForFunction(() => document.querySelector('video')!.videoWidth === 426, undefined, within(20_000));
		await movesOn(page);
		assert.equal(problems, []);
	},
	{ player: { maxSwitches: LIVE_POLICY.maxSwitches }, rts: { qualities } },
);

// What happens to the server, what ends it, and what the page says meanwhile.
for (const [name, begin, end, words] of [
	['closes', 'drop', 'restart', /正在重(新连接|连)…/],
	['is silent', 'freeze', 'resume', /网络较慢，缓冲中…|正在重(新连接|连)…/],
] as const)
	scenario(
		`should play on by itself after a time in which the server ${name}, and say so meanwhile`,
		async ({ origin, visit }) => {
			const { page, problems } = await visit('?id=13');
			await playing(page, within(10_000));
			await scriptRan(page, 'stage');
			const flv = () => origin.requests().filter(({ path }) => path === '/live/demo.flv').length;
			const before = flv();
			await origin.stream('demo', begin);
			const said = page.getByText(words).first();
			await said.waitFor(within(10_000)).catch(async (error: Error) => {
				throw new Error(`${error.message}\nIt says: ${await page.locator('.stage').innerText()}`);
			});
			await until(() => flv() > before, 'another request', 15_000);
			await origin.stream('demo', end);
			await said.waitFor({ state: 'hidden', ...within(25_000) });
			await movesOn(page);
			await until(() => origin.readers() === 1, 'one request');
			assert.equal(problems, []);
		},
		{ player: soon },
	);

it.run();
