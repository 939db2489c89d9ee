import createPurifier from 'dompurify';
import { isTooCostly } from './rich-text-limits.ts';
import { ATTRIBUTES, richTree, TAGS } from './rich-tree.ts';

/** Makes rich HTML safe; null if too costly. `imageUrl` limits images to the screen. */
export type Sanitizer = (html: string, imageUrl: (url: string) => string) => HTMLElement | null;

/**
 * Creates the sanitizer (spec §2): no script, form, frame or URL outside http(s), safe style, links to new pages, lazy
 * images. Returns the checked tree, never serialized. Where DOMPurify is not supported, keeps only text.
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
