/** The text of a source file, taken apart as far as the style rules need it. */

/** Replaces a literal, so that the code around it keeps its meaning. */
const EMPTY_LITERAL = `''`;

const COMMENT = /\/\*[^]*?\*\/|\/\/.*/;
const TEXT = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/;
/** A regular expression follows an operator or a keyword; after a value a slash divides. */
const REGEXP = /(?<=[=(,:;!&|?{}[\n]\s*|return\s+)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/;
const LITERAL = new RegExp(`${COMMENT.source}|${TEXT.source}|${REGEXP.source}`, 'g');

/** The source without comments, and with empty texts for its literals. A template's expressions go with it. */
export const codeOf = (source: string): string =>
	source.replace(LITERAL, (literal) => (/^\/[*/]/.test(literal) ? '' : EMPTY_LITERAL));
