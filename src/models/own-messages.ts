import type { Comment } from '../api/comments.ts';

/** Milliseconds within which a sent message appears. */
const SENT_TIME = 300_000;

/** Marks the visitor's own messages: by the server's user id, else the first new one with the text that was sent. */
export function createOwnMessages(userId: string) {
	/** By comment id. */
	const own = new Set<string>();
	let sent: { content: string; known: ReadonlySet<string>; at: number }[] = [];

	function isOwn({ id, userId: sender, content }: Comment): boolean {
		if (sender) return sender === userId;
		if (!id || own.has(id)) return !!id;
		const match = sent.find(
			(one) => one.content === content && !one.known.has(id) && performance.now() - one.at < SENT_TIME,
		);
		if (!match) return false;
		sent = sent.filter((one) => one !== match);
		own.add(id);
		return true;
	}

	return {
		/** Notes a message that was sent; `list` is what was known before. */
		onSend(content: string, list: readonly Comment[]) {
			const known = new Set(list.map(({ id }) => id));
			sent = sent.concat({ content, known, at: performance.now() });
		},
		mark: (comments: Comment[]): Comment[] =>
			comments.map((comment) => (userId && isOwn(comment) ? Object.assign({}, comment, { own: true }) : comment)),
	};
}
