import { readChapters } from './chapters.ts';
import { safeUrl } from './url.ts';

/** Names of the fields of a detail answer that lead through a live. */
type GuideFields = Record<'chapters' | 'captions' | 'snapshot', string>;

/** Creates what reads chapters, captions and snapshot of an answer, where there is one. */
export const createGuideReader = (fields: GuideFields) => (live: { raw?: object } | null) => {
	const raw = Object((live || {}).raw) as Record<string, unknown>;
	return {
		chapters: readChapters(raw[fields.chapters]),
		/** URL of WebVTT; '' for none. */
		captions: safeUrl(raw[fields.captions]),
		/** URL of the broadcast's latest picture; '' for none. */
		snapshot: safeUrl(raw[fields.snapshot]),
	};
};

/** Created by {@link createGuideReader}. */
export type ReadGuide = ReturnType<typeof createGuideReader>;
