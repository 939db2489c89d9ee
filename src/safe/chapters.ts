import { records, text } from './fields.ts';

const MAX_CHAPTERS = 50;
/** Characters. */
const MAX_NAME = 40;
/** Seconds; a day. */
const MAX_PLACE = 86_400;

/** Reads seconds, also of `1:02:03`; NaN for anything else. */
function secondsOf(value: unknown): number {
	const written = text(value, 20).trim();
	return /^\d+(:\d{1,2}){0,2}(\.\d+)?$/.test(written)
		? written.split(':').reduce((seconds, part) => seconds * 60 + +part, 0)
		: NaN;
}

/**
 * Reads the chapters of a recording (`t`, `text`), by seconds and name, in order; those without place or name are left out, as
 * the second at one place.
 */
export const readChapters = (value: unknown) =>
	records(value)
		.slice(0, MAX_CHAPTERS)
		.map((raw) => ({ at: secondsOf(raw.t), name: text(raw.text, MAX_NAME).trim() }))
		.filter(({ at, name }) => at >= 0 && at < MAX_PLACE && name)
		.sort((one, other) => one.at - other.at)
		.filter(({ at }, index, all) => !index || at > all[index - 1]!.at);
