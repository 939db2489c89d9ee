import { readVisit } from './visit.ts';

/** A second URL, or what ids do not have, and all after it. */
const FOREIGN = /(https?:|www\.|[^\w.~:+/=@\u3400-\u9fff-])[^]*/i;
/** Words after an id without any. */
const WORDS = /^([a-z\d][ -~]*)[^ -~][^]*/i;
/** Punctuation at the end of a sentence, or of a marked text. */
const MARKS = /[!-/:-@[-`{-~]+$/;

/** Returns a link's id without what a chat has taken into the link, such as `)` or `，欢迎观看`; '' if it has no such tail. */
export function withoutTail(id: string): string {
	const cut = id.replace(FOREIGN, '').replace(WORDS, '$1');
	const trimmed = cut === id ? id.replace(MARKS, '') : cut;
	return trimmed === id ? '' : trimmed;
}

/** Returns the query of a link that was encoded as a whole (`?id%3D1`), also several times; '' where it names no live. */
export function encodedQuery(search: string): string {
	try {
		const query = decodeURIComponent(search);
		if (query === search) return '';
		return readVisit(query).id ? query : encodedQuery(query);
	} catch {
		return '';
	}
}
