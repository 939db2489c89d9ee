/** Finds where comments that were read together belong, though pages shift while they are read. */
import type { Comment } from '../api/comments.ts';

/** Place of the comments of one reading, in a list of known ones. */
interface Placement {
	/** Unknown ones above a known one. */
	above: Comment[];
	/** Unknown ones below the last known one. */
	below: Comment[];
	/** Index of the first known comment, counted from the first one read; negative if reading began below it. */
	start: number;
	/** More than half are below: newer ones, if a server keeps the known ones on top. */
	isHeaded?: boolean;
}

/** Whether comments can be placed by their ids; else only by equal rows. */
export const haveIds = (comments: readonly Comment[]): boolean => comments.every(({ id }) => id);

/** Places comments by ids; null if none is known. */
export function placeById(known: readonly Comment[], read: readonly Comment[]): Placement | null {
	const byId = new Map(known.map(({ id }, index) => [id, index]));
	const indexes = read.map(({ id }) => byId.get(id));
	const isKnown = indexes.map((index) => index !== undefined);
	const first = isKnown.indexOf(true);
	if (first < 0) return null;
	const last = isKnown.lastIndexOf(true);
	const remaining = known.length - 1 - indexes[last]!;
	const below = read.slice(last + 1);
	const isHeaded = last < read.length / 2 && below.length > 0;
	return {
		above: read.filter((_, at) => at < last && !isKnown[at]),
		// A few unknown ones in the middle of the list were stored late; a comment may head each page.
		below: isHeaded || last + remaining < read.length ? below : [],
		start: first - indexes[first]!,
		isHeaded,
	};
}

/** Places comments where the most rows overlap and all of them are equal: a head above the known ones, a page below. */
function placeByRows(known: readonly Comment[], read: readonly Comment[], isHead: boolean): Placement | null {
	for (let shift = 0; known.length && shift < (isHead ? read : known).length; shift++) {
		const start = isHead ? shift : -shift;
		const isEqual = (one: Comment, at: number) => {
			const other = known[at - start];
			return !other || (one.nickname === other.nickname && one.content === other.content);
		};
		if (read.every(isEqual))
			return { above: isHead ? read.slice(0, start) : [], below: read.slice(known.length + start), start };
	}
	return null;
}

/** Places comments by ids where all have one, else by equal rows; null if none is known. */
export const place = (known: readonly Comment[], read: readonly Comment[], isHead = false): Placement | null =>
	haveIds(known) && haveIds(read) ? placeById(known, read) : placeByRows(known, read, isHead);

/**
 * Ids of known comments that the first page lacks, though it has an older one; or that it has lost, if it is shorter than
 * `before` and nothing is new.
 */
export function findMissing(known: readonly Comment[], page: readonly Comment[], before: readonly Comment[]): string[] {
	if (!haveIds(known) || !haveIds(page)) return [];
	const listed = page.map(({ id }) => known.findIndex((one) => one.id === id)).filter((at) => at >= 0);
	const last = listed[listed.length - 1] || 0;
	const had = listed.length < page.length || page.length >= before.length ? [] : before.map(({ id }) => id);
	return known.filter(({ id }, at) => (at < last || had.includes(id)) && !listed.includes(at)).map(({ id }) => id);
}

/** Whether ids name others than they did, as where they begin anew on each page. */
export function areIdsReused(known: readonly Comment[], read: readonly Comment[]): boolean {
	const byId = new Map(known.map((comment) => [comment.id, comment]));
	const again = read.filter(({ id }) => id && byId.has(id));
	const others = again.filter(({ id, nickname, content }) => {
		const before = byId.get(id)!;
		return before.nickname !== nickname || before.content !== content;
	});
	// One of several may have been edited.
	return others.length > again.length / 2 && (others.length > 1 || known.length < 2);
}
