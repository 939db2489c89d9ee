/** A source map of version 3, as far as it is read here. */
export interface SourceMap {
	sources: string[];
	mappings: string;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The numbers of one segment: base 64 digits of five bits with a sign and a continuation (https://tc39.es/ecma426/). */
export function segment(text: string): number[] {
	const numbers: number[] = [];
	let value = 0;
	let shift = 0;
	for (const digit of text) {
		const bits = DIGITS.indexOf(digit);
		value += (bits & 31) << shift;
		shift += 5;
		if (bits & 32) continue;
		numbers.push(value & 1 ? -(value >> 1) : value >> 1);
		value = shift = 0;
	}
	return numbers;
}

/** Cuts a script into pieces, each with the source it came from; '' for what the bundler wrote itself. */
export function pieces(script: string, { sources, mappings }: SourceMap): { source: string; text: string }[] {
	const cuts: { at: number; source: string }[] = [{ at: 0, source: '' }];
	let lineStart = 0;
	let source = 0;
	for (const [index, line] of mappings.split(';').entries()) {
		if (index) lineStart = script.indexOf('\n', lineStart) + 1;
		let column = 0;
		for (const [columns = 0, sourceStep] of line ? line.split(',').map(segment) : []) {
			column += columns;
			source += sourceStep ?? 0;
			const name = sourceStep === undefined ? '' : sources[source]!;
			if (name !== cuts.at(-1)!.source) cuts.push({ at: lineStart + column, source: name });
		}
	}
	return cuts
		.map(({ at, source: name }, index) => ({ source: name, text: script.slice(at, cuts[index + 1]?.at) }))
		.filter(({ text }) => text);
}
