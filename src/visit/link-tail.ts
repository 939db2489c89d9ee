/** Words and punctuation that chats take into a link. */
const TAIL = /[\s)\]"'<>\u3000-\u303f\uff00-\uff1f].*|[.,;!?]+$/;

/** Returns a link's id without what a chat has taken into the link, such as `)` or `，欢迎观看`; '' if it has no such tail. */
export function withoutTail(id: string): string {
	const trimmed = id.replace(TAIL, '');
	return trimmed === id ? '' : trimmed;
}
