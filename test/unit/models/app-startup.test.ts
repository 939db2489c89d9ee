import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../../src/api/envelope.ts';
import type { PlayerStatus } from '../../../src/player/core/state.ts';
import type { Page } from '../../../src/models/page-model.ts';
import { live } from '../../support/fake-app.ts';
import { setOnline } from '../../support/player.ts';
import { create, flush, pass, playing, setStatus, started, withFakeApps } from '../../support/running-app.ts';

const it = suite('app: after startup');

withFakeApps(it);

// After startup.

for (const [when, statuses, before] of [
	['without a first frame', ['cover', 'ended', 'blocked', 'paused', 'reconnecting', 'failed'], 1],
	['with the first frame, and not before,', ['connecting', 'playing', 'stalled', 'replay'], 0],
] as const)
	for (const status of statuses)
		it(`should end startup ${when} with the status ${status}, and once`, async () => {
			const fake = await started();
			setStatus(fake, status);
			assert.is(fake.page.startupDone.value, !!before);
			await flush();
			assert.is(fake.calls('onStarted').length, before);
			fake.firstFrame.resolve();
			await flush();
			assert.is(fake.calls('onStarted').length, 1);
		});

for (const [answer, id, error, ended] of [
	['that there is no such live', '1', new ApiError('', 404), true],
	['something else', '1', new ApiError('', 500), true],
	['nothing', '1', new TypeError(), false],
	['nothing, as a link without an id asks it for nothing', '', { name: 'NoLiveId' }, true],
] as const)
	it(`should ${ended ? '' : 'not '}end startup where the API answers ${answer}`, async () => {
		const fake = create({ id });
		fake.setLive(() => Promise.reject(error));
		fake.first.reject(error);
		fake.app.start();
		await flush();
		assert.is(fake.page.startupDone.value, ended);
	});

