import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { nextTask } from './next-task.ts';
import type { Page } from './page-model.ts';

/** Failed attempts to load the rich-text script after the first one, until the description is shown as plain text. */
const RICH_TEXT_RETRY = 2;

/** Makes HTML an element that is safe to show. */
type Sanitize = (html: string) => HTMLElement | null;

/** How often a script is requested again after a failure. */
export interface Attempts {
	retry: number;
}

/** What shows a description. */
export interface DescriptionServices {
	/** Loads the rich-text script, once; rejects after so many attempts. The sanitizer returns null for what costs too much. */
	loadSanitizer(attempts: Attempts): Promise<Sanitize>;
	/** The lines of text in HTML. */
	plainText(html: string): string[];
	/** Whether HTML shows nothing. */
	isBlank(html: string): boolean;
}

/**
 * Shows the live's description: as rich text; a skeleton until the sanitizer is there, which is requested once that is
 * allowed; plain text when it cannot be loaded or costs too much. Returns what ends it.
 */
export function followDescription(
	{ live, description }: Pick<Page, 'live' | 'description'>,
	loadAllowed: ReadonlySignal<boolean>,
	{ loadSanitizer, plainText, isBlank }: DescriptionServices,
): () => void {
	/** Set when the rich-text script has been loaded. */
	const sanitizer = signal<Sanitize | null>(null);
	/** The first attempts to load it have failed. */
	const loadFailed = signal(false);
	const descriptionHtml = computed(() => live.state.value.data?.description);
	let requested = false;

	function requestSanitizer() {
		if (requested) return;
		requested = true;
		loadSanitizer({ retry: RICH_TEXT_RETRY }).catch(() => (loadFailed.value = true));
		loadSanitizer({ retry: Infinity }).then((sanitize) => (sanitizer.value = sanitize));
	}

	function show(html: string, sanitize: typeof sanitizer.value, failed: boolean, allowed: boolean) {
		const blank = isBlank(html);
		const content = sanitize && !blank && sanitize(html);
		if (content) description.value = { content };
		else if (sanitize || failed || blank) description.value = { lines: plainText(html) };
		else {
			description.value = null;
			if (allowed) requestSanitizer();
		}
	}

	return effect(() => {
		const html = descriptionHtml.value;
		// What is decided reads no further signals, so that the same text is not sanitized again.
		const sanitize = sanitizer.value;
		const failed = !sanitize && loadFailed.value;
		const allowed = !sanitize && loadAllowed.value;
		if (html !== undefined) nextTask().then(() => show(html, sanitize, failed, allowed));
	});
}
