/** The script of the sanitizer, apart from the bundle: the bundle loads it when there is a description to show. */
import { createSanitizer } from '../safe/sanitize.ts';
import { addCss } from './add-css.ts';

declare const __RICH_TEXT_CSS__: string;

const handoff = window.livePage!;

// An attempt to load the script that took too long may arrive after the next one.
if (!handoff.sanitize) {
	handoff.sanitize = createSanitizer();
	addCss(__RICH_TEXT_CSS__);
}
