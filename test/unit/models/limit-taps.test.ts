import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Comment } from '../../../src/api/comments.ts';
import { createPage, type NewsItem } from '../../../src/models/page-model.ts';
import { advance, settle, withFakeTimers } from '../../support/player.ts';

const it = suite('limit of taps');
withFakeTimers(it);

/** A page whose lists fail. */
function fixture() {
	mock.method(console, 'warn', () => {});
	const requests = { comments: 0, news: 0 };
	const fail = () => Promise.reject(new Error('refused'));
	const lists = { comments: (_page: number): Promise<Comment[]> => fail(), news: (): Promise<NewsItem[]> => fail() };
	const page = createPage({
		chat: { fetchPage: (pagenum: number) => (requests.comments++, lists.comments(pagenum)), fetchTotal: async () => 0 },
		news: () => (requests.news++, lists.news()),
		actions: {},
	} as never);
	return { page, lists, requests };
}

async function wait(seconds: number) {
	advance(seconds * 1000);
	await settle();
}

it('should make few requests of taps in a row, the first at once, and one more for those of a pause', async () => {
	const { page, requests } = fixture();
	for (let tap = 0; tap < 20; tap++) {
		page.chat.open();
		await settle();
		page.chat.older();
		page.loadNews();
		await settle();
	}
	assert.equal(requests, { comments: 3, news: 2 });
	await wait(1);
	assert.equal(requests, { comments: 4, news: 3 });
	await wait(60);
	assert.equal(requests, { comments: 4, news: 3 });
});

it('should drop a tap that a success has overtaken', async () => {
	const { page, lists, requests } = fixture();
	page.chat.open();
	await settle();
	for (let tap = 0; tap < 2; tap++) {
		page.chat.older();
		page.loadNews();
		await settle();
	}
	lists.comments = async () => [{ id: '1', nickname: '', content: '好' }];
	lists.news = async () => [];
	await Promise.all([page.chat.poll(), page.pollNews()]);
	const before = { ...requests };
	await wait(60);
	assert.equal(requests, before);
});

it.run();
