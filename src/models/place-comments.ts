/** Finds where comments that were read together belong, though pages shift while they are read. */
import type { Comment } from '../api/comments.ts';

/** Place of the comments of one reading, in a list of known ones. */
export interface Placement {
	/** Unknown ones above a known one. */
	above: Comment[];
	/** Unknown ones below the last known one. */
	below: Comment[];
	/** Index of the first known comment, counted from the first one read; negative if reading began below it. */
	start: number;
}

/** Different comments in a row that are the same ones, and no repetition. */
const MIN_SEQUENCE = 3;

/** Compares by id, or without ids by name and text. */
const isSame = (a: Comment, b: Comment) =>
	a.id || b.id ? a.id === b.id : a.nickname === b.nickname && a.content === b.content;

/** Splits what was read around the known comments, of which `indexes` has the place in the list. */
function split(known: readonly Comment[], read: readonly Comment[], indexes: (number | undefined)[]): Placement {
	const isKnown = indexes.map((index) => index !== undefined);
	const first = isKnown.indexOf(true);
	const last = isKnown.lastIndexOf(true);
	const left = known.length - 1 - indexes[last]!;
	// A few unknown ones in the middle of the list were stored late; a comment may head each page.
	const isEnd = last + left < read.length || last < read.length / 2;
	return {
		above: read.filter((_, at) => at < last && !isKnown[at]),
		below: isEnd ? read.slice(last + 1) : [],
		start: first - indexes[first]!,
	};
}

/** Places comments by ids, those without one by their neighbours; null if no id is known. */
export function placeById(known: readonly Comment[], read: readonly Comment[]): Placement | null {
	const byId = new Map(known.map(({ id }, index) => [id, index]));
	const indexes = read.map(({ id }) => (id ? byId.get(id) : undefined));
	if (indexes.every((index) => index === undefined)) return null;
	const follow = (at: number, step: number) => {
		const next = indexes[at - step]! + step;
		if (indexes[at] === undefined && known[next] && isSame(known[next]!, read[at]!)) indexes[at] = next;
	};
	read.forEach((_, at) => follow(at, 1));
	for (let at = read.length; at--;) follow(at, -1);
	return split(known, read, indexes);
}

/**
 * Places comments without ids where all that overlap are the same: preferably a sequence, preferably where `start` is
 * expected. An overlap that is no sequence counts from `minimum` on, where it is expected. null if there is none.
 */
export function placeBySequence(
	known: readonly Comment[],
	read: readonly Comment[],
	from: number,
	to: number,
	minimum = 1,
): Placement | null {
	let best = 0;
	let place = 0;
	for (let start = read.length; --start > -known.length;) {
		const overlap = read.slice(Math.max(0, start), known.length + start);
		if (!overlap.every((comment, at) => isSame(comment, known[Math.max(0, -start) + at]!))) continue;
		const isExpected = start >= from && start <= to;
		const isSequence = new Set(overlap.map(({ nickname, content }) => nickname + '\n' + content)).size >= MIN_SEQUENCE;
		if (!isSequence && (!isExpected || overlap.length < minimum)) continue;
		const rank = overlap.length + (isExpected ? 1e3 : 0) + (isSequence ? 2e3 : 0);
		// Of two, the one with fewer new ones.
		if (rank > best || (rank === best && isExpected)) [best, place] = [rank, start];
	}
	if (!best) return null;
	return split(
		known,
		read,
		read.map((_, at) => (known[at - place] ? at - place : undefined)),
	);
}

/** Places the newest comments; null if none of them is known for sure. Fewer than a sequence are known as the oldest. */
export function placeHead(known: readonly Comment[], read: readonly Comment[]): Placement | null {
	const least = Math.min(MIN_SEQUENCE, known.length);
	const from = least < MIN_SEQUENCE ? read.length - least : 0;
	return placeById(known, read) || placeBySequence(known, read, from, Infinity, least || 1);
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
