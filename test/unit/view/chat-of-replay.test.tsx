/** The chat's panel beside a replay. */
import { beforeNextFrame, openChat } from '../../support/chat-panel.tsx';
import { commentList, fire, reset, settle, setup, texts } from '../../support/render.tsx';
import { createReplayChat } from '../../../src/models/replay-chat.ts';
import { readLive } from '../../support/read-live.ts';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const it = suite('chat of a replay');
it.before.each(() => setup());
it.after.each(reset);

it('should show where in a replay a message was said, and lead to times in messages', async () => {
	const start = new Date(2026, 10, 26, 19, 5).getTime();
	const times = [start + 3_700_000, start + 1_867_900, start + 5000, start - 60_000, new Date(2026, 10, 26).getTime()];
	const comments = commentList(5, 1).map((comment, index) =>
		Object.assign({}, comment, { time: times[index]!, content: index ? '好' : '12:34 的题' }),
	);
	const { view, page } = await openChat(comments);
	const shown = () =>
		[...view.querySelectorAll('li')].map((row) =>
			[...row.querySelectorAll<HTMLElement>('.moment')]
				.map((one) => `${one.textContent}=${one.dataset.seconds}`)
				.join(),
		);
	assert.equal(shown().filter(Boolean), []);
	await page.live.load(async () => readLive({ id: 1, status: 3, startTime: start }));
	page.replay.value = { length: 3600, chat: createReplayChat(page.chat, start, 3_600_000) };
	await settle();
	assert.equal(shown(), ['12:34=754', '31:07=1867', '0:05=5', '', '']);
});

const LESSON = new Date(2026, 10, 26, 19, 5).getTime();
/** Comments of a replay of two minutes, one each two seconds. */
const timedList = (from: number, to: number) =>
	commentList(from, to).map((comment) => ({ ...comment, time: LESSON + +comment.id * 2000 }));

/** A chat in view that is to be where a replay is, at 81 s: its page is requested, and the newest are shown. */
async function openReplayChat() {
	const chat = await openChat(timedList(60, 41));
	await chat.total[0]!.resolve(60);
	const replay = createReplayChat(chat.page.chat, LESSON, 120_000);
	chat.page.replay.value = { length: 120, chat: replay };
	await settle();
	chat.comments.length = 0;
	const first = () => chat.view.querySelector('li p')!.textContent!;
	return { ...chat, first, update: () => void replay.update(81), isAway: () => texts(chat.view, '.unread').join() };
}

it('should be where a replay is though its page comes before the next frame', async () => {
	const chat = await openReplayChat();
	const { update, comments, first, isAway } = chat;
	await beforeNextFrame(async () => {
		update();
		await settle();
		await comments[0]!.resolve(timedList(40, 21));
	});
	assert.equal([chat.requested(), first(), isAway()], [[2], '用户40：第40条', '']);
});

it('should be where a replay is though the newest come after its page', async () => {
	const { update, comments, first, isAway, page, requested } = await openReplayChat();
	void page.chat.poll();
	update();
	await settle();
	await comments[1]!.resolve(timedList(40, 21));
	await comments[0]!.resolve(timedList(62, 43));
	assert.equal([requested(), first(), isAway(), page.chat.unread.value], [[1, 2], '用户40：第40条', '', 0]);
});

for (const [who, inputs, away] of [
	['the page', [], ''],
	['a wheel', ['wheel'], '回到正在播放处'],
	['a key', ['keydown'], '回到正在播放处'],
	['a finger', ['touchstart'], '回到正在播放处'],
	['a mouse at its bar', ['mousedown'], '回到正在播放处'],
] as const)
	it(`should ${away ? 'leave the place of' : 'stay with'} a replay where ${who} has scrolled`, async () => {
		const { update, comments, first, isAway, scrollTo, scroller } = await openReplayChat();
		for (const input of inputs) await fire(scroller(), input, { touches: [] });
		await scrollTo(200);
		update();
		await settle();
		if (comments[0]) await comments[0].resolve(timedList(40, 21));
		assert.equal([isAway(), first()], [away, away ? '用户60：第60条' : '用户40：第40条']);
	});

it.run();
