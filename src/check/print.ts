import { GROUPS, type Result } from './finding.ts';

/** A report for machines. */
export const asJson = (results: Result[], error?: string): string => {
	const findings = results.filter(({ level }) => level !== 'passed');
	return JSON.stringify({ passed: results.length - findings.length, findings, error }, null, 2);
};

const MARKS = { fault: '✗', note: '!', passed: '✓' };
/** Red, yellow, green (ECMA-48 §8.3.117). */
const COLOURS = { fault: 31, note: 33, passed: 32 };

/** A report for people, a line a finding. @param all also what holds */
export function asText(results: Result[], all: boolean, coloured: boolean): string {
	const mark = (level: Result['level']) => (coloured ? `\x1b[${COLOURS[level]}m${MARKS[level]}\x1b[0m` : MARKS[level]);
	const lines = GROUPS.flatMap((group) => {
		const shown = results.filter((result) => result.group === group && (all || result.level !== 'passed'));
		return shown.length
			? [group, ...shown.map(({ level, message, fix }) => `  ${mark(level)} ${message}${fix && ` ${fix}`}`), '']
			: [];
	});
	const count = (level: Result['level']) => results.filter((result) => result.level === level).length;
	const counted = [
		`${count('passed')} passed`,
		`${count('fault')} fault${count('fault') === 1 ? '' : 's'}`,
		`${count('note')} note${count('note') === 1 ? '' : 's'}`,
	];
	return `${[...lines, `${mark(count('fault') ? 'fault' : 'passed')} ${counted.join(', ')}${all ? '' : ' (--all lists what passed)'}`].join('\n')}\n`;
}

/** Shows what is being looked at: in one line of a terminal, else a line each. */
export function createProgress(stream: NodeJS.WriteStream) {
	const clear = () => stream.isTTY && stream.write('\r\x1b[K');
	return {
		show(text: string): void {
			clear();
			stream.write(`looking at: ${text}${stream.isTTY ? '' : '\n'}`);
		},
		clear,
	};
}
