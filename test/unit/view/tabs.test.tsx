import { fire, renderView, reset, settle, setup, texts } from '../../support/render.tsx';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readLive } from '../../../src/api/live.ts';
import type { MoreViews } from '../../../src/models/page-model.ts';
import { Tabs } from '../../../src/view/tabs/tabs.tsx';

const it = suite('tabs');
it.before.each(() => setup());
it.after.each(reset);

const TITLES = ['直播介绍', '互动空间', '相关资讯'];

async function renderTabs() {
	const rendered = await renderView(Tabs);
	const { view } = rendered;
	const tabs = [...view.querySelectorAll<HTMLElement>('[role=tab]')];
	const panels = [...view.querySelectorAll('[role=tabpanel]')];
	return {
		...rendered,
		tabs,
		panels,
		/** Index of the selected tab, after a check that tabs and panels agree on it. */
		selected(): number {
			const index = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
			for (const [at, tab] of tabs.entries()) {
				const panel = panels[at]!;
				const [tabState, panelState] = [
					['aria-selected', 'tabindex'].map((name) => tab.getAttribute(name)),
					['aria-hidden', 'tabindex'].map((name) => panel.getAttribute(name)),
				];
				assert.equal(tabState, at === index ? ['true', '0'] : ['false', '-1']);
				// The chat has a stop of its own.
				assert.equal(panelState, at === index ? [null, at === 1 ? '-1' : '0'] : ['true', '-1']);
			}
			assert.is(panels[0]!.parentElement!.className, `strip strip-${panels[index]!.id.replace('panel-', '')}`);
			return index;
		},
		press: (key: string) => fire(document.activeElement ?? tabs[0]!, 'keydown', { key }),
	};
}

it('should have the titles and order of the specification, and start with the introduction', async () => {
	const { view, tabs, panels, selected } = await renderTabs();
	assert.equal(texts(view, '[role=tab]'), TITLES);
	assert.equal(texts(view, 'h1'), ['校园直播']);
	assert.equal([view.querySelectorAll('[role=tablist]').length, panels.length, selected()], [1, 3, 0]);
	for (const [index, tab] of tabs.entries()) {
		assert.is(tab.getAttribute('aria-controls'), panels[index]!.id);
		assert.is(panels[index]!.getAttribute('aria-labelledby'), tab.id);
	}
});

it('should be headed once: by the name of the app, then by the title of the live, whichever tab is shown', async () => {
	const { view, page, tabs } = await renderTabs();
	page.hydrated.value = true;
	const headings = () => [...view.querySelectorAll('h1')].filter((one) => !one.closest('[aria-hidden]'));
	page.live.state.value = { data: readLive({ title: '开学典礼' }), error: null, loading: false };
	for (const tab of [tabs[1]!, tabs[0]!, tabs[2]!]) {
		await fire(tab, 'click');
		assert.equal(
			headings().map(({ textContent }) => textContent),
			['开学典礼'],
		);
	}
	page.live.state.value = { data: readLive({}), error: null, loading: false };
	await settle();
	assert.equal(texts(view, 'h1'), ['校园直播']);
});

it('should leave the panels out of view empty until the page is hydrated', async () => {
	const { page, panels, tabs } = await renderTabs();
	const empty = () => panels.map((panel) => !panel.firstElementChild);
	assert.equal(empty(), [false, true, true]);
	await fire(tabs[2]!, 'click');
	assert.equal(empty(), [true, true, false]);
	page.hydrated.value = true;
	await fire(tabs[0]!, 'click');
	assert.equal(empty(), [false, false, false]);
});

it('should select a tab by a click, and request what it shows', async () => {
	const { tabs, selected, comments, news } = await renderTabs();
	assert.equal([comments.length, news.length], [0, 0]);
	await fire(tabs[2]!, 'click');
	assert.equal([selected(), comments.length, news.length], [2, 0, 1]);
	await fire(tabs[1]!, 'click');
	assert.equal([selected(), comments.length, news.length], [1, 1, 1]);
	await fire(tabs[0]!, 'click');
	assert.equal([selected(), comments.length, news.length], [0, 1, 1]);
});

it('should select and focus a tab by arrow keys, Home and End', async () => {
	const { tabs, selected, press } = await renderTabs();
	tabs[0]!.focus();
	for (const [key, index] of [
		['ArrowRight', 1],
		['ArrowRight', 2],
		['ArrowRight', 0],
		['ArrowLeft', 2],
		['ArrowLeft', 1],
		['Home', 0],
		['End', 2],
	] as const) {
		assert.not(await press(key), `${key} is prevented`);
		assert.is(selected(), index, key);
		assert.is(document.activeElement, tabs[index], key);
	}
});

it('should leave other keys to the browser', async () => {
	const { tabs, selected, press } = await renderTabs();
	tabs[0]!.focus();
	for (const key of ['ArrowDown', 'ArrowUp', 'Tab', 'Enter', ' ']) assert.ok(await press(key), key);
	assert.is(selected(), 0);
	assert.is(document.activeElement, tabs[0]);
});

// Panels of the script that comes later.

/** The components of that script, with this panel of news. */
const moreWith = (NewsPanel: () => string) =>
	({ NewsPanel, ChatPanel: () => null, Dialogs: () => null, ReplayControls: () => null }) as unknown as MoreViews;

it('should replace a panel without script or list while the browser is offline, unless it was shown', async () => {
	const { page, panels } = await renderTabs();
	const shown = () => panels[2]!.textContent;
	page.live.state.value = { data: readLive({}), error: null, loading: false };
	page.hydrated.value = true;
	page.offline.value = true;
	await settle();
	assert.is(shown(), '网络已断开，请检查网络设置');
	page.more.value = moreWith(() => 'news');
	await settle();
	assert.is(shown(), '网络已断开，请检查网络设置', 'without a list');
	page.offline.value = false;
	await settle();
	assert.is(shown(), 'news');
	page.offline.value = true;
	await settle();
	assert.is(shown(), 'news', 'a message begun in it would be lost');
});

for (const [what, state] of [
	['its list is there', { data: [], error: null, loading: false }],
	['a server has answered: the browser is stuck', { data: null, error: { status: 503 }, loading: false }],
] as const)
	it(`should show a panel whose script comes while offline where ${what}`, async () => {
		const { page, panels } = await renderTabs();
		page.live.state.value = { data: readLive({}), error: null, loading: false };
		page.hydrated.value = page.offline.value = true;
		page.news.state.value = state as never;
		page.more.value = moreWith(() => 'news');
		await settle();
		assert.is(panels[2]!.textContent, 'news');
	});

it('should keep the tabs when a panel fails, say so with the error on the console, and try again on a click', async () => {
	const { view, page, tabs, panels } = await renderTabs();
	const error = mock.method(console, 'error', () => {});
	let broken = true;
	page.more.value = moreWith(() => {
		if (broken) throw new URIError('URI malformed');
		return '资讯';
	});
	page.live.state.value = { data: readLive({}), error: null, loading: false };
	await fire(tabs[2]!, 'click');
	assert.is(panels[2]!.textContent, '加载失败点击重试');
	await fire(tabs[0]!, 'click');
	await fire(tabs[2]!, 'click');
	assert.is(panels[2]!.textContent, '加载失败点击重试');
	assert.match(`${error.mock.calls[0]!.arguments[0]}`, 'URIError');
	broken = false;
	await fire(view.querySelector('.list-end button')!, 'click');
	assert.is(panels[2]!.textContent, '资讯');
	mock.restoreAll();
});

it.run();
