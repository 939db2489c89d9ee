/** Limit for rows times columns; empty places count. */
const MAX_PLACES = 5000;
/** Limit in rows or columns. */
const MAX_SPAN = 99;
/** Rows in all; a table is laid out again with each slice. */
const MAX_ROWS = 600;

const widthOf = (cells: HTMLTableCellElement[]) => cells.reduce((width, { colSpan }) => width + colSpan, 0);

/** Resets spans that are too large, and all spans in too large tables. Returns whether it has kept all rows. */
export function limitTables(root: Element): boolean {
	let free = MAX_PLACES;
	const tooMany = Array.from(root.querySelectorAll('tr')).slice(MAX_ROWS);
	for (const row of tooMany) row.remove();
	for (const table of Array.from(root.querySelectorAll('table'))) {
		const rows = Array.from(table.rows);
		const spanOne = (isTooLarge: (cell: HTMLTableCellElement) => boolean) => {
			for (const { cells } of rows)
				for (const cell of Array.from(cells)) if (isTooLarge(cell)) cell.colSpan = cell.rowSpan = 1;
		};
		// 0: all following rows.
		spanOne(({ colSpan, rowSpan }) => colSpan > MAX_SPAN || rowSpan > MAX_SPAN || !rowSpan);
		let widest = 0;
		// Cells that reach into later rows push theirs to the right.
		let moved = 0;
		for (const row of rows) {
			const cells = Array.from(row.cells);
			widest = Math.max(widest, widthOf(cells));
			moved += widthOf(cells.filter(({ rowSpan }) => rowSpan > 1));
		}
		const places = rows.length * (widest + moved);
		if (places > free) spanOne(() => true);
		else free -= places;
	}
	return !tooMany.length;
}
