import { mock } from 'node:test';
import { setup } from '../../support/dom.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type LoadOptions, loadScript } from '../../../src/network/load-script.ts';

const it = suite('load script');
const URL = 'https://cdn.example.com/app.js';

it.before.each(() => {
	setup();
	mock.timers.enable({ apis: ['setTimeout'] });
	mock.method(Math, 'random', () => 0.5);
});
it.after.each(async () => {
	// Ends the chains of a test that leaves some, and forgets failures.
	void loadScript('last.js', { hasRun: () => true });
	for (const script of scripts().reverse()) script.onload?.(new Event('load'));
	mock.timers.reset();
	mock.restoreAll();
});

const scripts = () => [...document.head.querySelectorAll('script')];
const flush = () => new Promise<void>((resolve) => setImmediate(resolve));

const goOnline = () => window.ononline?.(new Event('online'));

/** A load under way; `outcome` says what became of it. */
function load(options?: LoadOptions) {
	const result = { outcome: 'pending' };
	loadScript(URL, options).then(
		() => (result.outcome = 'loaded'),
		(error) => (result.outcome = `${error}`),
	);
	return result;
}
async function end(index: number, event: 'load' | 'error') {
	scripts()[index]![`on${event}`]!(new Event(event) as never);
	await flush();
}
const fail = (index: number) => end(index, 'error');
const succeed = (index: number) => end(index, 'load');

const CHECKED = { integrity: 'sha256-abc', retry: 1 };
const FAILED = `Error: ${URL}`;

it('should load a script once, and again when it is requested after that', async () => {
	const result = load();
	const [script] = scripts();
	assert.equal([script!.getAttribute('src'), script!.integrity || ''], [URL, '']);
	assert.is(result.outcome, 'pending');
	await succeed(0);
	assert.is(result.outcome, 'loaded');
	mock.timers.tick(60_000);
	assert.is(scripts().length, 1);
	load();
	assert.is(scripts().length, 2);
});

it('should go on for ever where that is told the first failure', async () => {
	let failures = 0;
	const result = load({ retry: 1, onFailed: () => failures++ });
	await fail(0);
	assert.is(failures, 0);
	for (let index = 1; index < 4; index++) {
		mock.timers.tick(1600);
		await fail(index);
		assert.equal([failures, result.outcome], [1, 'pending']);
	}
	mock.timers.tick(1600);
	await succeed(4);
	assert.is(result.outcome, 'loaded');
});

it('should repeat a slow attempt 6 s after its failure at the soonest when the browser is online again', async () => {
	let now = 0;
	mock.method(performance, 'now', () => now);
	load({ retry: Infinity });
	for (const [index, delay] of [500, 1000, 1600, 1600, 1600, 1600].entries()) {
		await fail(index);
		goOnline();
		mock.timers.tick(delay - 1);
		assert.is(scripts().length, index + 1);
		mock.timers.tick(1);
	}
	await fail(6);
	for (const step of [...Array(29).fill(200), 199, 1]) {
		assert.is(scripts().length, 7);
		goOnline();
		mock.timers.tick(step);
		now += step;
	}
	assert.is(scripts().length, 8);
	await fail(7);
	mock.timers.tick(8000);
	now += 8000;
	goOnline();
	mock.timers.tick(0);
	assert.is(scripts().length, 9);
	// The repeat that was due has been made.
	mock.timers.tick(9000);
	assert.is(scripts().length, 9);
	await succeed(8);
	goOnline();
	mock.timers.tick(23_000);
	assert.is(scripts().length, 9, 'it listens no longer');
});

for (const [limit, options] of [
	[3000, { timeout: 3000 }],
	[10_000, undefined],
] as const)
	it(`should count an attempt as failed after ${limit} ms${options ? '' : ' by default'}`, async () => {
		const result = load(options);
		mock.timers.tick(limit - 1);
		await flush();
		assert.is(result.outcome, 'pending');
		mock.timers.tick(1);
		await flush();
		assert.is(result.outcome, FAILED);
	});

it('should have a script that arrives after its time end what was requested since', async () => {
	const first = load({ timeout: 3000 });
	mock.timers.tick(3000);
	await flush();
	const second = load({ retry: Infinity });
	await fail(1);
	assert.equal([first.outcome, second.outcome], [FAILED, 'pending']);
	await succeed(0);
	assert.is(second.outcome, 'loaded');
	mock.timers.tick(60_000);
	assert.is(scripts().length, 2);
});

