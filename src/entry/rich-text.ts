/** Rich-text script: the sanitizer. */
import { createSanitizer } from '../safe/sanitize.ts';
import { addCss } from '../view/page/add-css.ts';

declare const __RICH_TEXT_CSS__: string;

const handoff = window.livePage!;

if (!handoff.richText) {
	handoff.richText = createSanitizer();
	addCss(__RICH_TEXT_CSS__);
}
