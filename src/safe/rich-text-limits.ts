import { MAX_HTML, withoutTags } from './plain-text.ts';

/** Limits: other scripts need fonts; words in tags may be attributes. */
const LIMITS = {
	characters: MAX_HTML,
	'characters of text': 25_000,
	'characters of other scripts': 3000,
	// About 0.1 ms each.
	tags: 1000,
	'words and attributes': 4500,
};
const OTHER_SCRIPT = /[^\0-~\u2010-\u2026\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]/;

/** Whether rich HTML may take over 200 ms; logs why. Judges the text, as parsing takes time, too. */
export function isTooCostly(html: string): boolean {
	const text = withoutTags(html);
	const sizes = [
		html.length,
		text.length,
		html.split(OTHER_SCRIPT).length - 1,
		html.split('<').length - 1,
		html.split(/["'/\s]+/).length,
	];
	return Object.entries(LIMITS).some(([what, limit], index) => {
		const excess = sizes[index]! > limit;
		if (excess) console.warn(`The description is shown as plain text: more than ${limit} ${what}`);
		return excess;
	});
}
