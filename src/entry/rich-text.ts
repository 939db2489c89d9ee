/** Rich-text script: the sanitizer. */
import { createSanitizer } from '../safe/sanitize.ts';
import { addCss } from './add-css.ts';

declare const __RICH_TEXT_CSS__: string;

const handoff = window.livePage!;

// A timed-out attempt may still arrive.
if (!handoff.sanitize) {
	handoff.sanitize = createSanitizer();
	addCss(__RICH_TEXT_CSS__);
}
