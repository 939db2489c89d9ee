import { beforeNextFrame, openChat, renderChat } from '../../support/chat-panel.tsx';
import { button, commentList, fire, render, reset, settle, setup, texts } from '../../support/render.tsx';
import { LatestMessages } from '../../../src/view/chat/latest-messages.tsx';
import { mock } from 'node:test';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const it = suite('chat panel');
it.before.each(() => setup());
let tick: ReturnType<typeof setInterval> | undefined;
it.after.each(() => {
	clearInterval(tick);
	mock.timers.reset();
	reset();
});

it('should show nickname and content as text, and the assistant for an empty nickname', async () => {
	const { view } = await openChat([
		{ id: '2', nickname: '小宇', content: '<b>加油</b> & "好"' },
		{ id: '1', nickname: '', content: '欢迎来到直播间' },
	]);
	assert.equal(texts(view, 'li p'), ['小宇：<b>加油</b> & "好"', '直播小助手：欢迎来到直播间']);
	assert.equal(texts(view, 'b.assistant'), ['直播小助手：']);
	assert.equal(texts(view, 'b bdi'), ['小宇', '直播小助手'], 'a name does not turn the text after it round');
	assert.equal(texts(view, 'b + bdi'), ['<b>加油</b> & "好"', '欢迎来到直播间'], 'nor does the page a message');
	// The pages are no lists of their own.
	assert.is(
		view.querySelectorAll('[role=log] > [role=list][aria-label=聊天] > ul[role=none] > li[role=listitem]').length,
		2,
	);
});

for (const count of [55, 0])
	it(`should tell screen readers of ${count} messages, and of none while their number is unknown`, async () => {
		const { view, total } = await openChat();
		const name = () => view.querySelector('.scroller')!.getAttribute('aria-label');
		assert.is(name(), '聊天消息');
		await total[0]!.resolve(count);
		assert.is(name(), count ? '聊天消息，共 55 条消息' : '聊天消息');
	});

it('should request nothing before it is shown, show a skeleton while the first page loads, and not when a list is replaced', async () => {
	const { page, view, comments, total, rows, end, skeletons } = await renderChat();
	assert.equal([comments.length, total.length, skeletons(), end()], [0, 0, 0, '']);
	page.show('chat');
	await settle();
	assert.equal([skeletons(), view.querySelectorAll('.skeleton i').length, end()], [1, 6, '']);
	await comments[0]!.resolve(commentList(60, 41));
	assert.is(skeletons(), 0);
	void page.chat.reload();
	await settle();
	assert.equal([skeletons(), end(), rows()], [0, '加载中…', 20]);
});

it('should say 没有更多了 after an empty page, and request no other', async () => {
	const { comments, scrollTo, requested, rows, end } = await openChat();
	await scrollTo(500);
	await comments[1]!.resolve([]);
	assert.is(end(), '没有更多了');
	await scrollTo(0);
	await scrollTo(500);
	assert.equal([requested(), rows()], [[1, 2], 20]);
});

for (const [member, text] of [
	[true, '还没有消息，来说两句吧'],
	[false, '还没有消息'],
] as const)
	it(`should say ${text} where there are no comments, and offer nobody to delete others`, async () => {
		const { view, requested, rows, end, page, comments } = await openChat([], { member });
		assert.equal([end(), rows(), requested()], [`${text}\n没有更多了`, 0, [1]]);
		void page.chat.reload();
		await comments[1]!.resolve(commentList(3, 1));
		assert.equal([rows(), texts(view, 'li button')], [3, []]);
	});

it('should request one page for one scroll where the response comes before the next frame', async () => {
	const { page, comments, scrollTo, requested, rows } = await openChat();
	await beforeNextFrame(async () => {
		await scrollTo(500);
		await comments[1]!.resolve(commentList(41, 22));
	});
	assert.equal([requested(), rows(), page.chat.loading.value], [[1, 2], 39, '']);
});

it('should offer a retry when a page fails, and request the same page again', async () => {
	const { page, view, comments, poll, scrollTo, requested, rows, end, skeletons } = await renderChat();
	page.show('chat');
	await settle();
	await comments[0]!.reject();
	assert.match(end(), '加载失败');
	await fire(button(view, '点击重试'), 'click');
	assert.is(skeletons(), 1);
	await comments[1]!.resolve(commentList(60, 41));
	assert.equal([end(), rows()], ['', 20]);
	await poll(60);
	comments.pop();

	await scrollTo(500);
	await comments[2]!.reject();
	assert.match(end(), '加载失败');
	await scrollTo(499);
	assert.equal(requested(), [1, 1, 2], 'a scroll is no retry');
	const now = performance.now() + 4000;
	mock.method(performance, 'now', () => now);
	await fire(button(view, '点击重试'), 'click');
	await comments[3]!.resolve(commentList(41, 22));
	mock.restoreAll();
	assert.equal([requested(), end(), rows()], [[1, 1, 2, 2], '', 39]);
});

