import { signal } from '@preact/signals';
import type { Comment } from '../api/comments.ts';

/** Milliseconds a toast is shown. */
const TOAST_TIME = 2500;

/** A question with two answers. */
export interface Question {
	kind: 'question';
	title: string;
	message: string;
	/** The comment it is about. */
	quote?: Comment | undefined;
	answer: (yes: boolean) => void;
}

/** What lies over the whole page until it is closed: also how to leave WeChat (spec §2), and an image, shown large. */
export type Dialog = Question | { kind: 'open-in-browser' } | { kind: 'image'; url: string };

/** What the page shows over its content: a toast, a dialog. */
export function createNotice() {
	const toast = signal('');
	const dialog = signal<Dialog | null>(null);
	let timer: ReturnType<typeof setTimeout> | undefined;

	function close() {
		const closed = dialog.value;
		dialog.value = null;
		if (closed && closed.kind === 'question') closed.answer(false);
	}

	return {
		/** The toast's text; '' while there is none. */
		toast,
		/** The open dialog. */
		dialog,
		showToast(message: string) {
			toast.value = message;
			clearTimeout(timer);
			timer = setTimeout(() => (toast.value = ''), TOAST_TIME);
		},
		/** Opens a dialog in the place of another one. */
		open(next: Dialog) {
			close();
			dialog.value = next;
		},
		/** Closes the dialog; a question is answered with no. */
		close,
		/** Opens a question and resolves with its answer; with `false` at once while another dialog is open. */
		confirm(title: string, message: string, quote?: Comment): Promise<boolean> {
			if (dialog.value) return Promise.resolve(false);
			return new Promise((resolve) => {
				dialog.value = {
					kind: 'question',
					title,
					message,
					quote,
					answer(yes) {
						dialog.value = null;
						resolve(yes);
					},
				};
			});
		},
	};
}

/** Made by {@link createNotice}. */
export type Notice = ReturnType<typeof createNotice>;
