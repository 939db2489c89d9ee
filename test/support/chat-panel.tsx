import { commentList, fire, renderView, settle } from './render.tsx';
import type { Comment } from '../../src/api/comments.ts';
import { ChatPanel } from '../../src/view/chat/chat-panel.tsx';

/** A chat that is not shown yet, with what the tests do to it and read of it. */
export async function renderChat(options = {}) {
	const chat = await renderView(ChatPanel, options);
	const { page, view, comments } = chat;
	const scroller = () => view.querySelector<HTMLElement>('.scroller')!;
	return {
		...chat,
		scroller,
		async scrollTo(top: number) {
			scroller().scrollTop = top;
			await fire(scroller(), 'scroll');
		},
		/** Polls, and answers with the 20 comments up to the newest. */
		async poll(newest: number) {
			void page.chat.poll();
			await settle();
			await comments.at(-1)!.resolve(commentList(newest, newest - 19));
		},
		/** Numbers of the requested pages. */
		requested: () => comments.map(({ argument }) => argument),
		rows: () => view.querySelectorAll('li').length,
		end: () => view.querySelector('.list-end')!.textContent!,
		skeletons: () => view.querySelectorAll('[role=img][aria-label=加载中…]').length,
		/** Announcement of added rows: by themselves, or by a text instead. */
		announced: () =>
			[
				view.querySelector('[role=log]')!.getAttribute('aria-live'),
				view.querySelector('[role=status]')!.textContent,
			].join(),
	};
}

/** A chat that has loaded its first page: by default the comments 60 to 41. */
export async function openChat(first: Comment[] = commentList(60, 41), options = {}) {
	const chat = await renderChat(options);
	const { page, comments, poll } = chat;
	page.show('chat');
	await comments[0]!.resolve(first);
	if (first.length < 20) return chat;
	// So that the next page is requested without reading the first one again.
	await poll(60);
	comments.pop();
	return chat;
}

/** Acts before the next frame of the page, which comes after it. */
export async function beforeNextFrame(act: () => Promise<void>): Promise<void> {
	const { requestAnimationFrame } = globalThis;
	const frames: (() => void)[] = [];
	globalThis.requestAnimationFrame = (callback) => frames.push(() => callback(0));
	await act();
	globalThis.requestAnimationFrame = requestAnimationFrame;
	for (const frame of frames) frame();
	await settle();
}
