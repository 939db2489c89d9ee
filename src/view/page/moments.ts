/** A time of day, or one of several, is no place of a recording. */
const TIME =
	/(^\s*|[^\s\d:：./~–—至到月日号午晚早晨-]\s*)((?:\d{1,2}[:：])?\d{1,3}[:：][0-5]\d)(?![\d:：.]|\s*(?:[-~–—至到分点]))/g;

/** Text, or a place of a recording, as written and in seconds. */
export type Part = string | { text: string; seconds: number };

/** Splits a text at the times that are places of a recording of so many seconds: 12:34, 1:02:03. */
export function momentsIn(text: string, length: number): Part[] {
	const parts: Part[] = [];
	let end = 0;
	text.replace(TIME, (all: string, before: string, time: string, index: number) => {
		const seconds = time.split(/[:：]/).reduce((sum, part) => sum * 60 + +part, 0);
		if (seconds < length) {
			const start = index + before.length;
			parts.push(text.slice(end, start), { text: time, seconds });
			end = start + time.length;
		}
		return all;
	});
	parts.push(text.slice(end));
	return parts.filter((part) => part !== '');
}
