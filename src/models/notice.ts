import { signal } from '@preact/signals';
import type { Comment } from '../api/comments.ts';

/** Milliseconds. */
const TOAST_TIME = 2500;

/** A yes-or-no question. */
export interface Question {
	kind: 'question';
	title: string;
	message: string;
	quote?: Comment | undefined;
	answer: (yes: boolean) => void;
}

/** A replay to share, whole or from a second on. */
export interface ShareMoment {
	kind: 'share-moment';
	seconds: number;
	/** 0: whole. */
	share: (from: number) => void;
}

/** A question, the way out of WeChat (spec §2), or an enlarged image. */
export type Dialog = Question | ShareMoment | { kind: 'open-in-browser' } | { kind: 'image'; url: string; alt: string };

/** Creates toast and dialog. */
export function createNotice() {
	const toast = signal('');
	const urgency = signal<'assertive' | undefined>();
	const dialog = signal<Dialog | null>(null);
	let timer: ReturnType<typeof setTimeout> | undefined;

	function close() {
		const closed = dialog.value;
		dialog.value = null;
		if (closed && closed.kind === 'question') closed.answer(false);
	}

	return {
		/** '' for none. */
		toast,
		/** How the toast is read out; undefined: once there is time. */
		urgency,
		dialog,
		/** `assertive`: what the person has just done has failed. */
		showToast(message: string, next?: 'assertive') {
			toast.value = message;
			urgency.value = next;
			clearTimeout(timer);
			timer = setTimeout(() => (toast.value = ''), TOAST_TIME);
		},
		open(next: Dialog) {
			close();
			dialog.value = next;
		},
		/** Answers a question with no. */
		close,
		/** Resolves with the answer; false at once if another dialog is open. */
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

/** Toast and dialog. */
export type Notice = ReturnType<typeof createNotice>;
