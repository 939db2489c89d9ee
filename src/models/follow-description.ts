import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { nextTask } from './next-task.ts';
import type { Page } from './page-model.ts';

/** Retries before plain text is shown. */
const RICH_TEXT_RETRY = 2;

type Sanitize = (html: string) => HTMLElement | null;

/** Options of loading a script. */
export interface Attempts {
	retry: number;
	onFailed?: () => void;
}

/** Services that prepare a description. */
export interface DescriptionServices {
	/** The sanitizer returns null for too costly HTML. */
	loadSanitizer(attempts: Attempts): Promise<Sanitize>;
	plainText(html: string): string[];
	isBlank(html: string): boolean;
}

/**
 * Shows the description: a skeleton, then rich text, whose sanitizer is requested when `loadAllowed`; plain text if it
 * fails or refuses. Returns the cleanup.
 */
export function followDescription(
	{ live, description }: Pick<Page, 'live' | 'description'>,
	loadAllowed: ReadonlySignal<boolean>,
	{ loadSanitizer, plainText, isBlank }: DescriptionServices,
): () => void {
	const sanitizer = signal<Sanitize | null>(null);
	const loadFailed = signal(false);
	const descriptionHtml = computed(() => live.state.value.data?.description);
	let requested = false;

	function requestSanitizer() {
		if (requested) return;
		requested = true;
		const onFailed = () => void (loadFailed.value = true);
		loadSanitizer({ retry: RICH_TEXT_RETRY, onFailed }).then((sanitize) => (sanitizer.value = sanitize));
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
		// Reads only the signals it needs, so that text is sanitized once.
		const sanitize = sanitizer.value;
		const failed = !sanitize && loadFailed.value;
		const allowed = !sanitize && loadAllowed.value;
		if (html !== undefined) nextTask().then(() => show(html, sanitize, failed, allowed));
	});
}
