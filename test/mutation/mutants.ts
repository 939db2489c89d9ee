/** Small changes to source code, each of which some test should notice. Pure functions over text. */

/** One change. */
export interface Mutant {
	/** Start in the source, in characters. */
	start: number;
	before: string;
	after: string;
}

/** Tokens of a source, as far as mutants need them. The first group that matches names the kind. */
const TOKEN = new RegExp(
	[
		/(?<comment>\/\*[^]*?\*\/|\/\/.*)/,
		/(?<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")/,
		/(?<template>`(?:\\.|\$\{(?:[^`{}]|`[^`]*`|\{[^{}]*\})*\}|[^`\\])*`)/,
		/(?<regexp>(?<=[=(,:;!&|?{}[\n>]\s*|return\s+)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*)/,
		/(?<number>(?<![\w$.])(?:0x[\da-f]+|\d[\d_]*(?:\.\d+)?(?:e-?\d+)?)(?![\w$]))/,
		/(?<word>[A-Za-z_$][\w$]*)/,
		/(?<operator>===|!==|<=|>=|&&|\|\||\?\?|(?<= )[<>+*/-](?= )|(?<![\w$)\]])!(?=[\w$(]))/,
	]
		.map(({ source }) => source)
		.join('|'),
	'g',
);

/** Replacements of operators; formatted code has spaces around binary ones, and none around those of types. */
const OPERATORS: Record<string, string[]> = {
	'===': ['!=='],
	'!==': ['==='],
	'<': ['<=', '>='],
	'<=': ['<', '>'],
	'>': ['>=', '<='],
	'>=': ['>', '<'],
	'&&': ['||'],
	'||': ['&&'],
	'??': ['&&'],
	'+': ['-'],
	'-': ['+'],
	'*': ['/'],
	'/': ['*'],
	'!': [''],
};

const WORDS: Record<string, string[]> = { true: ['false'], false: ['true'] };

/** A statement of one line that is called or assigned for its effect. */
const STATEMENT =
	/^\t+(?!(?:const|let|var|import|export|type|return|throw|break|continue|case|default|function)\b)(\S.*;)$/gm;

/** An import or export that names another file: its text is a path. */
const MODULE_LINE = /^(?:import|export)\b.*\bfrom |^} from |^import /;

function numberMutants(text: string): string[] {
	const value = Number(text.replaceAll('_', ''));
	return [`${value + 1}`, value > 0 ? `${value - 1}` : '(-1)'];
}

/** Every mutant of a source: operators, boundaries, numbers, texts, booleans and removed statements. */
export function mutantsOf(source: string): Mutant[] {
	const mutants: Mutant[] = [];
	const commented: [start: number, end: number][] = [];
	for (const { 0: before, index: start, groups = {} } of source.matchAll(TOKEN)) {
		const add = (replacements: string[]) => mutants.push(...replacements.map((after) => ({ start, before, after })));
		if (groups.comment !== undefined) commented.push([start, start + before.length]);
		else if (groups.operator !== undefined) add(OPERATORS[before] ?? []);
		else if (groups.word !== undefined) add(Object.hasOwn(WORDS, before) ? WORDS[before]! : []);
		else if (groups.number !== undefined) add(numberMutants(before));
		else if (groups.text !== undefined) {
			const line = source.slice(source.lastIndexOf('\n', start) + 1, start);
			if (!MODULE_LINE.test(line)) add([before.length > 2 ? `''` : `'mutant'`]);
		}
	}
	for (const { 0: line, 1: before = '', index } of source.matchAll(STATEMENT)) {
		const start = index + line.length - before.length;
		if (!commented.some(([from, to]) => start >= from && start < to)) mutants.push({ start, before, after: ';' });
	}
	return mutants;
}

/** The source with the change made. */
export const applyMutant = (source: string, { start, before, after }: Mutant): string =>
	source.slice(0, start) + after + source.slice(start + before.length);

/** Line of a mutant, from 1. */
export const lineOf = (source: string, { start }: Mutant): number => source.slice(0, start).split('\n').length;

/** A copy in an order that `random` decides. */
export function shuffled<T>(list: T[], random: () => number): T[] {
	const copy = [...list];
	for (let index = copy.length - 1; index > 0; index--) {
		const other = Math.floor(random() * (index + 1));
		[copy[index], copy[other]] = [copy[other]!, copy[index]!];
	}
	return copy;
}
