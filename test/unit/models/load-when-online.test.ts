import { signal } from '@preact/signals';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadWhenOnline } from '../../../src/models/load-when-online.ts';
import type { Page } from '../../../src/models/page-model.ts';
import { reset, setup } from '../../support/render.tsx';
import { setOnline } from '../../support/player.ts';

const it = suite('load when online');
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
	const scripts = mock.fn();
	const stop = loadWhenOnline(page as unknown as Page, { loadShown: scripts });
	// Each event comes after a quiet time.
	let now = 0;
	mock.method(performance, 'now', () => (now += 600_000));
	return { page, calls, scripts: () => scripts.mock.callCount(), stop, go: setOnline };
}

it('should request the script of what is shown once the browser is online', () => {
	const { scripts, go, stop } = fixture();
	for (const online of [false, true, false]) go(online);
	assert.is(scripts(), 1);
	stop();
	go(true);
	assert.is(scripts(), 1);
});

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
