import { memo, useEffect, useLayoutEffect, useRef } from 'react';
import type { CommentPage } from '../models/chat.ts';
import { Composer } from './composer.tsx';
import { ListEnd } from './list-end.tsx';
import type { ViewProps } from './props.ts';
import { usePullDown } from './pull-down.ts';
import { Skeleton } from './skeleton.tsx';

/** Pixels from the end of the list at which the next page is asked for. */
const LOAD_MORE_DISTANCE = 200;
/** Pixels from its head within which the head of the list counts as seen. */
const TOP_TOLERANCE = 40;

/** 互动空间: the comments, and the composer for people who are logged in (spec §2, §4). */
export function ChatPanel({ page }: ViewProps) {
	const { chat, notice } = page;
	const scroller = useRef<HTMLDivElement>(null);
	const pages = chat.pages.value;
	const loading = chat.loading.value;
	const pull = usePullDown(scroller, chat.refresh);
	useSteadyReading(scroller, pages);

	/** The end of the list is in view, or near: its next page is wanted. A list that is not painted yet says nothing of its end. */
	const check = () => {
		const { scrollTop, clientHeight, scrollHeight } = scroller.current!;
		chat.setAtTop(scrollTop < TOP_TOLERANCE);
		if (
			pages.length &&
			pages === chat.pages.value &&
			!chat.finished.value &&
			!chat.failed.value &&
			scrollTop + clientHeight > scrollHeight - LOAD_MORE_DISTANCE
		)
			chat.more();
	};
	useEffect(check, [pages, loading]);

	const remove = useRef(async (id: string) => {
		if (!(await notice.confirm('删除', '确认删除评论？'))) return;
		if (!(await chat.remove(id))) notice.showToast('删除失败，请稍后重试');
	}).current;

	return (
		<>
			<div className="scroller" tabIndex={0} ref={scroller} onScroll={check} {...pull.handlers}>
				<p className="pull" style={{ height: pull.height }} aria-hidden="true">
					{pull.text}
				</p>
				{chat.total.value ? <p className="chat-total">共 {chat.total.value} 条互动</p> : null}
				{loading === 'first' && !pages.length ? <Skeleton lines={6} /> : null}
				<ul className="comments" aria-label="聊天">
					{pages.map((comments) => (
						<Comments key={comments[0]!.id} comments={comments} remove={page.moderator ? remove : undefined} />
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

/** A page of comments; its array never changes, so it is rendered once however long the list grows. */
const Comments = memo(function Comments({
	comments,
	remove,
}: {
	comments: CommentPage;
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
 * Keeps what is being read where it is when messages come in above it; a list made anew is shown from its head.
 * HACK(WebKit): engines with scroll anchoring do it themselves. Remove when Safari has `overflow-anchor`.
 */
function useSteadyReading(scroller: { current: HTMLDivElement | null }, pages: readonly CommentPage[]) {
	const first = useRef<{ row: HTMLElement | null; top: number }>({ row: null, top: 0 });
	useLayoutEffect(() => {
		const { row, top } = first.current;
		const box = scroller.current!;
		if (row && !row.isConnected) box.scrollTop = 0;
		else if (row && box.scrollTop >= TOP_TOLERANCE && !CSS.supports('overflow-anchor', 'auto'))
			box.scrollTop += row.offsetTop - top;
		const next = box.querySelector('li');
		first.current = { row: next, top: next ? next.offsetTop : 0 };
	}, [pages]);
}
