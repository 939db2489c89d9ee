/** The SDK 2.2.7 beyond 2.0.0, compared with this client. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleRts } from '../support/rts-bundle.ts';
import { openHarness, play, publish, type RtsHarness, untilReports, untilVideoMoves } from '../support/rts-harness.ts';
import { VENDOR_VERSIONS, vendorSdk } from '../support/vendor-sdk.ts';
import { until } from '../support/until.ts';

const test = suite("rts beside the vendor's SDK 2.2.7");
const scripts = { ours: '', vendor: '' };
let harness: RtsHarness;
test.before(async () => {
	Object.assign(scripts, { ours: await bundleRts(), vendor: vendorSdk('2.2.7').script });
	harness = await openHarness({ fakeDevices: true });
});
test.before.each(async () => {
	await harness.closePages();
	await harness.origin.reset();
});
test.after(() => harness.close());

/** Runs the same in a page of either client, side by side; returns both results. */
async function inBoth<T>(run: (page: Page, name: 'ours' | 'vendor') => Promise<T>): Promise<{ ours: T; vendor: T }> {
	const [ours, vendor] = await Promise.all(
		(['ours', 'vendor'] as const).map(async (name) => {
			const page = await harness.openClient(scripts[name]);
			await page.evaluate(
				"window.statuses = []; client.on('connectStatusChange', ({ status }) => statuses.push(status)); 0",
			);
			return run(page, name);
		}),
	);
	return { ours: ours!, vendor: vendor! };
}
const frames = (page: Page): Promise<number> => page.evaluate('harness.frames()');
const statuses = (page: Page): Promise<number[]> => page.evaluate('statuses');
const timeouts = async (page: Page): Promise<number> =>
	((await page.evaluate('harness.events')) as string[]).filter((event) => event === 'timeout').length;

/** Names of the functions of an object and its prototypes, without those of every object. */
const METHODS = `(object) => {
	const names = new Set();
	for (let owner = object; owner && owner !== Object.prototype; owner = Object.getPrototypeOf(owner))
		for (const name of Object.getOwnPropertyNames(owner))
			if (typeof Object.getOwnPropertyDescriptor(owner, name).value === 'function') names.add(name);
	return [...names];
}`;
/** Members the SDK's classes use among themselves, unlisted or protected in its declarations. */
const INTERNAL = [
	'constructor',
	'init',
	'updateMediaStream',
	'onCanPlay',
	'release',
	'bindMediaStream',
	'tryToPlay',
	'releaseMediaStream',
	'hasVideoTrackReady',
	'hasAudioTrackReady',
	'addTrackListener',
	'playMediaStream',
];
for (const version of VENDOR_VERSIONS)
	test(`should have every method of the objects of ${version}`, async () => {
		const methodsOf = async (script: string): Promise<string[][]> => {
			const page = await harness.openClient(script);
			return page.evaluate(`Promise.all([
				client,
				AliRTS.createStream({ audio: true, video: true }),
				client.subscribe('${harness.address('demo')}'),
			]).then((objects) => objects.map(${METHODS}))`);
		};
		const [ours, vendor] = [await methodsOf(scripts.ours), await methodsOf(vendorSdk(version).script)];
		for (const [index, what] of ['client', 'local stream', 'remote stream'].entries()) {
			// Only a stream that is published has a reporter.
			const internal = what === 'remote stream' ? [...INTERNAL, 'setReporter'] : INTERNAL;
			const missing = vendor[index]!.filter((name) => !ours[index]!.includes(name) && !internal.includes(name));
			assert.equal(missing, [], what);
			assert.ok(vendor[index]!.includes('listeners'), 'the names of its own methods are found');
		}
	});

test('should emit once that no data arrives, and again after the next', async () => {
	await harness.origin.stream('demo', 'resume');
	const { ours, vendor } = await inBoth(async (page) => {
		await page.evaluate(
			`client.subscribe('${harness.address('demo')}', { mediaTimeout: 1500 }).then((stream) => stream.play(harness.element()))`,
		);
		await untilVideoMoves(page);
		const before = await timeouts(page);
		return { page, before };
	});
	for (const { before } of [ours, vendor]) assert.is(before, 0);
	for (const count of [1, 2]) {
		await harness.origin.stream('demo', 'freeze');
		for (const { page } of [ours, vendor])
			await until(async () => (await timeouts(page)) === count, `timeout ${count}`);
		for (const { page } of [ours, vendor]) await untilReports(page, 3);
		for (const { page } of [ours, vendor]) assert.is(await timeouts(page), count);
		const shown = await Promise.all([ours, vendor].map(({ page }) => frames(page)));
		await harness.origin.stream('demo', 'resume');
		for (const [index, { page }] of [ours, vendor].entries()) {
			await until(async () => (await frames(page)) > shown[index]!, 'the video goes on');
			await untilReports(page, 2);
		}
	}
});

test('should leave the start of the element to the page', async () => {
	const { ours, vendor } = await inBoth(async (page) => {
		await page.evaluate(
			`client.subscribe('${harness.address('demo')}').then((stream) => { window.stream = stream; stream.play(harness.element(), { autoplay: false }); })`,
		);
		await until(() => page.evaluate("harness.events.includes('canplay')"), 'canplay');
		await untilReports(page, 1);
		const paused = await page.evaluate('harness.element().paused');
		const same = await page.evaluate(
			'harness.element().srcObject.getAudioTracks()[0] === stream.getMediaStream().getAudioTracks()[0]',
		);
		await page.evaluate('harness.element().play()');
		await untilVideoMoves(page);
		return { paused, same };
	});
	assert.equal(ours, vendor);
	assert.equal(ours, { paused: true, same: true });
});

test("should reject with the server's reply", async () => {
	harness.origin.setFault({ path: '/live/', times: 2, status: 403, body: { code: 7 } });
	const { ours, vendor } = await inBoth((page) =>
		page.evaluate(
			`client.subscribe('${harness.address('demo')}').then(() => 'resolved', ({ extraInfo: { response } }) => [response.status, response.statusText, response.data, response.request instanceof XMLHttpRequest])`,
		),
	);
	assert.equal(ours, vendor);
	assert.equal(ours, [403, 'Forbidden', { code: 7 }, true]);
});

for (const what of ['plays', 'publishes'] as const)
	test(`should emit the status, and that the connection has failed, where the server vanishes while it ${what}`, async () => {
		const { ours, vendor } = await inBoth(async (page, name) => {
			const stream = { ours: 'demo1', vendor: 'demo2' }[name];
			if (what === 'plays') {
				await play(page, harness.address(stream));
				await untilVideoMoves(page);
			} else {
				await publish(page, harness.address(stream));
				await until(async () => (await statuses(page)).includes(2), 'it is connected');
			}
			await harness.origin.stream(stream, 'vanish');
			await until(async () => (await statuses(page)).includes(0), 'the connection has failed');
			const errors = ((await page.evaluate('harness.events')) as string[]).filter((event) => /^\d/.test(event));
			return { statuses: await statuses(page), errors };
		});
		assert.equal(ours, { statuses: [1, 2, 3, 0], errors: ['10209 PC disconnected'] });
		assert.equal(vendor, { statuses: [1, 2, 3, 0], errors: [] }, 'the SDK emits the status only');
	});

test.run();
