const GAPS =
	/[\s\u2800\u3164\u115f\u1160\uffa0](?:[\s\u2800\u3164\u115f\u1160\uffa0\xad\u200b-\u200f\u2060-\u206f\ufeff])+/g;

/** Shortens space that would push text into a line of its own, as if somebody else had written it. */
export const withoutGaps = (text: string): string => text.replace(GAPS, ' ');
