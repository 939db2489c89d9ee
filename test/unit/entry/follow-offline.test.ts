import { signal } from '@preact/signals';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { followOffline } from '../../../src/entry/follow-offline.tsx';
import type { Page } from '../../../src/models/page-model.ts';
import { reset, setup } from '../../support/render.tsx';
import { setOnline } from '../../support/player.ts';

const it = suite('offline tabs');
it.before.each(() => setup());
it.after.each(() => {
	mock.restoreAll();
	reset();
});

const PANEL = () => null;
const ANSWER = { status: 503 };
const NO_ANSWER = new TypeError('Failed to fetch');

/** The signals of a page, and the calls it makes. */
function fixture(tab = 'news') {
	setOnline(true);
	const calls: string[] = [];
	let panelsLoaded = 0;
	const page = {
		live: { state: signal<{ data: unknown }>({ data: null }) },
		tab: signal(tab),
		chatPanel: signal<unknown>(null),
		newsPanel: signal<unknown>(null),
		chat: {
			pages: signal<unknown[]>([]),
			finished: signal(false),
			missing: signal<unknown>(null),
			open: () => calls.push('chat'),
		},
		news: { state: signal<{ data: unknown; error: unknown }>({ data: null, error: null }) },
		loadNews: () => calls.push('news'),
	};
	const stop = followOffline(page as unknown as Page, () => void panelsLoaded++);
	// Each event comes after a quiet time.
	let now = 0;
	mock.method(performance, 'now', () => (now += 600_000));
	return {
		page,
		calls,
		panelsLoaded: () => panelsLoaded,
		stop,
		go: setOnline,
		shows: () => page.newsPanel.value !== null && page.newsPanel.value !== PANEL,
	};
}

it('should replace a panel without script or list only while offline', () => {
	const { page, panelsLoaded, go, shows, stop } = fixture();
	assert.is(shows(), false);
	go(false);
	assert.is(shows(), true);
	page.newsPanel.value = PANEL;
	assert.is(shows(), true, 'without a list');
	assert.is(panelsLoaded(), 0);
	go(true);
	assert.is(panelsLoaded(), 1);
	assert.is(page.newsPanel.value, PANEL);
	go(false);
	assert.is(page.newsPanel.value, PANEL, 'once it was shown');
	stop();
});

for (const [what, state] of [
	['its list is there', { data: [], error: null }],
	['a server has answered: the browser is stuck', { data: null, error: ANSWER }],
] as const)
	it(`should show a panel whose script comes while offline where ${what}`, () => {
		const { page, go, shows, stop } = fixture();
		go(false);
		page.newsPanel.value = PANEL;
		assert.is(shows(), true);
		page.news.state.value = state;
		assert.is(shows(), false);
		stop();
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
