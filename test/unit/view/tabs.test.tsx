import { fire, renderView, reset, settle, setup, texts } from '../../support/render.tsx';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readLive } from '../../support/read-live.ts';
import type { MoreViews } from '../../../src/models/page-model.ts';
import { Tabs } from '../../../src/view/tabs/tabs.tsx';

const it = suite('tabs');
it.before.each(() => setup());
it.after.each(reset);

async function renderTabs() {
	const rendered = await renderView(Tabs);
	const { view } = rendered;
	const tabs = [...view.querySelectorAll<HTMLElement>('[role=tab]')];
	const panels = [...view.querySelectorAll('[role=tabpanel]')];
	const read = (elements: Element[], ...names: string[]) =>
		elements.map((element) => names.map((name) => element.getAttribute(name)));
	return {
		...rendered,
		tabs,
		panels,
		/** Index of the selected tab, after a check that tabs and panels agree on it. */
		selected(): number {
			const index = tabs.findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
			const isOn = (_: unknown, at: number) => at === index;
			assert.equal(
				read(tabs, 'aria-selected', 'tabindex'),
				tabs.map(isOn).map((on) => (on ? ['true', '0'] : ['false', '-1'])),
			);
			// The chat has a stop of its own.
			assert.equal(
				read(panels, 'aria-hidden', 'tabindex'),
				panels.map(isOn).map((on, at) => (on ? [null, at === 1 ? '-1' : '0'] : ['true', '-1'])),
			);
			assert.is(panels[0]!.parentElement!.className, `strip strip-${panels[index]!.id.replace('panel-', '')}`);
			return index;
		},
		press: (key: string) => fire(document.activeElement ?? tabs[0]!, 'keydown', { key }),
		/** Makes the live known. */
		async load(fields: object = {}) {
			rendered.page.live.state.value = { data: readLive(fields), error: null, loading: false };
			await settle();
		},
	};
}

it('should have the titles and order of the specification, and start with the introduction', async () => {
	const { view, tabs, panels, selected } = await renderTabs();
	assert.equal(texts(view, '[role=tab]'), ['直播介绍', '互动空间', '相关资讯']);
	assert.equal([view.querySelectorAll('[role=tablist]').length, panels.length, selected()], [1, 3, 0]);
	for (const [index, tab] of tabs.entries()) {
		assert.is(tab.getAttribute('aria-controls'), panels[index]!.id);
		assert.is(panels[index]!.getAttribute('aria-labelledby'), tab.id);
	}
});

it('should be headed once: by the name of the app, then by the title of the live, whichever tab is shown', async () => {
	const { view, page, tabs, load } = await renderTabs();
	page.hydrated.value = true;
	const headings = () =>
		[...view.querySelectorAll('h1')].filter((one) => !one.closest('[aria-hidden]')).map((one) => one.textContent);
	assert.equal(headings(), ['校园直播']);
	await load({ title: '开学典礼' });
	for (const tab of [tabs[1]!, tabs[0]!, tabs[2]!]) {
		await fire(tab, 'click');
		assert.equal(headings(), ['开学典礼']);
	}
	await load();
	assert.equal(texts(view, 'h1'), ['校园直播']);
});

it('should show the number of messages beside the chat’s title, with a dot for unread ones while another tab is shown', async () => {
	const { view, page, tabs } = await renderTabs();
	const count = async () => {
		await settle();
		const mark = tabs[1]!.querySelector('small');
		assert.is(texts(view, '[role=tab]')[1], '互动空间');
		if (mark) assert.is(mark.getAttribute('aria-hidden'), 'true');
		return mark && [mark.getAttribute('data-count'), mark.className];
	};
	assert.is(await count(), null);
	page.chat.total.value = 12_345;
	assert.is(await count(), null, 'without its styles it would move the title');
	page.more.value = {} as NonNullable<typeof page.more.value>;
	assert.equal(await count(), ['1.2万', 'count']);
	page.chat.unread.value = 3;
	assert.equal(await count(), ['1.2万', 'count dot']);
	page.tab.value = 'chat';
	assert.equal(await count(), ['1.2万', 'count']);
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
	for (const [index, ...requests] of [
		[2, 0, 1],
		[1, 1, 1],
		[0, 1, 1],
	] as const) {
		await fire(tabs[index]!, 'click');
		assert.equal([selected(), comments.length, news.length], [index, ...requests]);
	}
});

it('should select and focus a tab by arrow keys, Home and End alone', async () => {
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
	for (const key of ['ArrowDown', 'ArrowUp', 'Tab', 'Enter', ' ']) assert.ok(await press(key), key);
	assert.is(selected(), 2, 'other keys are left to the browser');
});

