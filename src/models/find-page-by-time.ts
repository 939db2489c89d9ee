/** A search over the pages of a chat, newest first, by the times of those that were read. */

/** Pages of the chat, as far as they are known. */
interface KnownPages {
	/** Time of the oldest message, by number of the page; -Infinity beyond the last. */
	oldest: ReadonlyMap<number, number>;
	/** Pages there are, about; 0: unknown. */
	count: number;
	/** When the first messages may have been sent. */
	start: number;
}

/**
 * Finds the first page with a message that is not newer than `time`; `found` is false where the page has to be read
 * first. Between those known it goes half by share of the time, half by halves: 6 pages of 250 on average, 9 at most.
 */
export function findPage(time: number, { oldest, count, start }: KnownPages): { page: number; found: boolean } {
	let [above, below] = [0, Infinity];
	for (const [page, at] of oldest) if (at > time) above = Math.max(above, page);
	for (const [page, at] of oldest) if (at <= time && page > above) below = Math.min(below, page);
	if (below === above + 1) return { page: below, found: true };
	if (below === Infinity && above >= count) return { page: above > count ? above * 2 : above + 1, found: false };
	const [newest = Infinity, end = -Infinity] = [oldest.get(above), oldest.get(below)];
	const last = below < Infinity ? below : count + 1;
	const first = Math.max(end, start);
	const share = time >= first && newest > time && newest < Infinity ? (newest - time) / (newest - first) : 0.5;
	const page = Math.round(above + ((last - above) * (share + 0.5)) / 2);
	return { page: Math.min(Math.max(page, above + 1), last - 1), found: false };
}