it('should render a page once, however many follow', async () => {
	let renders = 0;
	const [first, ...others] = commentList(60, 41);
	const counted = {
		...first!,
		get own() {
			renders++;
			return false;
		},
	};
	const { view, comments, poll, scrollTo, rows } = await openChat([counted, ...others]);
	const before = renders;
	const row = view.querySelector('li');
	await scrollTo(500);
	await comments[1]!.resolve(commentList(41, 22));
	await poll(61);
	assert.is(rows(), 40);
	assert.equal([before, renders], [1, 1]);
	assert.is(view.querySelectorAll('li')[1], row);
});

it('should request the newest and the next page when the list is pulled down', async () => {
	const { view, comments, requested, rows, end, scroller } = await openChat();
	const line = view.querySelector('.pull')!;
	await fire(scroller(), 'touchstart', { touches: [{ clientY: 400 }] });
	await fire(scroller(), 'touchmove', { touches: [{ clientY: 500 }] });
	await fire(scroller(), 'touchend');
	assert.equal([line.textContent, requested(), end()], ['加载中…', [1, 2, 1], '加载中…']);
	await comments[1]!.resolve(commentList(41, 21));
	await comments[2]!.resolve(commentList(61, 42));
	assert.equal([line.textContent, requested(), rows()], ['下拉刷新', [1, 2, 1], 41]);
});

it('should offer a moderator to delete each comment that has an id, as one stop of the tab key', async () => {
	const list = [
		...commentList(3, 2),
		{ id: '1', nickname: '', content: '欢迎'.repeat(11) },
		{ id: '', nickname: '', content: '没有编号' },
	];
	const { view, scroller } = await openChat(list, { moderator: true });
	assert.equal(
		['tabindex', 'aria-label'].map((name) => scroller().getAttribute(name)),
		['0', '聊天消息'],
	);
	const controls = [...view.querySelectorAll('li')].map((row) => row.querySelector('button'));
	const [names, stops] = ['aria-label', 'tabindex'].map((name) => controls.map((one) => one?.getAttribute(name)));
	assert.equal(texts(view, 'li button'), ['删除', '删除', '删除']);
	assert.equal(stops, ['-1', '-1', '-1', undefined]);
	const long = `删除直播小助手的消息：${'欢迎'.repeat(10)}…`;
	assert.equal(names, ['删除用户3的消息：第3条', '删除用户2的消息：第2条', long, undefined]);
});

it('should request no second page before it is in view', async () => {
	const { page, comments, requested } = await renderChat();
	page.chat.open();
	await comments[0]!.resolve(commentList(3, 1));
	assert.equal(requested(), [1]);
	page.show('chat');
	await settle();
	assert.equal(requested(), [1, 2]);
});

it('should count what comes while another tab is shown as unread, until it is in view again', async () => {
	const { page, view, poll } = await openChat();
	page.show('introduction');
	await settle();
	await poll(63);
	assert.is(page.chat.unread.value, 3);
	page.show('chat');
	await settle();
	assert.equal([page.chat.unread.value, texts(view, '.unread')], [0, []], 'all three are in view at the top');
});

it('should show the time of messages where the server tells, at the first of each minute', async () => {
	const at = (minute: number, second = 0) => new Date(2026, 10, 26, 9, minute, second).getTime();
	const times = [at(6, 1), at(5, 59), at(5, 2), 0, at(5), new Date(2026, 10, 26).getTime()];
	const { view } = await openChat(commentList(6, 1).map((comment, index) => ({ ...comment, time: times[index]! })));
	const shown = [...view.querySelectorAll('li')].map((row) => row.querySelector('time')?.textContent);
	assert.equal(shown, ['09:06', undefined, '09:05', undefined, '09:05', undefined]);
});

it('should show two messages over a broadcast on a phone on its side for 8 s, and none over a replay', async () => {
	const { page, poll } = await openChat();
	mock.timers.enable({ apis: ['setTimeout'] });
	tick = setInterval(() => mock.timers.tick(0), 1);
	globalThis.matchMedia = (() => ({ matches: true, addListener() {}, removeListener() {} })) as never;
	const view = await render(<LatestMessages page={page} />);
	const shown = () => view.querySelectorAll('p').length;
	const be = (status: number) => {
		const { state } = page.live;
		state.value = { ...state.value, data: { ...state.value.data!, status } };
	};
	be(1);
	await poll(62);
	assert.is(shown(), 2);
	mock.timers.tick(8000);
	await settle();
	assert.is(shown(), 0);
	await poll(63);
	assert.is(shown(), 2);
	be(3);
	await settle();
	assert.is(shown(), 0);
});

it.run();
