import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { comments, openFakeChat, silenceWarnings } from '../../support/fake-chat.ts';

const it = suite('chat, pull-down');
it.before.each(silenceWarnings);
it.after.each(() => mock.restoreAll());

it('should merge page 1 at the head on refresh, and prepend the next page to the older rows', async () => {
	const { chat, page, pages, shown } = await openFakeChat();
	void chat.refresh();
	assert.is(chat.loading.value, 'refresh');
	await page[0]!.resolve(comments(62, 43));
	assert.equal(pages(), [1, 2]);
	await page[1]!.resolve(comments(42, 38));
	assert.equal([pages(), chat.loading.value], [[1, 2], '']);
	assert.match(shown(), /^62 61 40 39 38 60 59 .* 41$/);
	void chat.more();
	await page[2]!.resolve(comments(37, 37));
	assert.equal(pages(), [1, 2, 3]);
	assert.match(shown(), /^62 61 40 39 38 60 .* 41 37$/);
});

it('should request page 1 alone on refresh after the end', async () => {
	const { chat, page, pages, shown } = await openFakeChat();
	void chat.more();
	await page[0]!.resolve([]);
	void chat.refresh();
	await page[1]!.resolve(comments(61, 42));
	assert.equal([pages(), chat.finished.value, chat.loading.value], [[2, 1], true, '']);
	assert.match(shown(), /^61 60 .* 41$/);
});

it('should change nothing when a refresh fails, in either part', async () => {
	for (const part of [0, 1]) {
		const { chat, page, shown } = await openFakeChat();
		void chat.refresh();
		if (part) await page[0]!.resolve(comments(61, 42));
		await page[part]!.reject();
		assert.equal([chat.failed.value, chat.loading.value], [true, '']);
		assert.match(shown(), /^60 .* 41$/);
	}
});

it.run();
