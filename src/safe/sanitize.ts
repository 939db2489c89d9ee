import createPurifier from 'dompurify';
import { isTooCostly } from './rich-text-limits.ts';
import { ATTRIBUTES, richTree, TAGS } from './rich-tree.ts';

/**
 * Makes rich HTML safe to show: an element that holds it. `imageUrl` gives the URL of an image at the width of the
 * screen. Returns null for what costs too much.
 */
export type Sanitizer = (html: string, imageUrl: (url: string) => string) => HTMLElement | null;

/**
 * Makes the sanitizer for the rich text of a description (spec §2): no script, form, frame or URL outside http(s),
 * safe style only, links that open a page of their own, images that load when they come into view.
 * The tree that was checked is the one that is shown: it is not written out and parsed again.
 * Where DOMPurify does not support the engine the result is the text alone.
 */
export function createSanitizer(): Sanitizer {
	const purifier = createPurifier(window);
	return (html, imageUrl) => {
		if (isTooCostly(html)) return null;
		let shown = document.createElement('div');
		if (purifier.isSupported) {
			const tree = richTree(html, imageUrl);
			if (!tree) return null;
			const { firstChild } = purifier.sanitize(tree, {
				ALLOWED_TAGS: TAGS.concat('#text'),
				ALLOWED_ATTR: ATTRIBUTES,
				ALLOW_DATA_ATTR: false,
				ALLOW_ARIA_ATTR: false,
				KEEP_CONTENT: false,
				RETURN_DOM: true,
			});
			shown = document.importNode(firstChild as HTMLDivElement, true);
		} else shown.textContent = html.replace(/<[^>]*>/g, ' ');
		shown.className = 'rich';
		return shown;
	};
}
