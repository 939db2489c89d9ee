/** Keeps the list of a replay's chat at what was being said then; for the script `more`. */
import { batch, computed, signal } from '@preact/signals';
import { CHAT_PAGE } from '../api/page-sizes.ts';
import type { Comment } from '../api/comments.ts';
import { isDate } from '../safe/is-date.ts';
import type { Chat, CommentPage } from './chat.ts';
import { type CommentList, startList } from './comment-list.ts';
import { addHead, FOLLOWING } from './extend-list.ts';
import { findPage } from './find-page-by-time.ts';
import { place } from './place-comments.ts';

/** Milliseconds without calls after one that failed. */
const RETRY_PAUSE = 10_000;
/** Milliseconds before its end from which on a replay shows all messages. */
const END_TOLERANCE = 1000;

/**
 * Creates a chat that follows a replay, for messages with a time alone. A list that is loaded anew, as after a message was
 * sent, is the newest until `resume`. A message that is sent while pages are read may push another out.
 *
 * @param start when the recording begins, milliseconds
 * @param length of the recording, milliseconds
 */
export function createReplayChat(
	chat: Pick<Chat, 'list' | 'fetchPage' | 'loading' | 'total' | 'setAtTop'>,
	start: number,
	length: number,
) {
	const { list, loading } = chat;
	const atTop = signal(true);
	/** Messages up to it are shown; milliseconds. */
	const time = signal(0);
	/** Where the replay is. */
	let wanted = 0;
	const hasBegun = signal(false);
	/** No message was sent while it was recorded. */
	let isElsewhere = false;
	let retryAt = 0;
	let lastSeconds = 0;
	const oldest = new Map<number, number>();
	/** Page that was read last. */
	let lastRead: { page: number; comments: Comment[] } = { page: 0, comments: [] };

	const follows = computed(() => list.value.head === FOLLOWING);
	/** Known messages of later; they are first. */
	function countLater(time: number): number {
		const { known } = list.value;
		const index = known.findIndex((comment) => comment.time! <= time);
		return !follows.value ? 0 : index < 0 ? known.length : index;
	}

	const later = computed(() => countLater(time.value));

	function canFollow(): boolean {
		const { known } = list.value;
		return !isElsewhere && hasTimes(known) && known[0]!.time! >= start;
	}

	async function read(page: number) {
		if (lastRead.page !== page) {
			const comments = await chat.fetchPage(page, CHAT_PAGE);
			lastRead = { page, comments };
			oldest.set(page, comments.length ? oldestOf(comments) : -Infinity);
		}
		return lastRead.comments;
	}

	/** Resolves with the list that begins at the page of the time; null where there is none. */
	async function find(): Promise<CommentList | null> {
		for (;;) {
			const count = Math.ceil((+chat.total.value || 0) / CHAT_PAGE);
			const { page, found } = findPage(wanted, { oldest, count, start });
			if (!found) {
				await read(page);
				continue;
			}
			// Beyond the last one nothing had been said yet.
			const isBeyond = oldest.get(page) === -Infinity;
			const shown = isBeyond ? page - 1 : page;
			if (!shown || (isBeyond && oldest.get(shown)! > start + length)) return null;
			const offset = CHAT_PAGE * (shown - 1);
			if (follows.value && list.value.offset === offset) return list.value;
			return Object.assign(startList(list.value, await read(shown)), { head: FOLLOWING, offset, finished: isBeyond });
		}
	}

	/** Adds the page above; where all of it had been said by then, finds the one of the time. */
	async function readAbove(): Promise<CommentList | null> {
		const before = list.value;
		const page = Math.ceil(before.offset / CHAT_PAGE);
		const comments = await read(page);
		if (page > 1 && comments.length && comments[0]!.time! <= wanted) return find();
		const placed = place(before.known, comments, true);
		const longer = addHead(Object.assign({}, before, { head: null }), placed ? placed.above : comments, true);
		return Object.assign(longer, { head: FOLLOWING, offset: CHAT_PAGE * (page - 1) });
	}

	async function load(change: () => Promise<CommentList | null>) {
		const before = list.value;
		loading.value = 'refresh';
		try {
			const next = await change();
			// A reader may have scrolled meanwhile.
			if (list.value === before && atTop.value)
				batch(() => {
					if (next) {
						chat.setAtTop(false);
						list.value = next;
						hasBegun.value = true;
						time.value = wanted;
					} else isElsewhere = true;
				});
		} catch (error) {
			console.warn(`${error}`);
			retryAt = performance.now() + RETRY_PAUSE;
		}
		lastRead.page = 0;
		if (loading.value === 'refresh') loading.value = '';
	}

	async function update(seconds: number) {
		lastSeconds = seconds;
		const { known, finished, offset } = list.value;
		if (!atTop.value || !canFollow() || (hasBegun.value && !follows.value)) return;
		wanted = seconds * 1000 < length - END_TOLERANCE ? start + seconds * 1000 : Infinity;
		const hidden = countLater(wanted);
		if (follows.value && (hidden ? hidden < known.length || finished : !offset)) return void (time.value = wanted);
		if (loading.value || performance.now() < retryAt) return;
		if (follows.value && !hidden) return load(readAbove);
		if (!follows.value)
			for (let end = Math.min(CHAT_PAGE, known.length); end <= known.length; end += CHAT_PAGE)
				oldest.set(Math.ceil(end / CHAT_PAGE), oldestOf(known.slice(0, end)));
		return load(find);
	}

	return {
		/** Rows, without those of later. */
		pages: computed(() => withoutFirst(list.value.pages, later.value)),
		/** The list is where the replay is, or was when the reader scrolled away. */
		follows,
		/** The reader, or a message of theirs, has left the place of the replay. */
		isAway: computed(() => (atTop.value ? hasBegun.value && !follows.value : hasBegun.value || canFollow())),
		/** Moves on as the reader is at the top. */
		setAtTop(isAtTop: boolean) {
			if (atTop.value === isAtTop) return;
			atTop.value = isAtTop;
			update(lastSeconds);
		},
		/** Call as the replay moves, and once the list is there; `seconds` of the replay. Reads pages where needed. */
		update,
		/** Follows again. */
		resume() {
			atTop.value = true;
			if (!follows.value) {
				hasBegun.value = false;
				oldest.clear();
			}
			update(lastSeconds);
		},
	};
}

/** See {@link createReplayChat}. */
export type ReplayChat = ReturnType<typeof createReplayChat>;

const hasTimes = (comments: readonly Comment[]) =>
	comments.some(({ time }) => time && !isDate(time)) && comments.every(({ time }) => time);

const oldestOf = (comments: readonly Comment[]) => comments[comments.length - 1]!.time!;

/** Leaves out so many rows. */
function withoutFirst(pages: readonly CommentPage[], count: number): readonly CommentPage[] {
	let remaining = count;
	const shown = pages.map((page) => {
		const { key, comments } = page;
		const first = remaining;
		remaining = Math.max(0, remaining - comments.length);
		return first ? { key, comments: comments.slice(first) } : page;
	});
	return count ? shown.filter(({ comments }) => comments.length) : pages;
}
