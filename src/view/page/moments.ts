import { BEFORE_CLOCK, BEHIND_CLOCK, BEHIND_DAY } from '../../texts.ts';

/** Between two times. */
const DASHES = '~\u2013\u2014\u301c\uff5e-';

/** A time of day, or one of several, is no place of a recording. */
const TIME = new RegExp(
	`(^\\s*|[^\\s\\d:\uff1a./${BEFORE_CLOCK}${DASHES}]\\s*)((?:\\d{1,2}[:\uff1a])?\\d{1,3}[:\uff1a][0-5]\\d)` +
		`(?![\\d:\uff1a.]|\\s*(?:[ap]m|[${BEHIND_CLOCK}${DASHES}]))`,
	'gi',
);

/** Text, or a place of a recording, as written and in seconds. */
type Part = string | { text: string; seconds: number };

/** Splits a text at the times that are places of a recording of so many seconds: 12:34, 1:02:03. */
export function momentsIn(text: string, length: number): Part[] {
	const parts: Part[] = [];
	let end = 0;
	text.replace(TIME, (all: string, before: string, time: string, index: number) => {
		const seconds = time.split(/[:\uff1a]/).reduce((sum, part) => sum * 60 + +part, 0);
		const start = index + before.length;
		if (seconds < length && !BEHIND_DAY.test(text.slice(0, start))) {
			parts.push(text.slice(end, start), { text: time, seconds });
			end = start + time.length;
		}
		return all;
	});
	parts.push(text.slice(end));
	return parts.filter((part) => part !== '');
}
