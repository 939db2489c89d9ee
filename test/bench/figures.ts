import { number, table } from './table.ts';

/** Figures by their names; Infinity: never, NaN: there is none. */
export type Figures<Name extends string = string> = Record<Name, number>;

/** The middle value, of an even number the mean of the middle two. NaN when there is none. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? NaN, sorted[sorted.length >> 1] ?? NaN];
	return low === high ? low : (low + high) / 2;
}

const medians = <Name extends string>(visits: readonly Figures<Name>[]): Figures<Name> =>
	Object.fromEntries(
		Object.keys(visits[0]!).map((name) => [name, median(visits.map((visit) => visit[name as Name]))]),
	) as Figures<Name>;

/** A column of a table of figures. A percentage is a share times 100, and seconds are milliseconds times 0.001. */
export type Column<Name extends string> = [title: string, figure: Name, digits?: number, factor?: number];

/** A table of the medians of visits, by link and row. */
export const figuresTable = <Name extends string>(
	columns: readonly Column<Name>[],
	cells: readonly { link: string; row: string; visits: readonly Figures<Name>[] }[],
): string =>
	table(
		['link', '', ...columns.map(([title]) => title)],
		cells.map(({ link, row, visits }) => {
			const figures = medians(visits);
			return [link, row, ...columns.map(([, name, digits, factor = 1]) => number(figures[name] * factor, digits))];
		}),
		2,
	);

/** A frame that is shown for longer has frozen, milliseconds: as `freezeCount` counts a stream of 15 frames a second. */
export const FREEZE = 217;

/** A frame that was shown, and kbit/s of its quality. Milliseconds. */
export interface ShownFrame {
	at: number;
	kbps: number;
}

/** What a viewer saw move from the first frame on, until `end`. Without a frame all of the time was without motion. */
export function motionOf(frames: readonly ShownFrame[], end: number) {
	const begin = Math.min(frames[0]?.at ?? end, end);
	let frozen = frames.length ? 0 : end;
	let longest = frozen;
	/** Milliseconds by kbit/s. */
	const moving: Record<number, number> = {};
	for (const [i, { at, kbps }] of frames.entries()) {
		const gap = Math.min(end, frames[i + 1]?.at ?? end) - Math.min(end, at);
		if (gap <= FREEZE) moving[kbps] = (moving[kbps] ?? 0) + gap;
		else {
			frozen += gap;
			longest = Math.max(longest, gap);
		}
	}
	const time = frames.length ? end - begin : end;
	const bits = Object.entries(moving).reduce((sum, [kbps, ms]) => sum + Number(kbps) * ms, 0);
	const switches = frames.filter(({ kbps }, i) => i > 0 && kbps !== frames[i - 1]!.kbps).length;
	return { begin, frozen, longest, moving, still: time ? frozen / time : 1, kbps: bits / (time || 1), switches };
}
