import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { isPlain, plainText } from '../safe/plain-text.ts';
import { nextFrame, nextTask } from './next-task.ts';
import type { Page } from './page-model.ts';

/** Retries before plain text is shown. */
const RICH_TEXT_RETRY = 2;

/** Gives one element whose content grows with each step; nothing where the browser is too old. */
export type Sanitize = (html: string) => Iterable<HTMLElement>;

/** Options of loading a script. */
export interface Attempts {
	retry: number;
	onFailed?: () => void;
}

/** Services that prepare a description. */
export interface DescriptionServices {
	loadSanitizer(attempts: Attempts): Promise<Sanitize>;
}

/**
 * Shows the description: plain text by its lines; rich text, after a skeleton, slice by slice, with a sanitizer that is
 * requested when `loadAllowed`, and as plain text if that fails. Returns the cleanup.
 */
export function followDescription(
	{ live, description }: Pick<Page, 'live' | 'description'>,
	loadAllowed: ReadonlySignal<boolean>,
	{ loadSanitizer }: DescriptionServices,
): () => void {
	const sanitizer = signal<Sanitize | null>(null);
	const loadFailed = signal(false);
	const descriptionHtml = computed(() => live.state.value.data?.description);
	let requested = false;
	/** Number of the latest description; Infinity after the cleanup. */
	let version = 0;

	function requestSanitizer() {
		if (requested) return;
		requested = true;
		const onFailed = () => void (loadFailed.value = true);
		loadSanitizer({ retry: RICH_TEXT_RETRY, onFailed }).then((sanitize) => (sanitizer.value = sanitize));
	}

	/** Shows slices, with pauses for the page, until there is another description. */
	async function showRich(html: string, sanitize: Sanitize) {
		const own = version;
		let content: HTMLElement | undefined;
		try {
			for (content of sanitize(html)) {
				if (content.firstChild) description.value = { content, complete: false };
				await (content.firstChild ? nextFrame() : nextTask());
				if (version !== own) return;
			}
		} catch (error) {
			console.error(error);
			content = undefined;
		}
		const lines = content ? [] : plainText(html);
		description.value = content && content.firstChild ? { content, complete: true } : { lines };
	}

	function show(html: string, sanitize: typeof sanitizer.value, failed: boolean, allowed: boolean) {
		const plain = isPlain(html);
		if (sanitize && !plain) void showRich(html, sanitize);
		else if (failed || plain) description.value = { lines: plainText(html) };
		else {
			description.value = null;
			if (allowed) requestSanitizer();
		}
	}

	const dispose = effect(() => {
		const html = descriptionHtml.value;
		// Reads only the signals it needs, so that text is sanitized once.
		const sanitize = sanitizer.value;
		const failed = !sanitize && loadFailed.value;
		const allowed = !sanitize && loadAllowed.value;
		const own = ++version;
		if (html !== undefined) nextTask().then(() => own === version && show(html, sanitize, failed, allowed));
	});
	return () => {
		version = Infinity;
		dispose();
	};
}
