/** Rich-text script: the sanitizer. */
import { createSanitizer } from '../safe/sanitize.ts';
import { addCss } from './add-css.ts';
import { hasRun } from './has-run.ts';

declare const __RICH_TEXT_CSS__: string;

const handoff = window.livePage!;

if (!hasRun(handoff, 'sanitize')) {
	handoff.sanitize = createSanitizer();
	addCss(__RICH_TEXT_CSS__);
}
