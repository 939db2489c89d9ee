import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { setStatus, started, flush, pass, withFakeApps } from '../../support/running-app.ts';
import type { PlayerStatus } from '../../../src/player/core/state.ts';

const it = suite('load scripts');
withFakeApps(it);

type Options = Parameters<typeof started>[1];

/** A started page with all scripts there once requested; `settle` ends startup. */
async function page(status: PlayerStatus, options: Options = {}, fields: Parameters<typeof started>[0] = {}) {
	const fake = await started(fields, options);
	const settle = async () => {
		for (const { resolve } of fake.stageRequests) resolve(fake.stageScript);
		for (const { resolve } of fake.moreRequests) resolve(fake.more);
		await flush();
	};
	setStatus(fake, status);
	await settle();
	return {
		...fake,
		async endStartup() {
			fake.firstFrame.resolve();
			await flush();
			await settle();
		},
		/** Passes time in steps; returns what came when, in milliseconds. */
		async timesOf(counts: (() => number)[], until = 8000) {
			const times: number[][] = counts.map(() => []);
			for (let time = 0; time <= until; time += 500) {
				await pass(time ? 500 : 0);
				await settle();
				counts.forEach((count, index) => times[index]!.push(...Array(count() - times[index]!.length).fill(time)));
			}
			return times;
		},
		settle,
	};
}

for (const [status, times] of [
	['idle', 0],
	['connecting', 1],
	['playing', 1],
	['stalled', 1],
	['blocked', 1],
	['paused', 1],
	['reconnecting', 1],
	['replay', 1],
	['cover', 1],
	['ended', 1],
] as const)
	it(`should ${times ? '' : 'not '}load the stage script while the player is ${status}, first frame or not, and once`, async () => {
		const fake = await page(status);
		setStatus(fake, 'idle');
		setStatus(fake, status);
		assert.is(fake.stageRequests.length, times);
	});

it('should load it only once a stream that was requested before is answered', async () => {
	let answer = () => {};
	const fake = await page('connecting', { streamAnswered: new Promise<void>((resolve) => (answer = resolve)) });
	assert.is(fake.stageRequests.length, 0);
	answer();
	await flush();
	assert.is(fake.stageRequests.length, 1);
});

for (const [what, isThere] of [
	['once hls.js is there, which plays first', true],
	['after startup where hls.js cannot be loaded', false],
] as const)
	it(`should load it ${what}`, async () => {
		const fake = await page('idle');
		fake.page.awaitsHls.value = true;
		setStatus(fake, 'replay');
		assert.is(fake.stageRequests.length, 0);
		if (isThere) fake.page.awaitsHls.value = false;
		else await fake.endStartup();
		assert.is(fake.stageRequests.length, 1);
	});

const withCard: Options = { hasShareCard: true };
for (const [what, status, options, tab, expected] of [
	['once the burst of a stream has passed', 'playing', withCard, 'introduction', [[2000], [3000], [4000]]],
	['at once without a stream', 'cover', withCard, 'introduction', [[0], [1000], [2000]]],
	['and the script in spare time where nothing needs it', 'cover', {}, 'introduction', [[3000], [1000], [2000]]],
	['but no chat where data is saved', 'cover', { ...withCard, saveData: true }, 'introduction', [[0], [], [2000]]],
	['but no chat that is in view', 'cover', withCard, 'chat', [[0], [0], [2000]]],
] as const)
	it(`should load the script for a share card, the chat and the service worker one after another, ${what}`, async () => {
		const fake = await page(status, options);
		if (tab === 'chat') fake.page.show('chat');
		await fake.endStartup();
		const { calls, timesOf, moreRequests } = fake;
		const names = ['fetchComments', 'registerServiceWorker'];
		assert.equal(
			await timesOf([
				() => Math.min(1, moreRequests.length),
				...names.map((name) => () => Math.min(1, calls(name).length)),
			]),
			expected,
		);
	});

it('should register the service worker, and ask it to keep scripts, once the stage script is there, which may be late', async () => {
	const fake = await started();
	const counts = () => ['registerServiceWorker', 'keepScripts'].map((name) => fake.calls(name).length);
	fake.firstFrame.resolve();
	setStatus(fake, 'cover');
	for (let second = 0; second < 8; second++) {
		await pass(1000);
		for (const { resolve } of fake.moreRequests) resolve(fake.more);
		await flush();
	}
	assert.ok(fake.page.more.value);
	assert.equal(counts(), [0, 0]);
	for (const { resolve } of fake.stageRequests) resolve(fake.stageScript);
	await flush();
	assert.equal(counts(), [1, 1]);
});

