import { MAX_HTML, withoutTags } from './plain-text.ts';

/** What rich text may have at most. Layout of other scripts needs further fonts, and each change a run of its own; words inside tags may be attributes. */
const LIMITS = {
	characters: MAX_HTML,
	'characters of text': 25_000,
	'changes of script': 6000,
	'characters of other scripts': 3000,
	// Some 0.1 ms each.
	tags: 1000,
	'words and attributes': 4500,
};
const OTHER_SCRIPT = /[^\0-~\u2010-\u2026\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]/;

/**
 * Whether rich HTML may take more than 200 ms to parse, sanitize and lay out, and has to be shown as plain text; the
 * console says why. Decided on the text, because the browser's own parser is a part of the cost.
 */
export function isTooCostly(html: string): boolean {
	const sizes = [
		html.length,
		withoutTags(html).length,
		html.split(/[\0-~][^\0-~]/).length,
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
