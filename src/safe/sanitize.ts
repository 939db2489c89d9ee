import createPurifier from 'dompurify';
import { isTooCostly } from './rich-text-limits.ts';
import { ATTRIBUTES, richTree, TAGS } from './rich-tree.ts';

/**
 * Converts rich HTML to a safe element; null if it costs too much. `imageUrl` limits an image to the screen's width.
 */
export type Sanitizer = (html: string, imageUrl: (url: string) => string) => HTMLElement | null;

/**
 * Creates the sanitizer of descriptions (spec §2): no script, form, frame or URL outside http(s), only safe style,
 * links open new pages, images load lazily. Shows the very tree it has checked, without serializing it. Without
 * DOMPurify's support the result is text.
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
