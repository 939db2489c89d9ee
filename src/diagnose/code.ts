/** How well something works: as it should, with less, not at all. */
export type Level = 0 | 1 | 2;

/** A result: its id (`diagnosis-texts.ts`), its level, and a number that its line has. */
export type Line = [id: string, level: Level, value?: number];

const LEVELS = 'gar';
/** Characters of a code at most. */
const MAX_LENGTH = 200;

/** Writes results as a code, which a person copies. Numbers are in base 36. */
export const toCode = (engine: string, lines: Line[]): string =>
	['D1', engine.replace(/[^\w.]/g, '').slice(0, 24)]
		.concat(
			lines.map(
				([id, level, value]) => id + LEVELS[level] + (value === undefined ? '' : Math.round(value).toString(36)),
			),
		)
		.join('-')
		.slice(0, MAX_LENGTH);

/** Reads a code; undefined if it is none. */
export function readCode(code: string): { engine: string; lines: Line[] } | undefined {
	const [version, engine = '', ...parts] = code.trim().slice(0, MAX_LENGTH).split('-');
	if (version !== 'D1') return undefined;
	const lines: Line[] = [];
	for (const part of parts) {
		const [, id, level, value] = /^(\w\w)([gar])([\da-z]*)$/.exec(part) || [];
		if (id) lines.push([id, LEVELS.indexOf(level!) as Level, value ? parseInt(value, 36) : undefined]);
	}
	return { engine, lines };
}
