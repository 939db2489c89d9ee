import { signal } from '@preact/signals';

/** Milliseconds a toast stays. */
const TOAST_TIME = 2500;

/** A question put to the person; the dialog's two buttons answer it. */
export interface Question {
	title: string;
	message: string;
	answer: (yes: boolean) => void;
}

/** What the page says and asks beside its content: a toast, a question, the open-in-browser picture. */
export function createNotice() {
	const toast = signal('');
	const question = signal<Question | null>(null);
	const overlay = signal(false);
	let timer: ReturnType<typeof setTimeout> | undefined;
	return {
		toast,
		question,
		overlay,
		say(message: string) {
			toast.value = message;
			clearTimeout(timer);
			timer = setTimeout(() => (toast.value = ''), TOAST_TIME);
		},
		/** Asks and answers with the person's choice; a second question while one is open is a no. */
		confirm(title: string, message: string): Promise<boolean> {
			if (question.value) return Promise.resolve(false);
			return new Promise((resolve) => {
				question.value = {
					title,
					message,
					answer(yes) {
						question.value = null;
						resolve(yes);
					},
				};
			});
		},
	};
}

export type Notice = ReturnType<typeof createNotice>;
