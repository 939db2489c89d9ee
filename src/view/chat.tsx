import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import type { CommentPage } from '../models/chat.ts';
import { Composer } from './composer.tsx';
import { ListEnd } from './list-end.tsx';
import type { ViewProps } from './props.ts';
import { usePullDown } from './pull-down.ts';
import { Skeleton } from './skeleton.tsx';

/** Pixels from the end of the list at which the next page is requested. */
const LOAD_MORE_DISTANCE = 200;
/** Pixels from the top of the list within which the reader counts as being at the top. */
const TOP_TOLERANCE = 40;

/** 互动空间: the list of comments and the composer (spec §2, §4). */
export function ChatPanel({ page }: ViewProps) {
	const { chat, notice } = page;
	const scroller = useRef<HTMLDivElement>(null);
	const pages = chat.pages.value;
	const loading = chat.loading.value;
	const pull = usePullDown(scroller, chat.refresh);
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

	const remove = useRef(async (id: string) => {
		if (!(await notice.confirm('删除', '确认删除评论？'))) return;
		if (!(await chat.remove(id))) notice.showToast('删除失败，请稍后重试');
	}).current;

	return (
		<>
			<div className="scroller" tabIndex={0} ref={scroller} onScroll={onScroll} {...pull.handlers}>
				<p className="pull" style={{ height: pull.height }} aria-hidden="true">
					{pull.text}
				</p>
				{chat.total.value ? <p className="chat-total">共 {chat.total.value} 条互动</p> : null}
				{loading === 'first' && !pages.length ? <Skeleton lines={6} /> : null}
				<ul className="comments" aria-label="聊天">
					{pages.map(({ key, comments }) => (
						<Comments key={key} comments={comments} remove={page.moderator ? remove : undefined} />
					))}
				</ul>
				<ListEnd
					loading={loading === 'more' || (loading !== '' && pages.length > 0)}
					failed={chat.failed.value}
					finished={chat.finished.value}
					retry={chat.more}
				/>
			</div>
			{chat.unread.value ? (
				<button className="chip unread" onClick={() => (scroller.current!.scrollTop = 0)}>
					{chat.unread.value}条新消息
				</button>
			) : null}
			<Composer page={page} />
		</>
	);
}

/** A page of comments. Memoized: its array never changes, so a longer list does not render it again. */
const Comments = memo(function Comments({
	comments,
	remove,
}: {
	comments: CommentPage['comments'];
	remove?: (id: string) => void;
}) {
	return (
		<>
			{comments.map(({ id, nickname, content }) => (
				<li>
					<p>
						<b className={nickname ? '' : 'assistant'}>{nickname || '直播小助手'}：</b>
						{content}
					</p>
					{remove && id ? (
						<button className="link" onClick={() => remove(id)}>
							删除
						</button>
					) : null}
				</li>
			))}
		</>
	);
});

/**
 * Keeps the rows in view in place when rows are inserted above them, and scrolls to the top when the list is replaced.
 * HACK(WebKit): no scroll anchoring; inserted rows push the visible ones down. https://caniuse.com/css-overflow-anchor
 * Remove when Safari supports `overflow-anchor`.
 */
function useScrollAnchor(scroller: { current: HTMLDivElement | null }, pages: readonly CommentPage[]) {
	/** The first row and its offset at the last render. */
	const anchor = useRef<{ row: HTMLElement | null; top: number }>({ row: null, top: 0 });
	useLayoutEffect(() => {
		const { row, top } = anchor.current;
		const box = scroller.current!;
		if (row && !row.isConnected) box.scrollTop = 0;
		else if (row && box.scrollTop >= TOP_TOLERANCE && !CSS.supports('overflow-anchor', 'auto'))
			box.scrollTop += row.offsetTop - top;
		const first = box.querySelector('li');
		anchor.current = { row: first, top: first ? first.offsetTop : 0 };
	}, [pages]);
}