it('should join the page with the browser after startup, and end that', async () => {
	const { app, calls } = await playing();
	assert.is(calls('onStarted').length, 1);
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

it('should load the script of replays once one begins, and not that of chat and news', async () => {
	const { page, moreRequests, replayRequests } = await started();
	const source = live({ status: 3 });
	const show = (status: PlayerStatus) => (page.player.state.value = { ...page.player.state.value, source, status });
	show('ended');
	assert.is(replayRequests.length, 0);
	show('replay');
	assert.equal([replayRequests.map(({ retry }) => retry), moreRequests.length], [[Infinity], 0]);
	const ReplayControls = () => null;
	replayRequests[0]!.resolve({ ReplayControls });
	await flush();
	assert.is(page.replayControls.value, ReplayControls);
});

for (const [status, count] of [
	[3, 1],
	[1, 0],
])
	it(`should ${count ? '' : 'not '}load it where status ${status} has failed before the page was there`, async () => {
		const { page, replayRequests } = await started();
		page.player.state.value = { ...page.player.state.value, status: 'failed', source: live({ status }) };
		assert.is(replayRequests.length, count);
	});

// The description.

const HTML = '<p>今日</p><p>安排</p>';
const contentOf = (html: string) => ({ innerHTML: html, firstChild: {} }) as HTMLElement;
const sanitize = (html: string) => [contentOf(html)];

/** A page that plays, with all requests for rich text answered; `refresh` fetches another description. */
async function described(description = HTML, sanitizer: (html: string) => Iterable<HTMLElement> = sanitize) {
	const fake = await playing({ description });
	assert.is(fake.page.description.value, null, 'the skeleton');
	for (const { resolve } of fake.richTextRequests) resolve(sanitizer);
	await flush();
	async function refresh(next: string) {
		fake.setLive(async () => live({ description: next }));
		await fake.player.refresh();
		await flush();
	}
	return { ...fake, refresh };
}

it('should show the description as rich text, and request that and sanitize a text once, whatever happens', async () => {
	const sanitized: string[] = [];
	const fake = await described(HTML, (html) => (sanitized.push(html), sanitize(html)));
	const { page, refresh, richTextRequests } = fake;
	const { length } = richTextRequests;
	const before = page.description.value;
	assert.equal(before, { content: contentOf(HTML), complete: true });
	for (const status of ['connecting', 'playing', 'reconnecting', 'playing'] as const) {
		setStatus(fake, status);
		await flush();
	}
	await refresh(HTML);
	assert.is(page.description.value, before);
	await refresh('<p>改</p>');
	assert.equal(page.description.value, { content: contentOf('<p>改</p>'), complete: true });
	assert.equal([sanitized, richTextRequests.length], [[HTML, '<p>改</p>'], length]);
});

for (const [when, status, hasFrame, requested] of [
	['before startup is over', 'playing', false, false],
	['once it is over', 'playing', true, true],
	['before the first frame, even when startup has taken too long', 'connecting', true, false],
	['where no frame is coming for now', 'reconnecting', true, true],
	['before the player shows anything', 'idle', true, false],
	['where a cover is shown', 'cover', true, true],
] as const)
	it(`should ${requested ? '' : 'not '}request rich text ${when}`, async () => {
		const fake = await started({ description: HTML });
		setStatus(fake, status);
		if (hasFrame) fake.firstFrame.resolve();
		await flush();
		assert.is(fake.richTextRequests.length > 0, requested);
	});

for (const [what, description, lines] of [
	['an empty description', '<p> </p>', []],
	['one without markup, of which it keeps the lines', '时间：周六\n地点：操场', ['时间：周六', '地点：操场']],
] as const)
	it(`should request no rich text for ${what}`, async () => {
		const { page, richTextRequests } = await playing({ description });
		assert.equal([page.description.value, richTextRequests.length], [{ lines }, 0]);
	});

it('should show plain text when rich text does not load, and rich text when it loads later', async () => {
	const { page, player, richTextRequests, setLive } = await playing({ description: '<p>旧' });
	setLive(async () => live({ description: HTML }));
	await player.refresh();
	await flush();
	const retries = richTextRequests.map(({ retry }) => retry);
	assert.equal(retries, [2], 'once');
	const [request] = richTextRequests;
	request!.onFailed!();
	await flush();
	assert.equal(page.description.value, { lines: ['今日', '安排'] });
	request!.resolve(sanitize);
	await flush();
	assert.equal(page.description.value, { content: contentOf(HTML), complete: true });
});

it('should show the description in slices, with a pause after each, and leave one that changes', async () => {
	const { page, player, setLive, richTextRequests } = await playing({ description: HTML });
	const content = { firstChild: null as object | null };
	const sanitized: string[] = [];
	function* slices(html: string) {
		for (let step = 0; step < 100; step++) {
			sanitized.push(html);
			if (step > 1) content.firstChild = {};
			yield content as HTMLElement;
		}
	}
	const shown: unknown[] = [];
	page.description.subscribe((description) => void shown.push(description));
	for (const { resolve } of richTextRequests) resolve(slices);
	await flush();
	const first = sanitized.length;
	assert.ok(first > 2 && first < 20, `${first}`);
	// None while nothing is to be seen.
	assert.equal(shown, [null, ...Array(first - 2).fill({ content, complete: false })]);
	setLive(async () => live({ description: '<p>改</p>' }));
	await player.refresh();
	await flush();
	const last = sanitized.lastIndexOf(HTML);
	assert.equal([...new Set(sanitized.slice(last + 1))], ['<p>改</p>']);
	for (let time = 0; time < 60; time++) await flush();
	assert.equal(sanitized.length - last - 1, 100);
	assert.equal(page.description.value, { content, complete: true });
});

for (const [what, broken] of Object.entries({ 'is too old': () => [], throws: () => null as never }))
	it(`should show plain text where the sanitizer ${what}`, async () => {
		mock.method(console, 'error', () => {});
		const { page } = await described(HTML, broken);
		assert.equal(page.description.value, { lines: ['今日', '安排'] });
	});

it('should keep the skeleton, and poll for no comments, while the live is not known', async () => {
	const { app, page, calls, firstFrame } = create();
	app.start();
	firstFrame.resolve();
	page.show('chat');
	await flush();
	const { length } = calls('fetchComments');
	await pass(60_000);
	assert.equal([page.description.value, calls('fetchComments').length], [null, length]);
});

for (const [what, end] of [
	['until another tab is', ({ page }) => page.show('introduction')],
	['until the app has stopped', ({ app }) => app.stop()],
] as [string, (fake: ReturnType<typeof create>) => void][])
	it(`should poll for comments while the chat is shown, ${what}`, async () => {
		const fake: ReturnType<typeof create> = await started({ status: 0 }, { loadMore: async () => fake.more });
		fake.page.show('chat');
		await flush();
		const { length } = fake.calls('fetchComments');
		await pass(10_000);
		end(fake);
		const requests = fake.calls('fetchLive').length;
		await pass(59_000);
		assert.is(fake.calls('fetchComments').length, length + 1);
		await pass(1000);
		assert.is(fake.calls('fetchComments').length, length + (what.endsWith('stopped') ? 1 : 2), 'for unread ones');
		if (what.endsWith('stopped')) assert.is(fake.calls('fetchLive').length, requests);
	});

it.run();
