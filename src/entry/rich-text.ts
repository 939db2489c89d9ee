/** The script of the sanitizer, apart from the bundle: the bundle loads it when there is a description to show. */
import { createSanitizer } from '../safe/sanitize.ts';

window.livePage!.sanitize = createSanitizer();
