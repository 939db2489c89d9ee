/** The pages for integrators: what one publishes, the live of `?id=7` and the other one show. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { movement, playing } from '../support/picture.ts';
import { openSite, type Site } from '../support/site.ts';

const it = suite('pages for integrators');

let site: Site;
it.before(async () => void (site = await openSite({ fakeDevices: true })));
it.before.each(() => site.origin.reset());
it.after.each(() => site.closePages());
it.after(() => site?.close());

const status = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();

/** Opens the page that publishes, and publishes from this source; `end` stops it. */
async function publish(source: string) {
	const { page, problems } = await site.visit('publish.html');
	await page.getByLabel('Source').selectOption(source);
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

it('should play a test picture, and say why nothing is played before', async () => {
	const { page: player } = await site.visit('play.html');
	const play = player.getByRole('button', { name: 'Play' });
	await play.tap();
	await player.getByText(/^Error 10\d+: /).waitFor();
	const { end } = await publish('Test picture');
	await play.tap();
	await status(player, 'canplay');
	await playing(player);
	assert.ok((await movement(player)) > 1);
	await end();
	await status(player, 'ended');
});

it('should publish a small stream beside, at the address of the lower quality', async () => {
	const { page, problems } = await site.visit('publish.html');
	await page.getByLabel('Source').selectOption('Test picture');
	await page.getByLabel('Also a small stream for slow connections').check();
	await page.getByRole('button', { name: 'Publish' }).tap();
	await status(page, 'publishing');
	const widths: number[] = [];
	for (const name of ['studio', 'studio_ld']) {
		const { page: player } = await site.visit(
			`play.html?address=${site.origin.url.replace('http', 'artc')}/live/${name}`,
		);
		await player.getByRole('button', { name: 'Play' }).tap();
		await playing(player);
		assert.ok((await movement(player)) > 1);
		widths.push(await player.evaluate(() => document.querySelector('video')!.videoWidth));
	}
	assert.equal(widths, [640, 320]);
	await page.getByRole('button', { name: 'Stop' }).tap();
	await status(page, 'stopped');
	assert.equal(problems, []);
});

it.run();
