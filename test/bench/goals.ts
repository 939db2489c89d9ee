import type { Figures } from './figures.ts';
import type { RowName } from './rows.ts';

/** Medians by link and row. */
export type Cells = Record<string, Partial<Record<RowName, Figures>>>;

/** A goal and whether it was met on one link. */
export interface Verdict {
	link: string;
	goal: string;
	/** The ratio, or the figure itself. */
	value: number;
	limit: number;
	met: boolean;
}

interface Goal {
	/** The row it is a goal of; the page's first visit unless named. */
	row?: RowName;
	figure: keyof Figures;
	/** The row it is a ratio to; the figure itself otherwise. */
	beside?: RowName;
	limit: number;
	/** Links it is a goal on; all of them otherwise. */
	links?: string[];
	text: string;
}

const GOALS: Goal[] = [
	{
		figure: 'firstPaint',
		beside: 'floor',
		limit: 1.08,
		links: ['slow3g'],
		text: "first paint beside the empty page's",
	},
	{ figure: 'firstFrame', beside: 'peer', limit: 0.49, links: ['slow3g'], text: "first frame beside the peer's" },
	{
		figure: 'firstFrame',
		beside: 'peer',
		limit: 0.52,
		links: ['2g', 'fast3g', '4g'],
		text: "first frame beside the peer's",
	},
	{ figure: 'tabAnswered', beside: 'peer', limit: 0.45, text: "answer to a tap beside the peer's" },
	{
		row: 'second',
		figure: 'firstPaint',
		beside: 'page',
		limit: 0.25,
		text: "second visit's first paint beside the first's",
	},
	{
		row: 'second',
		figure: 'firstFrame',
		beside: 'page',
		limit: 0.6,
		links: ['slow3g'],
		text: "second visit's first frame beside the first's",
	},
	{ figure: 'bytes', beside: 'peer', limit: 0.35, text: "bytes beside the peer's" },
	{ figure: 'longestWork', limit: 50, text: 'longest task, ms of processor time' },
];

/** The goals that can be judged by the measured cells, in the order of the links. */
export function judge(cells: Cells): Verdict[] {
	return Object.entries(cells).flatMap(([link, measured]) =>
		GOALS.flatMap(({ row = 'page', figure, beside, limit, links, text }) => {
			const subject = measured[row];
			const other = beside && measured[beside];
			if (!subject || (beside && !other) || (links && !links.includes(link))) return [];
			const value = other ? subject[figure] / other[figure] : subject[figure];
			// Infinity beside Infinity is NaN, which meets no limit.
			return [{ link, goal: text, value, limit, met: value <= limit }];
		}),
	);
}

/** Ratios of the page to another row, for every figure that has one. */
export function ratios(page: Figures, other: Figures): Partial<Figures> {
	const names = ['bytes', 'requests', 'firstPaint', 'largestPaint', 'tabAnswered', 'firstFrame', 'firstSound'] as const;
	return Object.fromEntries(
		names.map((name) => [name, page[name] / other[name]]).filter(([, ratio]) => Number.isFinite(ratio)),
	);
}
