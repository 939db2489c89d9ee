import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createExplain } from '../../../src/network/request-range.ts';
import { setup } from '../../support/dom.ts';

const it = suite('explain');
let [now, isThere] = [0, false];
let asked: string[] = [];
it.before.each(() => {
	setup();
	[now, isThere, asked] = [1000, false, []];
	mock.method(performance, 'now', () => now);
	mock.method(globalThis, 'fetch', async (url: string) => {
		asked.push(url);
		if (!isThere) throw new TypeError('Failed to fetch');
	});
});
it.after.each(() => mock.restoreAll());

const none = 0;

it('should ask a host that does not answer once a minute, and another at once', async () => {
	const explain = createExplain();
	for (const path of ['a', 'b', 'c']) assert.is(await explain(`https://one/${path}`, none), 'network');
	await explain('https://two/a', none);
	assert.equal(asked, ['https://one/a', 'https://two/a']);
	[now, isThere] = [now + 60_000, true];
	assert.is(await explain('https://one/a', none), 'opaque');
	assert.is(await explain('https://one/b', none), 'opaque', 'and one that answers each time');
	assert.is(asked.length, 4);
});

for (const [status, expected] of [
	[200, 'unreadable'],
	[206, 'network'],
	[403, 'refused'],
	[503, 'network'],
] as const)
	it(`should know ${status} for ${expected} without asking`, async () => {
		assert.is(await createExplain()('https://one/a', status), expected);
		assert.equal(asked, []);
	});

it.run();
