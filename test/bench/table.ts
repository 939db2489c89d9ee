/** Columns of text as a Markdown table, aligned for the terminal too; the first `words` columns to the left, numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], words = 1): string {
	const widths = head.map((title, column) =>
		Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length), 3),
	);
	const line = (cells: readonly string[]) =>
		`| ${widths.map((width, column) => (column < words ? (cells[column] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width))).join(' | ')} |`;
	const rule = `|${widths.map((width, column) => (column < words ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
	return [line(head), rule, ...rows.map(line)].join('\n');
}

/** A figure as text: with thousands separators, `–` where there is none, `never` where it did not happen. */
export function number(value: number, digits = 0): string {
	if (Number.isNaN(value)) return '–';
	if (!Number.isFinite(value)) return 'never';
	return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