// Panels of the script that comes later.

/** The components of that script, with this panel of news. */
const moreWith = (NewsPanel: () => string) =>
	({ NewsPanel, ChatPanel: () => 'chat', Dialogs: () => null }) as unknown as MoreViews;

it('should say in each panel that there is no live, also offline and once its script is there, but not of one that is known', async () => {
	const { page, panels, load } = await renderTabs();
	const shown = () => settle().then(() => panels.map((panel) => panel.textContent));
	page.hydrated.value = true;
	page.live.state.value = { data: null, error: { status: 503 }, loading: false };
	const missing = ['恢复后自动显示', '恢复后自动显示', '恢复后自动显示'];
	assert.equal(await shown(), missing);
	page.offline.value = true;
	assert.equal(await shown(), missing);
	page.offline.value = false;
	page.more.value = moreWith(() => 'news');
	assert.equal(await shown(), missing);
	await load();
	page.live.state.value = { ...page.live.state.value, error: { status: 503 } };
	assert.equal((await shown()).slice(1), ['chat', 'news']);
});

it('should say what is wrong with the messages until the script of the chat is there, and lead to a newer page instead', async () => {
	const { page, panels, load, comments } = await renderTabs();
	await load();
	const shown = () => settle().then(() => panels.slice(1).map((panel) => panel.textContent));
	page.hydrated.value = true;
	page.show('chat');
	await comments[0]!.reject();
	assert.equal(await shown(), ['恢复后自动显示', '']);
	let updates = 0;
	page.update.value = () => updates++;
	const update = '页面已更新，点击刷新';
	assert.equal(await shown(), [update, update]);
	for (const panel of panels.slice(1)) await fire(panel.querySelector('button')!, 'click');
	assert.is(updates, 2);
	page.more.value = moreWith(() => 'news');
	assert.equal(await shown(), ['chat', 'news']);
});

it('should replace a panel without script or list while the browser is offline, unless it was shown', async () => {
	const { page, panels, load } = await renderTabs();
	const shown = () => settle().then(() => panels[2]!.textContent);
	await load();
	page.hydrated.value = page.offline.value = true;
	assert.is(await shown(), OFFLINE);
	page.more.value = moreWith(() => 'news');
	assert.is(await shown(), OFFLINE, 'without a list');
	for (const [tab, text] of [
		['introduction', OFFLINE],
		// A message begun in it would be lost.
		['news', 'news'],
	] as const) {
		page.tab.value = tab;
		page.offline.value = false;
		assert.is(await shown(), 'news');
		page.offline.value = true;
		assert.is(await shown(), text, `while ${tab} is shown`);
	}
});

const OFFLINE = '网络已断开，请检查网络设置';
for (const [what, list, news, shown] of [
	['the chat where it has messages', { pages: [[]] }, {}, ['chat', OFFLINE]],
	['the chat where there are none', { finished: true }, {}, ['chat', OFFLINE]],
	['the news where they are there', {}, { data: [] }, [OFFLINE, 'news']],
	['the news where a server has answered: the browser is stuck', {}, { error: { status: 503 } }, [OFFLINE, 'news']],
] as [string, object, object, string[]][])
	it(`should show of panels whose script comes while offline ${what}`, async () => {
		const { page, panels, load } = await renderTabs();
		page.hydrated.value = page.offline.value = true;
		page.chat.list.value = { ...page.chat.list.value, ...list };
		page.news.state.value = { data: null, error: null, loading: false, ...news };
		page.more.value = moreWith(() => 'news');
		await load();
		assert.equal([panels[1]!.textContent, panels[2]!.textContent], shown);
	});

it('should keep the tabs when a panel fails, say so with the error on the console, and try again on a click', async () => {
	const { view, page, tabs, panels, load } = await renderTabs();
	const error = mock.method(console, 'error', () => {});
	let broken = true;
	page.more.value = moreWith(() => {
		if (broken) throw new URIError('URI malformed');
		return '资讯';
	});
	await load();
	for (const [index, text] of [
		[2, '加载失败点击重试'],
		[0, ''],
		[2, '加载失败点击重试'],
	] as const) {
		await fire(tabs[index]!, 'click');
		assert.is(panels[2]!.textContent, text);
	}
	assert.match(`${error.mock.calls[0]!.arguments[0]}`, 'URIError');
	broken = false;
	await fire(view.querySelector('.list-end button')!, 'click');
	assert.is(panels[2]!.textContent, '资讯');
	mock.restoreAll();
});

it.run();
