import { signal } from '@preact/signals';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadMissing } from '../../../src/models/load-lists.ts';
import type { Page } from '../../../src/models/page-model.ts';
import { reset, setup } from '../../support/render.tsx';
import { setOnline } from '../../support/player.ts';

const it = suite('missing lists');
it.before.each(() => setup());
it.after.each(() => {
	mock.restoreAll();
	reset();
});

const ANSWER = { status: 503 };
const NO_ANSWER = new TypeError('Failed to fetch');

/** The signals of a page, and the calls it makes. */
function fixture(tab = 'news') {
	setOnline(true);
	const calls: string[] = [];
	const page = {
		live: { state: signal<{ data: unknown }>({ data: null }) },
		tab: signal(tab),
		chat: { missing: signal<unknown>(null), open: () => calls.push('chat') },
		news: { state: signal<{ data: unknown; error: unknown }>({ data: null, error: null }) },
		loadNews: () => calls.push('news'),
	};
	const stop = loadMissing(page as unknown as Page);
	// Each event comes after a quiet time.
	let now = 0;
	mock.method(performance, 'now', () => (now += 600_000));
	return { page, calls, stop, go: setOnline };
}

for (const tab of ['chat', 'news'])
	it(`should load a missing list of the shown tab ${tab} when online, unless a server has refused it`, () => {
		const { page, calls, go, stop } = fixture(tab);
		const fail = (error: unknown) => {
			page.chat.missing.value = error;
			page.news.state.value = { data: null, error };
		};
		go(true);
		assert.equal(calls, [], 'nothing is missing');
		fail(NO_ANSWER);
		go(true);
		assert.equal(calls, [], 'the live is missing, too');
		fail(ANSWER);
		page.live.state.value = { data: {} };
		assert.equal(calls, [tab]);
		page.live.state.value = { data: {} };
		go(true);
		assert.equal(calls, [tab], 'known before, refused');
		fail(NO_ANSWER);
		go(false);
		assert.equal(calls, [tab]);
		go(true);
		assert.equal(calls, [tab, tab]);
		stop();
		go(true);
		assert.equal(calls, [tab, tab]);
	});

it.run();
