import { button, fire, renderView, reset, settle, setup, texts } from '../../support/render.tsx';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { NewsItem } from '../../../src/api/news.ts';
import { createNewsPanel } from '../../../src/view/news/news-panel.tsx';

const it = suite('news panel');
/** Images in the lists whose images were to be held back. */
let held: number[];
const NewsPanel = createNewsPanel((list) => held.push(list.querySelectorAll('img').length));
it.before.each(() => {
	held = [];
	setup();
});
it.after.each(reset);

const item = (id: number, fields: Partial<NewsItem> = {}): NewsItem => ({
	id: `${id}`,
	title: `第${id}条新闻`,
	images: [`https://cdn.example.com/${id}.jpg`],
	reads: 0,
	comments: 0,
	...fields,
});

async function openNews(items: NewsItem[], options = {}) {
	const rendered = await renderView(NewsPanel, options);
	rendered.page.show('news');
	await rendered.news[0]!.resolve(items);
	const { view } = rendered;
	return { ...rendered, images: () => [...view.querySelectorAll('img')].map((image) => image.getAttribute('src')) };
}

const end = (view: Element) => view.querySelector('.list-end')?.textContent;
const skeletons = (view: Element) => view.querySelectorAll('[role=img][aria-label=加载中…]').length;

it('should request nothing before it is shown, and once however often it is shown', async () => {
	const { page, news, view } = await renderView(NewsPanel);
	assert.equal([news.length, texts(view, 'li').length, end(view)], [0, 0, '']);
	page.show('news');
	page.show('introduction');
	page.show('news');
	await news[0]!.resolve([item(1)]);
	page.show('chat');
	page.show('news');
	assert.is(news.length, 1);
});

it('should show title, reads, comments and image of each item, the default one where there is none', async () => {
	const { view, images } = await openNews([
		item(1, { title: '<i>喜报</i>', reads: '1.5w', comments: 46 }),
		item(2, { reads: 12876, images: [] }),
		item(3, { title: '', images: [] }),
	]);
	assert.equal(texts(view, 'li h2'), ['<i>喜报</i>', '第2条新闻'], 'none without a title');
	assert.equal(texts(view, 'li span'), ['1.5w人已读', '46条评论', '12876人已读', '0条评论', '0人已读', '0条评论']);
	assert.is(end(view), '没有更多了');
	assert.equal(images(), ['https://cdn.example.com/1.jpg?w=112', 'news.svg', 'news.svg']);
	const [image, fallback] = view.querySelectorAll('img');
	const attributes = ['width', 'height', 'alt', 'loading', 'decoding'].map((name) => image!.getAttribute(name));
	assert.equal(attributes, ['112', '76', '', 'lazy', 'async']);
	// It is not held back.
	const shown = [image!, fallback!].map(({ classList }) => classList.contains('there'));
	assert.equal(shown, [false, true]);
});

it('should show the next image instead of one that fails to load, at last the default one', async () => {
	const other = 'https://cdn.example.com/other.jpg';
	const { view, images } = await openNews([item(1), item(2, { images: [...item(2).images, other] })]);
	for (const shown of [`${other}?w=112`, 'news.svg', 'news.svg']) {
		await fire(view.querySelectorAll('img')[1]!, 'error');
		assert.equal(images(), ['https://cdn.example.com/1.jpg?w=112', shown]);
	}
});

it('should have the images of a list held back, once', async () => {
	const { page, news } = await openNews([item(1), item(2)]);
	assert.equal(held, [2]);
	page.show('chat');
	page.show('news');
	await settle();
	assert.equal(held, [2]);
	page.loadNews();
	await news[1]!.resolve([item(1), item(2), item(3)]);
	assert.equal(held, [2, 3]);
});

it('should load an image after a tap beside the link where the person saves data', async () => {
	const options = { saveData: true, newsUrl: (id: string) => `https://news.example.com/${id}` };
	const { view, images } = await openNews([item(1), item(2), item(3, { images: [] })], options);
	assert.equal([images(), texts(view, 'button')], [['news.svg'], ['点击看图', '点击看图']]);
	assert.is(view.querySelector('a button'), null);
	await fire(view.querySelectorAll('li > button')[1]!, 'click');
	assert.equal([images(), texts(view, 'button')], [['https://cdn.example.com/2.jpg?w=112', 'news.svg'], ['点击看图']]);
});

const rows = (view: Element) => [...view.querySelectorAll('li a')].map((row) => row.getAttribute('href'));

it('should link an item to the page that the deployment names, in a page of its own', async () => {
	const newsUrl = (id: string) => id && `https://news.example.com/${id}`;
	const { view, actions } = await openNews([item(1), item(2, { id: '' })], { newsUrl, newsInApp: true });
	assert.equal(rows(view), ['https://news.example.com/1', null]);
	const [row] = view.querySelectorAll('li a');
	assert.equal([row!.getAttribute('target'), row!.getAttribute('rel')], ['_blank', 'noopener']);
	assert.ok(row!.querySelector('img') && row!.querySelector('h2'), 'image and title are in it');
	assert.ok(await fire(row!, 'click'), 'the browser follows it');
	assert.equal(actions, []);
});

for (const [where, newsInApp, inside, opens] of [
	['in the app where no page is named, outside the app', true, false, true],
	['in the app where no page is named, inside the app', false, true, true],
	['nowhere where there is neither page nor app', false, false, false],
] as const)
	it(`should open an item ${where}`, async () => {
		const { page, view, actions } = await openNews([item(1), item(2, { id: '' })], { newsInApp });
		page.insideApp.value = inside;
		await settle();
		assert.equal(rows(view), [opens ? '#' : null, null]);
		assert.is(await fire(view.querySelector('li a')!, 'click'), !opens);
		assert.equal(actions, opens ? ['openNews'] : []);
	});

it('should say 暂无资讯 above 没有更多了 where there is no news', async () => {
	const { view } = await openNews([]);
	assert.equal([end(view), texts(view, 'li').length], ['暂无资讯\n没有更多了', 0]);
});

it('should show a skeleton while it loads, and offer a retry when it fails', async () => {
	const { page, view, news } = await renderView(NewsPanel);
	assert.is(skeletons(view), 0);
	page.show('news');
	await settle();
	assert.equal([skeletons(view), view.querySelectorAll('.skeleton i').length, end(view)], [1, 6, undefined]);
	await news[0]!.reject();
	assert.match(end(view)!, '加载失败');
	assert.is(view.querySelector('.list-end')!.getAttribute('role'), 'alert');
	assert.not.match(view.textContent!, '没有更多了');
	await fire(button(view, '点击重试'), 'click');
	assert.equal([news.length, skeletons(view), view.querySelector('[role=alert]')], [2, 1, null]);
	await news[1]!.resolve([item(1)]);
	assert.equal([skeletons(view), end(view), texts(view, 'li').length], [0, '没有更多了', 1]);
});

it('should request it again when its tab is shown after a failure, and not while it loads', async () => {
	const { page, news } = await renderView(NewsPanel);
	page.show('news');
	await news[0]!.reject();
	for (const tab of ['introduction', 'news', 'news'] as const) page.show(tab);
	assert.is(news.length, 2);
});

it.run();
