import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import type { Comment, CommentPage } from '../models/chat.ts';
import * as texts from '../texts.ts';
import { CommentText } from './comment-text.tsx';
import { Composer } from './composer.tsx';
import { ListEnd } from './list-end.tsx';
import type { ViewProps } from './props.ts';
import { followPulls } from './pull-down.ts';
import { Skeleton } from './skeleton.tsx';

/** Pixels from the end of the list at which the next page is requested. */
const LOAD_MORE_DISTANCE = 200;
/** Pixels from the top of the list within which the reader counts as being at the top. */
const TOP_TOLERANCE = 40;

/** Pixels of a comment of one line, as in chat-panel.css: what a page is at least as high as, before it has been in view. */
const MIN_ROW_HEIGHT = 38;
/** Unread messages from which on they are not counted. */
const MAX_UNREAD = 60;

/** 互动空间: the list of comments, whose first line `pull-down.ts` opens, and the composer (spec §2, §4). */
export function ChatPanel({ page }: ViewProps) {
	const { chat, notice } = page;
	const scroller = useRef<HTMLDivElement>(null);
	const pages = chat.pages.value;
	const loading = chat.loading.value;
	useScrollAnchor(scroller, pages);

	/** Reports whether the reader is at the top, and requests the next page near the end of the list. */
	const onScroll = () => {
		const { scrollTop, clientHeight, scrollHeight } = scroller.current!;
		chat.setAtTop(scrollTop < TOP_TOLERANCE);
		if (
			pages.length &&
			// A list that has changed since it was rendered: its height is not known yet.
			pages === chat.pages.value &&
			!chat.finished.value &&
			!chat.failed.value &&
			scrollTop + clientHeight > scrollHeight - LOAD_MORE_DISTANCE
		)
			chat.more();
	};
	useEffect(onScroll, [pages, loading]);
	useEffect(() => followPulls(scroller.current!, chat.refresh), []);

	const remove = useRef(async (comment: Comment, row: Element) => {
		if (!(await notice.confirm(texts.DELETE, texts.CONFIRM_DELETION, comment))) return;
		const next = row.nextElementSibling || row.previousElementSibling;
		if (!(await chat.remove(comment.id))) return notice.showToast(texts.DELETION_FAILED);
		// The focus was in the row, or is lost with it.
		const { activeElement, body } = document;
		if (activeElement === body || row.contains(activeElement))
			((next && next.querySelector('button')) || scroller.current!).focus();
	}).current;

	const showNew = () => {
		scroller.current!.scrollTop = 0;
		scroller.current!.focus();
	};

	return (
		<>
			<div className="scroller" tabIndex={0} ref={scroller} onScroll={onScroll}>
				<p className="pull" aria-hidden="true" />
				{chat.total.value ? <p className="chat-total">{texts.messagesInAll(chat.total.value)}</p> : null}
				{loading === 'first' && !pages.length ? <Skeleton lines={6} /> : null}
				<div role="log">
					<div className="comments" role="list" aria-label={texts.COMMENTS}>
						{pages.map(({ key, comments }) => (
							<Comments key={key} comments={comments} remove={page.moderator ? remove : undefined} />
						))}
					</div>
				</div>
				<ListEnd
					loading={loading === 'more' || (loading !== '' && pages.length > 0)}
					failed={chat.failed.value}
					finished={chat.finished.value}
					retry={chat.more}
				/>
			</div>
			{chat.unread.value ? (
				<button className="chip unread" onClick={showNew}>
					{texts.newMessages(chat.unread.value < MAX_UNREAD ? chat.unread.value : `${MAX_UNREAD}+`)}
				</button>
			) : null}
			<div className="composer">
				<Composer page={page} />
			</div>
		</>
	);
}

/**
 * A page of comments, an element of its own for css, not for screen readers. Memoized: its array never changes, so a longer
 * list does not render it again.
 */
const Comments = memo(function Comments({
	comments,
	remove,
}: {
	comments: CommentPage['comments'];
	remove?: (comment: Comment, row: Element) => void;
}) {
	return (
		<ul role="none" style={{ containIntrinsicSize: `auto ${comments.length * MIN_ROW_HEIGHT}px` }}>
			{comments.map((comment, index) => (
				<li role="listitem" key={comment.id || index}>
					<p>
						<CommentText {...comment} />
					</p>
					{remove && comment.id ? (
						<button
							className="link"
							aria-label={texts.deletionOf(comment.nickname, comment.content)}
							onClick={(event) => remove(comment, event.currentTarget.parentElement!)}
						>
							{texts.DELETE}
						</button>
					) : null}
				</li>
			))}
		</ul>
	);
});

/**
 * Keeps the rows in view in place when rows are inserted above them, and scrolls to the top when the list is replaced.
 * HACK(WebKit): no scroll anchoring; inserted rows push the visible ones down. https://caniuse.com/css-overflow-anchor
 * Remove when Safari supports `overflow-anchor`.
 */
function useScrollAnchor(scroller: { current: HTMLDivElement | null }, pages: readonly CommentPage[]) {
	/** The rows at the last render, and the offset of the first one. */
	const anchor = useRef<{ rows: ArrayLike<HTMLElement>; top: number }>({ rows: [], top: 0 });
	useLayoutEffect(() => {
		const { rows, top } = anchor.current;
		const box = scroller.current!;
		const first = rows[0];
		if (first && first.isConnected) {
			if (box.scrollTop >= TOP_TOLERANCE && !CSS.supports('overflow-anchor', 'auto'))
				box.scrollTop += first.offsetTop - top;
		} else if (first && !rows[rows.length - 1]!.isConnected) box.scrollTop = 0;
		const now = box.querySelectorAll('li');
		anchor.current = { rows: now, top: now[0] ? now[0].offsetTop : 0 };
	}, [pages]);
}
