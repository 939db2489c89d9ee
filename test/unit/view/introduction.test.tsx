import { fire, render, reset, setup } from '../../support/dom.ts';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Description } from '../../../src/models/page-model.ts';
import { Introduction } from '../../../src/view/introduction/introduction.tsx';
import { createFakeApp, live } from '../../support/fake-app.ts';

const it = suite('introduction view');
it.before.each(() => setup());
it.after.each(() => {
	mock.restoreAll();
	return reset();
});

/** Result of the sanitizer. */
const rich = (html: string) => Object.assign(document.createElement('div'), { className: 'rich', innerHTML: html });

/** The introduction of a live with this description. */
async function show(description: Description | null, fields: Parameters<typeof live>[0] = {}) {
	const { app, page } = createFakeApp();
	app.stop();
	await page.live.load(async () => live({ title: '开学典礼', ...fields }));
	page.description.value = description;
	return { page, view: await render(<Introduction page={page} />) };
}

/** The introduction of a live that cannot be fetched. */
async function showFailed(error: Error, links: [text: string, url: string][] = []) {
	const { app, page } = createFakeApp();
	app.stop();
	page.links = links;
	mock.method(console, 'warn', () => {});
	await page.live.load(() => Promise.reject(error));
	return { page, view: await render(<Introduction page={page} />) };
}

const skeletons = (view: Element) => view.querySelectorAll('[role=img]').length;

it('should show the skeleton while the live is not known', async () => {
	const { app, page } = createFakeApp();
	app.stop();
	assert.is(skeletons(await render(<Introduction page={page} />)), 1);
});

it('should say that it will be shown later when the live could not be fetched, also while that is repeated', async () => {
	const { page, view } = await showFailed(new Error('offline'));
	assert.equal([view.textContent, skeletons(view)], ['恢复后自动显示', 0]);
	void page.live.load(() => new Promise(() => {}));
	await render(<Introduction page={page} />);
	assert.equal([view.textContent, skeletons(view)], ['恢复后自动显示', 0]);
});

it('should show title and summary, and the skeleton for the description', async () => {
	const { view } = await show(null, { summary: '一句话' });
	assert.is(view.querySelector('h1')!.textContent, '开学典礼');
	assert.is(view.querySelector('.summary')!.textContent, '一句话');
	assert.equal([skeletons(view), view.querySelectorAll('.rich').length], [1, 0]);
});

it('should show no summary where there is none', async () => {
	const { view } = await show(null);
	assert.is(view.querySelector('.summary'), null);
});

it('should share the live on a click', async () => {
	const { app, page } = createFakeApp();
	app.stop();
	let shared = 0;
	page.actions.share = () => void shared++;
	await page.live.load(async () => live());
	const view = await render(<Introduction page={page} />);
	assert.is(view.querySelector('button')!.textContent, '分享');
	await fire(view.querySelector('button')!, 'click');
	assert.is(shared, 1);
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
	const { page, view } = await show(null);
	page.links = LINKS;
	await render(<Introduction page={page} />);
	assert.equal(linksOf(view), []);
	page.description.value = { lines: ['文'] };
	await render(<Introduction page={page} />);
	assert.equal(linksOf(view), SHOWN);
	assert.ok(view.innerHTML.indexOf('文') < view.innerHTML.indexOf('京ICP备1号'));
});

it("should show the operator's links also where the live could not be fetched", async () => {
	const { view } = await showFailed(Object.assign(new Error('not found'), { status: 404 }), LINKS);
	assert.equal(linksOf(view), SHOWN);
});

it('should show sanitized content', async () => {
	const { view } = await show({ content: rich('<p>欢迎<strong>光临</strong></p>'), complete: true });
	assert.is(view.querySelector('.rich strong')!.textContent, '光临');
	assert.is(skeletons(view), 0);
});

it('should show lines of plain text as text', async () => {
	const { view } = await show({ lines: ['一 <b>粗</b>', '二'] });
	assert.equal(
		[...view.querySelectorAll('.rich p')].map((line) => line.textContent),
		['一 <b>粗</b>', '二'],
	);
	assert.is(view.querySelector('.rich b'), null);
});

it('should replace plain text by rich text, and the other way round', async () => {
	const { page, view } = await show({ lines: ['安排'] });
	for (const text of ['安排', '改']) {
		page.description.value = { content: rich(`<p><b>${text}</b></p>`), complete: true };
		await render(<Introduction page={page} />);
		assert.equal(
			[...view.querySelectorAll('.rich b')].map((bold) => bold.textContent),
			[text],
		);
	}
	page.description.value = { lines: ['一'] };
	await render(<Introduction page={page} />);
	assert.equal([view.querySelector('.rich')!.textContent, view.querySelectorAll('.rich b').length], ['一', 0]);
});

it('should keep what is shown until the next content is complete', async () => {
	const { page, view } = await show({ content: rich('<p>旧</p>'), complete: true });
	const shown = () => [...view.querySelectorAll('.rich')].map(({ className, textContent }) => [className, textContent]);
	const display = async (description: Description) => {
		page.description.value = description;
		await render(<Introduction page={page} />);
		return shown();
	};
	const [given, next] = [rich('<p>半</p>'), rich('<p>新</p>')];
	const old = ['rich', '旧'];
	assert.equal(await display({ content: given, complete: false }), [old, ['rich coming', '半']]);
	assert.equal(await display({ content: next, complete: false }), [old, ['rich coming', '新']]);
	assert.equal(await display({ content: next, complete: true }), [['rich', '新']]);
});

it('should show the first content as it grows', async () => {
	const content = rich('<p>一</p>');
	const { page, view } = await show({ content, complete: false });
	assert.is(view.querySelector('.rich')!.className, 'rich');
	page.description.value = { content, complete: true };
	await render(<Introduction page={page} />);
	assert.is(view.querySelector('.rich'), content);
});

it('should say so when there is nothing to show', async () => {
	const { view } = await show({ lines: [] });
	assert.is(view.querySelector('.empty')!.textContent, '主办方还没有填写介绍');
	assert.is(view.querySelector('.rich'), null);
});

it('should not say so of content without text', async () => {
	const { view } = await show({ content: rich('<img src="https://a/b.png">'), complete: true });
	assert.ok(view.querySelector('.rich img'));
	assert.is(view.querySelector('.empty'), null);
});

it.run();
