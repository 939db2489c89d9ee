import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Question } from '../../../src/models/notice.ts';
import { userAgentOf } from '../../fixtures/user-agents.ts';
import { live } from '../../support/fake-app.ts';
import { create, settle, withDeferred } from '../../support/running-deferred.ts';

const it = suite('deferred script: sharing');
const IN_QQ = userAgentOf('QQ, Android with X5');
const global = globalThis as any;

withDeferred(it);

it('should set the share card once, when the live is known, and not after its end', async () => {
	const cards: { title: string }[] = [];
	const run = () => {
		const created = create({ userAgent: IN_QQ });
		const { append } = document.head;
		mock.method(document.head, 'append', (script: HTMLScriptElement) => {
			append.call(document.head, script);
			global.mqq = { data: { setShareInfo: (card: { title: string }) => cards.push(card) } };
			setTimeout(() => script.onload!({} as Event));
		});
		return { ...created, end: created.start() };
	};
	const { page } = run();
	await settle();
	assert.equal(cards, []);
	await page.live.load(async () => live({ title: '开学典礼' }));
	await page.live.load(async () => live({ title: '另一个标题' }));
	await settle();
	assert.equal(
		cards.map(({ title }) => title),
		['开学典礼'],
	);

	const ended = run();
	ended.end();
	await ended.page.live.load(async () => live({ title: '结束以后' }));
	await settle();
	assert.is(cards.length, 1);
});

for (const [text, copied, toast] of [
	['YG1', true, '已复制'],
	['YG1', false, '复制失败，请手动输入'],
	['https://live.example.com/?id=1', true, '已复制'],
	['https://live.example.com/?id=1', false, ''],
] as const)
	it(`should say ${toast || 'the link'} when copying ${text} ${copied ? 'worked' : 'failed'}`, async () => {
		const { deferred, page } = create();
		const texts: string[] = [];
		const writeText = async (text: string) => {
			texts.push(text);
			if (!copied) throw new Error('not allowed');
		};
		Object.assign(navigator, { clipboard: { writeText } });
		Object.assign(document, { execCommand: () => false });
		Object.assign(HTMLElement.prototype, { select() {} });
		await deferred.copy(text, page.notice);
		assert.equal([texts, page.notice.toast.value], [[text], toast]);
		const dialog = page.notice.dialog.value as Question | null;
		assert.equal(dialog && [dialog.title, dialog.message], toast ? null : ['复制失败，请手动复制链接', text]);
	});

it('should say that the app has to be opened where nothing opens it', async () => {
	const { deferred, page } = create();
	await deferred.openApp('follow', { liveId: '1', organizationId: '9' }, page.notice);
	assert.is(page.notice.toast.value, '请打开校园App');
});

it("should share a link with the address's id, without token and user id", async () => {
	const { deferred, page } = create({ href: 'https://live.example.com/?id=1&userId=42&token=secret' });
	const shared: { url: string }[] = [];
	Object.assign(navigator, { share: async (data: { url: string }) => void shared.push(data) });
	await deferred.share(live({ id: '' }), page.notice);
	assert.equal(
		shared.map(({ url }) => url),
		['https://live.example.com/?id=1'],
	);
});

it.run();
