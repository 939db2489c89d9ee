/** Rows times columns that all tables together may have: layout takes time for every place, also where no cell is. */
const MAX_PLACES = 5000;
/** Most rows or columns that one cell may span. */
const MAX_SPAN = 99;

const widthOf = (cells: HTMLTableCellElement[]) => cells.reduce((width, { colSpan }) => width + colSpan, 0);

/** Makes cells span one place where they span too many, and in tables that would have too many of them. */
export function limitTables(root: Element): void {
	let left = MAX_PLACES;
	for (const table of Array.from(root.querySelectorAll('table'))) {
		const rows = Array.from(table.rows);
		const spanOne = (isTooLarge: (cell: HTMLTableCellElement) => boolean) => {
			for (const { cells } of rows)
				for (const cell of Array.from(cells)) if (isTooLarge(cell)) cell.colSpan = cell.rowSpan = 1;
		};
		// 0 rows are all that follow.
		spanOne(({ colSpan, rowSpan }) => colSpan > MAX_SPAN || rowSpan > MAX_SPAN || !rowSpan);
		let widest = 0;
		// A cell that reaches into later rows moves theirs to the right.
		let moved = 0;
		for (const row of rows) {
			const cells = Array.from(row.cells);
			widest = Math.max(widest, widthOf(cells));
			moved += widthOf(cells.filter(({ rowSpan }) => rowSpan > 1));
		}
		const places = rows.length * (widest + moved);
		if (places > left) spanOne(() => true);
		else left -= places;
	}
}
