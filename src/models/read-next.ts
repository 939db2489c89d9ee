/** Reads what follows the list of comments, for the script `more`. */
import { CHAT_PAGE } from '../api/page-sizes.ts';
import { addPage, nextPage } from './extend-list.ts';
import { placeById } from './place-comments.ts';
import { type ChatParts, fetchHead, mergeHead } from './merge-head.ts';
import type { Head } from './read-head.ts';

/**
 * Reads the next page, beside it the head unless it is current or the reader pulls for it. Returns the change.
 */
export async function readNext(kind: 'older' | 'refresh', chat: ChatParts): Promise<() => void> {
	const { list, fetchPage, isHeadCurrent } = chat;
	const pagenum = nextPage(list.value);
	const [page, head] = await Promise.all([
		list.value.finished ? null : fetchPage(pagenum, CHAT_PAGE),
		kind === 'older' && isHeadCurrent() ? null : fetchHead(chat),
	]);
	const isMore = page && kind === 'older';
	const across = isMore && head && head.gap && (await readAcross(chat, head));
	return () => {
		if (across) {
			list.value = across.list;
			chat.total.value = across.total;
			return;
		}
		const { length } = list.value.pages;
		if (head) mergeHead(chat, head, true);
		if (!page || (head && head.gap)) return;
		const { pages } = list.value;
		const row = isMore ? pages.length : Math.max(0, pages.length - length);
		list.value = addPage(list.value, pagenum, page, head ? head.comments.length : 0, row);
	};
}

/**
 * Reads the page that follows the list where more is new than the head has, by how many have been sent meanwhile. null
 * where that does not lead to a known comment.
 */
async function readAcross({ list, total, fetchPage, countSent }: ChatParts, { comments }: Head) {
	const sent = await countSent();
	const newer = +sent - +total.value;
	if (!(+total.value && newer >= comments.length)) return null;
	const moved = Object.assign({}, list.value, {
		head: comments.slice(0, CHAT_PAGE),
		offset: list.value.offset + newer,
	});
	// Half a page early, so that some of it is known, whatever comes meanwhile.
	const pagenum = nextPage(Object.assign({}, moved, { end: moved.end - CHAT_PAGE / 2 }));
	const page = await fetchPage(pagenum, CHAT_PAGE);
	if (!placeById(moved.known, page)) return null;
	const next = addPage(moved, pagenum, page);
	if (next.known.length > moved.known.length) return { list: next, total: sent };
	return { list: addPage(moved, pagenum + 1, await fetchPage(pagenum + 1, CHAT_PAGE)), total: sent };
}
