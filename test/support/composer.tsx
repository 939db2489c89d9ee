import { commentList, fire, renderView, settle, texts } from './render.tsx';
import type { Page } from '../../src/models/page-model.ts';
import { ChatPanel } from '../../src/view/chat/chat-panel.tsx';
import { Toast } from '../../src/view/page/toast.tsx';

const ChatWithToast = ({ page }: { page: Page }) => (
	<>
		<ChatPanel page={page} />
		<Toast page={page} />
	</>
);

/** The chat of a viewer who may write, with its first page and toasts, and what the tests do to it and read of it. */
export async function openComposer({ member = true, maxLength = 500, listed = true } = {}) {
	const chat = await renderView(ChatWithToast, { member, maxLength });
	const { page, view, comments, send } = chat;
	page.show('chat');
	await settle();
	await (listed ? comments[0]!.resolve(commentList(60, 41)) : comments[0]!.reject());
	const field = view.querySelector('textarea')!;
	return {
		...chat,
		field,
		sent: () => send.map(({ argument }) => argument),
		pages: () => comments.map(({ argument }) => argument),
		toast: () => texts(view, '[role=status] p'),
		urgency: () => view.querySelector('.toast')!.getAttribute('aria-live'),
		async write(text: string) {
			field.value = text;
			await fire(field, 'input');
		},
		click: () => fire(view.querySelector('.composer .button')!, 'click'),
		press: (key: string, fields = {}) => fire(field, 'keydown', { key, keyCode: 13, isComposing: false, ...fields }),
	};
}
