/** Columns of text as a Markdown table, aligned for the terminal too; the first `words` columns to the left, numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], words = 1): string {
	const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]!.length)));
	const pad = (text: string, column: number) =>
		column < words ? text.padEnd(widths[column]!) : text.padStart(widths[column]!);
	const line = (cells: readonly string[]) => `| ${cells.map(pad).join(' | ')} |`;
	const rule = widths.map((width, column) => '-'.repeat(width - 1) + (column < words ? '-' : ':'));
	return [head, rule, ...rows].map(line).join('\n');
}

/** A figure as text: with thousands separators, `–` where there is none, `never` where it did not happen. */
export function number(value: number, digits = 0): string {
	if (Number.isNaN(value)) return '–';
	if (!Number.isFinite(value)) return 'never';
	return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A share as a percentage. */
export const percent = (share: number, digits = 0) => number(share * 100, digits);
