import { button, fire, renderView, reset, settle, setup, texts } from '../../support/render.tsx';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readLive } from '../../support/read-live.ts';
import type { Description } from '../../../src/models/page-model.ts';
import { Introduction } from '../../../src/view/introduction/introduction.tsx';

const it = suite('introduction view');
it.before.each(() => setup());
it.after.each(() => {
	mock.restoreAll();
	return reset();
});

/** Result of the sanitizer. */
const rich = (html: string) => Object.assign(document.createElement('div'), { className: 'rich', innerHTML: html });

/** The introduction of a live with this description, or of one whose call rejects. */
async function show(description: Description | null, live: object | Error = {}, links: [string, string][] = []) {
	const { page, view, actions } = await renderView(Introduction, { links });
	mock.method(console, 'warn', () => {});
	const fetched =
		live instanceof Error ? Promise.reject(live) : Promise.resolve(readLive({ title: '开学典礼', ...live }));
	await page.live.load(() => fetched);
	const display = async (next: Description | null) => {
		page.description.value = next;
		await settle();
	};
	await display(description);
	return { page, view, actions, display };
}

const skeletons = (view: Element) => view.querySelectorAll('[role=img]').length;

it('should show the skeleton while the live is not known', async () => {
	assert.is(skeletons((await renderView(Introduction)).view), 1);
});

it('should say that it will be shown later when the live could not be fetched, also while that is repeated', async () => {
	const { page, view } = await show(null, new Error('offline'));
	assert.equal([view.textContent, skeletons(view)], ['恢复后自动显示', 0]);
	void page.live.load(() => new Promise(() => {}));
	await settle();
	assert.equal([view.textContent, skeletons(view)], ['恢复后自动显示', 0]);
});

for (const summary of ['一句话', ''])
	it(`should show the title, ${summary ? 'a' : 'no'} summary, a button to share, and the skeleton for the description`, async () => {
		const { view, actions } = await show(null, { summary });
		assert.equal([texts(view, 'h1'), texts(view, '.summary')], [['开学典礼'], summary ? [summary] : []]);
		assert.equal([skeletons(view), view.querySelectorAll('.rich').length], [1, 0]);
		await fire(button(view, '分享'), 'click');
		assert.equal(actions, ['share']);
	});

/** Text, URL and `rel` of the operator's links. */
const LINKS: [text: string, url: string][] = [
	['京ICP备1号', 'https://beian.example.com/'],
	['主办单位：学校', ''],
];
const linksOf = (view: Element) =>
	[...view.querySelectorAll('a')].map((link) => [
		link.textContent,
		...['href', 'rel'].map((name) => link.getAttribute(name)),
	]);
const SHOWN = [
	['京ICP备1号', 'https://beian.example.com/', 'noopener'],
	['主办单位：学校', null, 'noopener'],
];

it("should show the operator's links below the description, and not before it", async () => {
	const { view, display } = await show(null, {}, LINKS);
	assert.equal(linksOf(view), []);
	await display({ lines: ['文'] });
	assert.equal(linksOf(view), SHOWN);
	assert.ok(view.innerHTML.indexOf('文') < view.innerHTML.indexOf('京ICP备1号'));
});

it("should show the operator's links also where the live could not be fetched", async () => {
	const { view } = await show(null, Object.assign(new Error('not found'), { status: 404 }), LINKS);
	assert.equal(linksOf(view), SHOWN);
});

it('should show lines of plain text as text, sanitized content, and each in place of the other', async () => {
	const { view, display } = await show({ lines: ['一 <b>粗</b>', '二'] });
	assert.equal([texts(view, '.rich p'), texts(view, '.rich b')], [['一 <b>粗</b>', '二'], []]);
	for (const text of ['安排', '改']) {
		await display({ content: rich(`<p><b>${text}</b></p>`), complete: true });
		assert.equal([texts(view, '.rich b'), skeletons(view)], [[text], 0]);
	}
	await display({ lines: ['一'] });
	assert.equal([texts(view, '.rich'), texts(view, '.rich b')], [['一'], []]);
});

it('should keep what is shown until the next content is complete', async () => {
	const { view, display } = await show({ content: rich('<p>旧</p>'), complete: true });
	const old = ['rich', '旧'];
	for (const [content, complete, expected] of [
		[rich('<p>半</p>'), false, [old, ['rich coming', '半']]],
		[rich('<p>新</p>'), false, [old, ['rich coming', '新']]],
		[rich('<p>新</p>'), true, [['rich', '新']]],
	] as const) {
		await display({ content, complete });
		const shown = [...view.querySelectorAll('.rich')].map(({ className, textContent }) => [className, textContent]);
		assert.equal(shown, expected);
	}
});

it('should show the first content as it grows', async () => {
	const content = rich('<p>一</p>');
	const { view, display } = await show({ content, complete: false });
	assert.is(view.querySelector('.rich')!.className, 'rich');
	await display({ content, complete: true });
	assert.is(view.querySelector('.rich'), content);
});

it('should say so when there is nothing to show, and not of content without text', async () => {
	const { view, display } = await show({ lines: [] });
	assert.equal([texts(view, '.empty'), view.querySelector('.rich')], [['主办方还没有填写介绍'], null]);
	await display({ content: rich('<img src="https://a/b.png">'), complete: true });
	assert.ok(view.querySelector('.rich img'));
	assert.is(view.querySelector('.empty'), null);
});

it.run();
