/** Rich-text script: the sanitizer, loaded for a description. */
import { createSanitizer } from '../safe/sanitize.ts';
import { addCss } from './add-css.ts';

declare const __RICH_TEXT_CSS__: string;

const handoff = window.livePage!;

// A late attempt may arrive after the next one.
if (!handoff.sanitize) {
	handoff.sanitize = createSanitizer();
	addCss(__RICH_TEXT_CSS__);
}
