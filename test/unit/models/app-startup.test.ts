import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Page } from '../../../src/models/page-model.ts';
import { live } from '../../support/fake-app.ts';
import { setOnline } from '../../support/player.ts';
import { create, flush, pass, playing, setStatus, started, withFakeApps } from '../../support/running-app.ts';

const it = suite('app: after startup');

withFakeApps(it);

// After startup.

for (const status of ['cover', 'ended', 'blocked', 'paused', 'reconnecting', 'failed'] as const)
	it(`should end startup without a first frame, and once, with the status ${status}`, async () => {
		const fake = await started();
		setStatus(fake, status);
		assert.ok(fake.page.startupDone.value);
		fake.firstFrame.resolve();
		await flush();
		assert.is(fake.calls('onStarted').length, 1);
	});

for (const status of ['connecting', 'playing', 'stalled', 'replay'] as const)
	it(`should end startup with the first frame, and not before, with the status ${status}`, async () => {
		const fake = await started();
		setStatus(fake, status);
		await flush();
		assert.equal([fake.page.startupDone.value, fake.calls('onStarted').length], [false, 0]);
		fake.firstFrame.resolve();
		await flush();
		assert.is(fake.calls('onStarted').length, 1);
	});

it('should join the page with the browser after startup, and end that', async () => {
	const { app, calls, page } = await playing();
	assert.is(calls('onStarted')[0]![1], page);
	setOnline(true);
	assert.equal(calls('dispatch'), [['dispatch', { type: 'online' }]]);
	app.stop();
	assert.is(calls('end').length, 1);
	setOnline(true);
	assert.is(calls('dispatch').length, 1);
});

for (const [what, show] of [
	['the chat', (page) => page.show('chat')],
	['the news', (page) => page.show('news')],
	['a replay', (page) => (page.player.reported.value = { ...page.player.reported.value, status: 'replay' })],
] as [what: string, show: (page: Page) => void][])
	it(`should load the script of ${what} when it is first shown`, async () => {
		const { page, moreRequests, more } = await started();
		assert.is(moreRequests.length, 0);
		show(page);
		assert.equal([moreRequests.map(({ retry }) => retry), page.more.value], [[Infinity], null]);
		moreRequests[0]!.resolve(more);
		await flush();
		assert.is(page.more.value, more);
	});

// The description.

const HTML = '<p>今日<b>安排</b></p>';
const sanitize = (html: string) => ({ innerHTML: html }) as HTMLElement;

it('should show the description as rich text', async () => {
	const { page, richTextRequests } = await playing({ description: HTML });
	assert.is(page.description.value, null, 'the skeleton');
	for (const { resolve } of richTextRequests) resolve(sanitize);
	await flush();
	assert.equal(page.description.value, { content: sanitize(HTML) });
});

it('should not request rich text before startup is over', async () => {
	const fake = await started({ description: HTML });
	setStatus(fake, 'playing');
	await flush();
	assert.is(fake.richTextRequests.length, 0);
	fake.firstFrame.resolve();
	await flush();
	assert.ok(fake.richTextRequests.length > 0);
});

it('should not request rich text before the first frame, even when startup has taken too long', async () => {
	const fake = await started({ description: HTML });
	setStatus(fake, 'connecting');
	fake.firstFrame.resolve();
	await flush();
	assert.is(fake.richTextRequests.length, 0);
	setStatus(fake, 'reconnecting');
	await flush();
	assert.ok(fake.richTextRequests.length > 0, 'no frame is coming for now');
});

it('should not request rich text before the player shows anything', async () => {
	const fake = await started({ description: HTML });
	fake.firstFrame.resolve();
	await flush();
	assert.is(fake.richTextRequests.length, 0);
});

it('should request rich text at once where a cover is shown', async () => {
	const fake = await started({ description: HTML, status: 0 });
	setStatus(fake, 'cover');
	fake.firstFrame.resolve();
	await flush();
	assert.ok(fake.richTextRequests.length > 0);
});

it('should request rich text once', async () => {
	const { player, setLive, richTextRequests } = await playing({ description: HTML });
	const { length } = richTextRequests;
	setLive(async () => live({ description: '<p>改</p>' }));
	await player.refresh();
	await flush();
	assert.is(richTextRequests.length, length);
});

it('should request no rich text for an empty description', async () => {
	const { page, richTextRequests } = await playing({ description: '<p> </p>' });
	assert.equal(page.description.value, { lines: [] });
	assert.is(richTextRequests.length, 0);
});

it('should show plain text when rich text does not load, and rich text when it loads later', async () => {
	const { page, richTextRequests } = await playing({ description: HTML });
	const [request] = richTextRequests;
	assert.is(request!.retry, 2);
	request!.onFailed!();
	await flush();
	assert.equal(page.description.value, { lines: ['今日', '安排'] });
	request!.resolve(sanitize);
	await flush();
	assert.equal(page.description.value, { content: sanitize(HTML) });
});

it('should show a description that changes', async () => {
	const { page, player, setLive, richTextRequests } = await playing({ description: HTML });
	for (const { resolve } of richTextRequests) resolve(sanitize);
	await flush();
	setLive(async () => live({ description: '<p>改</p>' }));
	await player.refresh();
	await flush();
	assert.equal(page.description.value, { content: sanitize('<p>改</p>') });
});

it('should not sanitize again when a refresh brings the same description', async () => {
	const { page, player, setLive, richTextRequests } = await playing({ description: HTML });
	for (const { resolve } of richTextRequests) resolve(sanitize);
	await flush();
	const before = page.description.value;
	setLive(async () => live({ description: HTML }));
	await player.refresh();
	await flush();
	assert.is(page.description.value, before);
});

it('should sanitize a text once, whatever the player does', async () => {
	const fake = await playing({ description: HTML });
	const sanitized: string[] = [];
	for (const { resolve } of fake.richTextRequests)
		resolve((html) => {
			sanitized.push(html);
			return sanitize(html);
		});
	await flush();
	for (const status of ['connecting', 'playing', 'reconnecting', 'playing'] as const) {
		setStatus(fake, status);
		await flush();
	}
	assert.equal(sanitized, [HTML]);
});

it('should show plain text where rich text costs too much', async () => {
	const fake = await playing({ description: HTML });
	for (const { resolve } of fake.richTextRequests) resolve(() => null);
	await flush();
	assert.equal(fake.page.description.value, { lines: ['今日', '安排'] });
});

it('should keep the skeleton while the live is not known', async () => {
	const { app, page, firstFrame } = create();
	app.start();
	firstFrame.resolve();
	await flush();
	assert.is(page.description.value, null);
});

// Polling.

it('should poll for comments while the chat is shown', async () => {
	const { page, calls } = await started();
	page.show('chat');
	await flush();
	const { length } = calls('fetchComments');
	await pass(10_000);
	assert.is(calls('fetchComments').length, length + 1);
	page.show('introduction');
	await pass(60_000);
	assert.is(calls('fetchComments').length, length + 1);
});

it('should not poll for comments while the live is not known', async () => {
	const { app, page, calls } = create();
	app.start();
	page.show('chat');
	await flush();
	const { length } = calls('fetchComments');
	await pass(60_000);
	assert.is(calls('fetchComments').length, length);
});

it('should do nothing more after it has stopped', async () => {
	const { app, page, calls } = await started({ status: 0 });
	page.show('chat');
	await flush();
	app.stop();
	const { length } = calls('fetchComments');
	await pass(60_000);
	assert.equal([calls('fetchLive').length, calls('fetchComments').length], [0, length]);
});

it.run();