it('should not count the late failure of an attempt that took too long', async () => {
	const result = load({ timeout: 3000, retry: 1 });
	for (const milliseconds of [3000, 500]) mock.timers.tick(milliseconds);
	assert.is(scripts().length, 2);
	await fail(0);
	assert.is(result.outcome, 'pending');
	await succeed(1);
	assert.is(result.outcome, 'loaded');
});

it('should make one attempt for two requests of a URL', async () => {
	const [one, two] = [load(), load({ retry: 1 })];
	assert.is(scripts().length, 1);
	await fail(0);
	assert.equal([one.outcome, two.outcome], [FAILED, 'pending']);
	mock.timers.tick(500);
	await succeed(1);
	assert.is(two.outcome, 'loaded');
});

it('should make an attempt at once when the URL is requested during a pause', async () => {
	const background = load({ retry: Infinity });
	await fail(0);
	const click = load();
	assert.is(scripts().length, 2);
	await fail(1);
	assert.equal([click.outcome, background.outcome], [FAILED, 'pending']);
	mock.timers.tick(1000);
	assert.is(scripts().length, 3);
	await succeed(2);
	assert.is(background.outcome, 'loaded');
});

for (const [what, options, expected] of [
	['make one attempt', {}, [URL]],
	['go past the caches with every second attempt', { retry: 3 }, [URL, `${URL}?1`, URL, `${URL}?3`]],
	['count the attempts that were made before', { retry: 1, attempts: 1 }, [`${URL}?1`, URL]],
	['have the browser check every attempt where it is known what it should get', CHECKED, [URL, `${URL}?1`]],
] as [string, LoadOptions, string[]][])
	it(`should ${what}, then reject`, async () => {
		const result = load(options);
		for (const index of expected.keys()) {
			assert.is(result.outcome, 'pending');
			await fail(index);
			mock.timers.tick(8000);
		}
		assert.is(result.outcome, FAILED);
		const attempts = scripts().map((script) => [script.getAttribute('src'), script.integrity]);
		const wanted = expected.map((url) => [url, options.integrity]);
		assert.equal(attempts, wanted);
	});

it('should count a script that arrives and does not run as failed', async () => {
	let ran = false;
	const result = load({ hasRun: () => ran, retry: 1 });
	await succeed(0);
	assert.is(result.outcome, 'pending');
	mock.timers.tick(500);
	ran = true;
	await succeed(1);
	assert.is(result.outcome, 'loaded');
});

/** Paths that have been requested, without what goes past caches. */
const requested = () => scripts().map((script) => script.getAttribute('src')!.replace(/\?.*/, ''));
const hasRun = () => true;

it('should try what has failed in turns, and all of it once one has come', async () => {
	for (const url of ['a', 'b', 'c']) void loadScript(url, { retry: Infinity, hasRun });
	for (const index of [0, 1, 2]) await fail(index);
	mock.timers.tick(1600);
	assert.equal(requested().slice(3), ['a']);
	await fail(3);
	mock.timers.tick(1600);
	assert.equal(requested().slice(4), ['b']);
	await succeed(4);
	assert.equal(requested().slice(5), ['c', 'a']);
	await fail(5);
	await succeed(6);
	assert.equal(requested().slice(7), ['c']);
});

it('should take nothing from a script of any build, or of another host, for an answer', async () => {
	for (const url of ['a', 'b']) void loadScript(url, { retry: Infinity, hasRun });
	for (const index of [0, 1]) await fail(index);
	void loadScript('service-worker.js', { retry: Infinity });
	await succeed(2);
	assert.is(scripts().length, 3);
	mock.timers.tick(1000);
	assert.equal(requested().slice(3), ['a']);
});

it('should request five scripts that fail ten times in the first minute at most, then three times a minute', async () => {
	const urls = ['app.js', 'preact.js', 'stage.js', 'more.js', 'service-worker.js'];
	for (const url of urls) void loadScript(url, { retry: Infinity, ...(url[0] !== 's' && { hasRun }) });
	const counts: number[] = [];
	let ended = 0;
	for (let minute = 0; minute < 10; minute++) {
		const before = scripts().length;
		for (let tenth = 0; tenth < 600; tenth++) {
			while (ended < scripts().length) await fail(ended++);
			mock.timers.tick(100);
		}
		counts.push(scripts().length - before);
	}
	const [first, ...later] = counts;
	assert.ok(urls.length + first! <= 10 && first! > 3, `${counts}`);
	assert.ok(
		later.every((count) => count > 1 && count <= 3),
		`${counts}`,
	);
});

it.run();
