import { signal } from '@preact/signals';
import type { Comment } from '../api/comments.ts';

/** Milliseconds a toast is shown. */
const TOAST_TIME = 2500;

/** A question with two answers, shown as a dialog. */
export interface Question {
	title: string;
	message: string;
	/** The comment it is about. */
	quote?: Comment | undefined;
	answer: (yes: boolean) => void;
}

/** What the page shows over its content: a toast, a question, the open-in-browser image. */
export function createNotice() {
	const toast = signal('');
	const question = signal<Question | null>(null);
	const openInBrowser = signal(false);
	let timer: ReturnType<typeof setTimeout> | undefined;
	return {
		/** The toast's text; '' while there is none. */
		toast,
		/** The open question. */
		question,
		/** Whether the open-in-browser image is shown (spec §2). */
		openInBrowser,
		showToast(message: string) {
			toast.value = message;
			clearTimeout(timer);
			timer = setTimeout(() => (toast.value = ''), TOAST_TIME);
		},
		/** Opens a question and resolves with its answer; with `false` at once while another one is open. */
		confirm(title: string, message: string, quote?: Comment): Promise<boolean> {
			if (question.value) return Promise.resolve(false);
			return new Promise((resolve) => {
				question.value = {
					title,
					message,
					quote,
					answer(yes) {
						question.value = null;
						resolve(yes);
					},
				};
			});
		},
	};
}

/** Made by {@link createNotice}. */
export type Notice = ReturnType<typeof createNotice>;
