/** Rich-text script: the sanitizer, and what descriptions do. */
import { createSanitizer } from '../safe/sanitize.ts';
import { handleDescriptionEvents } from '../view/introduction/description-events.ts';
import { addCss } from '../view/page/add-css.ts';

const handoff = window.livePage!;

if (!handoff.richText) {
	handoff.richText = createSanitizer();
	handleDescriptionEvents((content) => handoff.app!.holdImages(content));
	addCss(__CSS__);
}