it('should request the chat only once the API has answered', async () => {
	const fake = await page('cover', withCard);
	const { state } = fake.page.live;
	const answer = state.value;
	const error = new Error('status 503');
	fake.setLive(() => Promise.reject(error));
	state.value = { data: null, error, loading: false };
	await fake.endStartup();
	const requests = () => fake.calls('fetchComments').length;
	assert.equal(await fake.timesOf([requests]), [[]]);
	state.value = answer;
	assert.is(requests(), 1);
});

for (const [status, expected] of [
	['cover', [0]],
	['playing', [2000]],
] as const)
	it(`should load the script for reports ${expected[0]} ms after startup while the player is ${status}, once`, async () => {
		let loads = 0;
		const fake = await page(status, { loadReports: () => loads++ });
		await fake.endStartup();
		assert.equal(await fake.timesOf([() => loads]), [expected]);
	});

it('should load it for a native app whose bridge comes late', async () => {
	const fake = await page('playing');
	await fake.endStartup();
	await fake.timesOf([]);
	assert.is(fake.moreRequests.length, 0);
	fake.page.insideApp.value = true;
	assert.is(fake.moreRequests.length, 1);
});

for (const [when, status, saveData, times] of [
	['at once without a stream', 'cover', false, [3000]],
	['once there is room beside a stream', 'playing', false, []],
	['not by itself where data is saved', 'cover', true, []],
] as const)
	it(`should load the script of what is needed later in spare time: ${when}`, async () => {
		const fake = await page(status, { saveData });
		await fake.endStartup();
		assert.equal(await fake.timesOf([() => fake.moreRequests.length], 60_000), [times]);
		const [, act] = (fake.calls('whenRoom')[0] ?? []) as [string?, (() => void)?];
		act?.();
		assert.is(fake.moreRequests.length, saveData ? 0 : 1);
	});

for (const [what, uses, status, times] of [
	['add the rest of WHEP once a stream of such a server plays', true, 'playing', 1],
	['add it where such a stream does not start', true, 'reconnecting', 1],
	['not add it before such a stream plays', true, 'connecting', 0],
	['not add it to another stream', false, 'playing', 0],
] as const)
	it(`should ${what}, once`, async () => {
		const fake = await page('connecting', { usesWhep: () => uses });
		await fake.endStartup();
		for (const reported of [status, 'connecting', status] as const) setStatus(fake, reported);
		await fake.settle();
		assert.is(fake.calls('useWhep').length, times);
	});

it('should hold back images of the description once the live rules are there', async () => {
	const fake = await started();
	const content = {} as HTMLElement;
	fake.page.description.value = { content, complete: true };
	await flush();
	assert.equal(fake.calls('holdImages'), []);
	setStatus(fake, 'connecting');
	fake.page.description.value = { content: {} as HTMLElement, complete: true };
	for (const { resolve } of fake.stageRequests) resolve(fake.stageScript);
	await flush();
	assert.is(fake.calls('holdImages').length, 1);
});

for (const [what, prevented, times] of [
	['load what obeys keys, once for all of them', false, 1],
	['leave a key to what has obeyed it', true, 0],
] as const)
	it(`should ${what}`, async () => {
		const fake = await page('playing');
		for (let key = 0; key < 3; key++) {
			const event = new Event('keydown', { cancelable: true });
			if (prevented) event.preventDefault();
			document.dispatchEvent(event);
		}
		assert.is(fake.moreRequests.length, times);
	});

it('should load nothing more once stopped', async () => {
	const { app, endStartup, timesOf, calls, moreRequests } = await page('cover', withCard);
	await endStartup();
	app.stop();
	const before = [calls('fetchComments').length, moreRequests.length];
	await timesOf([]);
	assert.equal([calls('fetchComments').length, moreRequests.length], before);
});

for (const [status, loads] of [
	['replay', [0, 1]],
	['playing', [1, 1]],
] as const)
	it(`should load nothing else before a ${status} has some seconds ahead: ${!loads[0]}`, async () => {
		let onAhead = () => {};
		const ahead = new Promise<void>((resolve) => (onAhead = resolve));
		const options = { ahead, loadReports: () => reports.push(1) };
		const fake = await page(status, options, { description: '<p>今日</p>' });
		const reports: number[] = [];
		const loaded = () => [reports.length, fake.richTextRequests.length];
		await fake.endStartup();
		await pass(5000);
		assert.equal(loaded(), [loads[0], loads[0]]);
		onAhead();
		await flush();
		await pass(5000);
		assert.equal(loaded(), [loads[1], loads[1]]);
	});

it.run();
