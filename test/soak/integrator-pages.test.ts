/** The pages for integrators: what one publishes, the live of `?id=7` and the other one show. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { movement, playing } from '../support/picture.ts';
import { siteFor } from '../support/site.ts';
import { until } from '../support/until.ts';

const it = suite('pages for integrators');

const site = siteFor(it, { fakeDevices: true });

/** Waits until a page says this. @throws with what it says instead */
async function status(page: Page, text: string) {
	const shown = page.getByRole('status');
	await shown
		.getByText(text, { exact: true })
		.waitFor()
		.catch(async (error: Error) => {
			throw new Error(`${error.message}\nIt says: ${await shown.innerText()}`);
		});
}

/** Plays, again where the five seconds that the client gives a stream do not suffice a busy machine. */
async function untilPlays(player: Page) {
	const shown = player.getByRole('status');
	await until(async () => {
		await player.getByRole('button', { name: 'Play' }).tap();
		const said = shown.getByText(/^(canplay|waiting|playing|Error 10\d+: .*)$/);
		await said.waitFor();
		return !(await said.innerText()).startsWith('Error');
	}, 'it plays');
}

/** Opens the page that publishes, and publishes from this source, where wanted a small stream beside; `end` stops it. */
async function publish(source: string, small = false) {
	const { page, problems } = await site.visit('publish.html');
	await page.getByLabel('Source').selectOption(source);
	if (small) await page.getByLabel('Also a small stream for slow connections').check();
	await page.getByRole('button', { name: 'Publish' }).tap();
	await status(page, 'publishing');
	return {
		page,
		async end() {
			await page.getByRole('button', { name: 'Stop' }).tap();
			await status(page, 'stopped');
			assert.equal(problems, []);
		},
	};
}

it('should publish the camera, which the page shows at ?id=7, and list the devices', async () => {
	const { page, end } = await publish('Camera');
	const { page: viewer } = await site.visit('?id=7');
	await playing(viewer);
	assert.ok((await movement(viewer)) > 1);
	// Numbers of a second in which something was sent.
	await page.waitForFunction(() =>
		['kbit/s', 'frames/s'].every((name) =>
			[...document.querySelectorAll('tr')].some(
				({ cells: [head, value] }) => head!.textContent === name && Number(value!.textContent) > 0,
			),
		),
	);
	await page.getByRole('button', { name: 'List devices' }).tap();
	await page.waitForFunction(() =>
		['camera', 'microphone'].every((name) => document.querySelectorAll(`[name=${name}] option`).length > 1),
	);
	await end();
});

it('should play a test picture and a small stream beside, and say why nothing is played before', async () => {
	const { page: player } = await site.visit('play.html');
	await player.getByRole('button', { name: 'Play' }).tap();
	await player.getByText(/^Error 10\d+: /).waitFor();
	const { end } = await publish('Test picture', true);
	const small = `${site.origin.url.replace('http', 'artc')}/live/studio_ld`;
	for (const [address, width] of [
		[await player.getByLabel('Address').inputValue(), 640],
		[small, 320],
	] as const) {
		await player.getByLabel('Address').fill(address);
		await untilPlays(player);
		await player.waitForFunction((width) => document.querySelector('video')!.videoWidth === width, width);
		assert.ok((await movement(player)) > 1);
	}
	await end();
	await status(player, 'ended');
});

it.run();
