/** The vendor's own demo pages, as they are, with this client in place of the SDK. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleRts } from '../support/rts-bundle.ts';
import { openHarness, play, type RtsHarness, untilVideoMoves } from '../support/rts-harness.ts';
import { VENDOR_VERSIONS, vendorSdk } from '../support/vendor-sdk.ts';
import { until } from '../support/until.ts';

const test = suite("rts in the vendor's demo pages");
let harness: RtsHarness;
test.before(async () => {
	const pages = VENDOR_VERSIONS.flatMap((version) => {
		const { subscribePage, publishPage } = vendorSdk(version);
		return [
			[`subscribe-${version}.html`, subscribePage],
			[`publish-${version}.html`, publishPage],
		];
	});
	// The name by which the pages load the SDK, from their own host or another one.
	const files = { ...Object.fromEntries(pages), 'aliyun-rts-sdk.js': await bundleRts() };
	harness = await openHarness({ fakeDevices: true, files });
});
test.before.each(async () => {
	await harness.closePages();
	await harness.origin.reset();
});
test.after(() => harness.close());

/** Waits for a text that the pages show for a moment, half a second late. */
const toast = (page: Page, text: string): Promise<void> =>
	until(async () => ((await page.textContent('.toast-msg')) ?? '').includes(text), `the page shows ${text}`);

for (const version of VENDOR_VERSIONS) {
	test(`should run the demo page of ${version} for playing`, async () => {
		const page = await harness.open(`/subscribe-${version}.html`);
		await page.fill('#pullurl', harness.address('demo'));
		await page.click('#isSupportButton');
		await toast(page, '当前环境支持音视频模式');
		await page.click('#pullButton');
		await untilVideoMoves(page);
		await page.click('#mic');
		assert.is(await page.evaluate("document.getElementById('video').muted"), true);
		await page.click('#mic');
		assert.is(await page.evaluate("document.getElementById('video').muted"), false);
		await page.click('#stopButton');
		assert.is(await page.evaluate("document.getElementById('video').srcObject"), null);
		await page.click('#useaudio');
		await page.fill('#pullurl', harness.address('demo', '@subvideo=no'));
		await page.click('#pullButton');
		await until(() => page.evaluate("document.getElementById('audio').currentTime > 0.5"), 'audio plays');
		assert.equal(await page.evaluate('harness.errors'), []);
		assert.is(await page.evaluate('harness.connections'), 1);
	});

	test(`should run the demo page of ${version} for publishing`, async () => {
		const page = await harness.open(`/publish-${version}.html`);
		await page.click('#pushButton');
		await toast(page, '请先创建本地流');
		await page.selectOption('#streamConfig', 'camera');
		await page.click('#createStreamButton');
		await toast(page, '创建本地流成功');
		await until(async () => ((await page.evaluate('harness.frames()')) as number) > 5, 'the preview moves');
		await page.fill('#pushurl', harness.address('camera'));
		await page.click('#pushButton');
		await toast(page, '推流成功');
		await until(() => harness.origin.publishers().includes('camera'), 'the origin has the publisher');
		const viewer = await harness.openClient(vendorSdk(version).script);
		await play(viewer, harness.address('camera'));
		await untilVideoMoves(viewer);
		await page.click('#stopButton');
		await toast(page, '已停止推流');
		await until(() => !harness.origin.publishers().includes('camera'), 'the publisher is gone');
		await page.fill('#pushurl', harness.address('camera').replace('artc', 'http'));
		await page.click('#pushButton');
		await toast(page, '推流失败 {"errorCode":10300,"message":"url need artc://","traceId":""}');
		await page.click('#removeStreamButton');
		await toast(page, '移除本地流成功');
		assert.equal(await page.evaluate('harness.errors'), []);
	});
}

test.run();
