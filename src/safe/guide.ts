import { type Chapter, readChapters } from './chapters.ts';
import { safeUrl } from './url.ts';

/** Names of the fields of a detail answer that lead through a live. */
type GuideFields = Record<'chapters' | 'captions' | 'snapshot', string>;

/** Chapters, captions and snapshot of a live. */
interface GuideData {
	chapters: Chapter[];
	/** URL of WebVTT; '' for none. */
	captions: string;
	/** URL of the broadcast's latest picture; '' for none. */
	snapshot: string;
}

/** Creates what reads it of an answer, where there is one. */
export const createGuideReader =
	(fields: GuideFields) =>
	(live: { raw?: object } | null): GuideData => {
		const raw = Object((live || {}).raw) as Record<string, unknown>;
		return {
			chapters: readChapters(raw[fields.chapters]),
			captions: safeUrl(raw[fields.captions]),
			snapshot: safeUrl(raw[fields.snapshot]),
		};
	};

/** Created by {@link createGuideReader}. */
export type ReadGuide = ReturnType<typeof createGuideReader>;
