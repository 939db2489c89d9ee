import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFileFailures } from '../../../src/network/file-failures.ts';
import { setup } from '../../support/dom.ts';

const it = suite('failures of files');
let [now, isThere] = [0, false];
let asked: string[] = [];
it.before.each(() => {
	setup();
	[now, isThere, asked] = [1000, false, []];
	mock.timers.enable({ apis: ['setTimeout'] });
	mock.method(performance, 'now', () => now);
	mock.method(globalThis, 'fetch', async (url: string) => {
		asked.push(url);
		if (!isThere) throw new TypeError('Failed to fetch');
	});
});
it.after.each(() => {
	mock.timers.reset();
	mock.restoreAll();
});

const none = 0;

it('should ask a host that does not answer once a minute why, and another at once', async () => {
	const { explain } = createFileFailures();
	for (const path of ['a', 'b', 'c']) assert.is(await explain(`https://one/${path}`, none), 'network');
	await explain('https://two/a', none);
	assert.equal(asked, ['https://one/a', 'https://two/a']);
	[now, isThere] = [now + 60_000, true];
	assert.is(await explain('https://one/a', none), 'opaque');
	assert.is(await explain('https://one/b', none), 'opaque', 'and one that answers each time');
	assert.is(asked.length, 4);
});

it('should take a host for silent that does not answer the question for 15 s', async () => {
	mock.method(globalThis, 'fetch', () => new Promise(() => {}));
	const found = createFileFailures().explain('https://one/a', none);
	await new Promise((resolve) => setImmediate(resolve));
	mock.timers.tick(15_000);
	assert.is(await found, 'network');
});

it('should wait no longer once a host has answered or failed', async () => {
	mock.timers.reset();
	const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
	const before = timers();
	const { explain } = createFileFailures();
	await explain('https://one/a', none);
	isThere = true;
	await explain('https://two/a', none);
	assert.equal([asked.length, timers()], [2, before]);
});

it('should take for broken off what brings no answer of a file that could be read, whatever signs it', async () => {
	isThere = true;
	const { explain, known, follow } = createFileFailures();
	const follows = (path: string, part: Promise<string>) => follow(`https://one/${path}`, part).catch((error) => error);
	await explain('https://one/a', none);
	assert.is(await follows('a', Promise.reject(none)), none);
	assert.is(await known('https://one/b'), 'opaque');
	assert.is(await follows('a?sign=1', Promise.resolve('part')), 'part');
	assert.is(await known('https://one/b'), undefined, 'as what was known of its host is over');
	assert.is(await follows('a?sign=2', Promise.reject(none)), 206);
	assert.is(await follows('a?sign=2', Promise.reject(403)), 403);
	await follows('whole', Promise.reject(200));
	assert.is(await follows('whole', Promise.reject(none)), 206);
});

it('should ask again on request whether a host answers that did not, and no other', async () => {
	const { explain, isSilent } = createFileFailures();
	assert.not(await isSilent('https://one/a'));
	assert.is(asked.length, 0);
	await explain('https://one/a', none);
	assert.ok(await isSilent('https://one/a'));
	isThere = true;
	assert.not(await isSilent('https://one/a'));
	assert.not(await isSilent('https://one/a'));
	assert.is(asked.length, 3);
});

for (const [status, expected] of [
	[200, 'unreadable'],
	[206, 'network'],
	[403, 'refused'],
	[503, 'network'],
] as const)
	it(`should know ${status} for ${expected} without asking`, async () => {
		assert.is(await createFileFailures().explain('https://one/a', status), expected);
		assert.equal(asked, []);
	});

it('should count what fails and its questions, and have the eleventh wait for the minute', async () => {
	const { explain, note, wait } = createFileFailures();
	await explain('https://one/a', 200);
	await explain('https://one/b', none);
	for (let count = 0; count < 3; count++) await explain('https://one/b', 503);
	for (let count = 0; count < 4; count++) note();
	assert.is(wait(), 0);
	now += 20_000;
	note();
	assert.is(wait(), 40_000);
	now += 40_000;
	assert.is(wait(), 0);
});

it.run();
