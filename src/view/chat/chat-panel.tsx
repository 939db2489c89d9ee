import { memo, useEffect, useRef } from 'react';
import type { Comment, CommentPage } from '../../models/chat.ts';
import { shownName } from '../../safe/nickname.ts';
import * as texts from '../../texts.ts';
import { CommentText } from './comment-text.tsx';
import { Composer } from './composer.tsx';
import { clockTime } from '../page/format.ts';
import { isDate } from '../../safe/is-date.ts';
import { timeOfDay } from '../page/time-of-day.ts';
import { ListEnd } from '../page/list-end.tsx';
import type { ViewProps } from '../page/props.ts';
import { followPulls } from './pull-down.ts';
import { useScrollAnchor } from './scroll-anchor.ts';
import { Skeleton } from '../page/skeleton.tsx';

/** Pixels from the end at which the next page loads. */
const LOAD_MORE_DISTANCE = 200;
/** Pixels of a one-line comment (chat-panel.css); estimates a page before it is in view. */
const MIN_ROW_HEIGHT = 36;
/** Most messages of a poll that are read out; more, and any beside buttons, are counted. */
const MAX_READ = 3;

/** 互动空间: comments and composer (spec §2, §4). */
export function ChatPanel({ page }: ViewProps) {
	const { chat, notice } = page;
	const scroller = useRef<HTMLDivElement>(null);
	const replay = page.replay.value;
	const pagesNow = () => (replay ? replay.chat.pages.value : chat.list.value.pages);
	const pages = pagesNow();
	const follows = () => !!replay && replay.chat.follows.value;
	const { finished } = chat.list.value;
	const loading = chat.loading.value;
	const arrived = chat.arrived.value;
	const total = chat.total.value;
	const count = arrived.gap ? texts.MAX_NEW : arrived.comments.length;
	const areRead = count <= (page.moderator ? 0 : MAX_READ);
	const arrivals = useRef<HTMLParagraphElement>(null);
	// Older pages and a reloaded list are not read out.
	const last = useRef({ pages, arrived, live: 'off' as 'off' | 'polite' }).current;
	if (pages !== last.pages) last.live = arrived !== last.arrived && areRead ? 'polite' : 'off';
	last.pages = pages;
	last.arrived = arrived;
	const { data } = page.live.state.value;
	const inView = page.tab.value === 'chat';
	const { isAtTop, isUntouched } = useScrollAnchor(scroller, pages, inView);

	const onScroll = () => {
		const { scrollTop, clientHeight, scrollHeight } = scroller.current!;
		const atTop = isAtTop();
		chat.setAtTop(inView && atTop && !follows());
		// Only a reader leaves the place of the replay.
		if (replay && inView) replay.chat.setAtTop(atTop || isUntouched());
		if (
			inView &&
			pages.length &&
			// Otherwise its height is not known yet.
			pages === pagesNow() &&
			!finished &&
			!chat.failed.value &&
			scrollTop + clientHeight > scrollHeight - LOAD_MORE_DISTANCE
		)
			chat.older();
	};
	useEffect(() => {
		if (inView) showFirstUnread(scroller.current!, chat.unread.peek());
	}, [inView]);
	useEffect(onScroll, [pages, loading, inView]);
	useEffect(() => followPulls(scroller.current!, chat.refresh), []);
	const unread = inView ? 0 : chat.unread.value;
	useEffect(() => {
		// The dot beside the tab's title, in words.
		const tab = document.getElementById('tab-chat');
		if (tab) tab.setAttribute('aria-description', unread ? texts.newMessages(unread) : '');
	}, [unread]);
	useEffect(() => {
		// A new node is announced even if its text is the same.
		arrivals.current!.textContent = areRead ? '' : texts.newMessages(count);
	}, [arrived]);

	const mention = useRef<(name: string) => void>(() => {});
	const onClick = ({ target }: Event) => {
		const name = (target as Element).closest('.name:not(.assistant)');
		if (name) mention.current(name.querySelector('bdi')!.textContent!);
	};

	const deleted = useRef(new Set<string>()).current;
	const remove = useRef(async (comment: Comment, row: Element) => {
		if (!(await notice.confirm(texts.DELETE, texts.CONFIRM_DELETION, comment))) return;
		const next = row.nextElementSibling || row.previousElementSibling;
		const { done, reason } = await chat.remove(comment.id);
		if (done) deleted.add(comment.id);
		// On a slow connection people delete again what is being deleted.
		else return deleted.has(comment.id) || notice.showToast(reason || texts.DELETION_FAILED, 'assertive');
		// The focus was in the removed row, and is there, on the panel or the body now.
		const focused = document.activeElement!;
		if (focused.contains(scroller.current) || row.contains(focused))
			((next && next.querySelector('button')) || scroller.current!).focus();
	}).current;

	const showNew = () => {
		scroller.current!.scrollTop = 0;
		scroller.current!.focus();
	};

	const resume = () => {
		replay!.chat.resume();
		showNew();
	};

	return (
		<>
			<div
				// The chip would cover the newest, as what was just sent.
				className={replay && replay.chat.isAway.value && !follows() ? 'scroller below-chip' : 'scroller'}
				role="group"
				aria-label={total ? `${texts.MESSAGES}，${texts.messagesInAll(total)}` : texts.MESSAGES}
				tabIndex={0}
				ref={scroller}
				onScroll={onScroll}
			>
				<p className="pull" aria-hidden="true" />
				{loading === 'first' && !pages.length ? <Skeleton lines={6} /> : null}
				<div role="log" aria-live={last.live}>
					<div
						className={page.member.value ? 'comments can-mention' : 'comments'}
						role="list"
						aria-label={texts.COMMENTS}
						onClick={onClick}
					>
						{pages.map(({ key, comments }, index) => (
							<Comments
								key={key}
								comments={comments}
								length={replay ? replay.length : 0}
								start={data ? data.startTime : 0}
								before={minuteOf((pages[index + 1] || { comments: [] }).comments[0])}
								remove={page.moderator ? remove : undefined}
							/>
						))}
					</div>
				</div>
				<ListEnd
					loading={loading === 'older' || (loading !== '' && pages.length > 0)}
					failed={chat.failed.value}
					finished={finished}
					empty={pages[0] ? '' : page.member.value ? texts.NO_MESSAGES_WRITE : texts.NO_MESSAGES}
					retry={chat.older}
				/>
			</div>
			<p className="visually-hidden" role="status" ref={arrivals} />
			{replay && replay.chat.isAway.value ? (
				<button className="chip unread" onClick={resume}>
					{texts.BACK_TO_REPLAY}
				</button>
			) : chat.unread.value ? (
				<button className="chip unread" onClick={showNew}>
					{texts.newMessages(chat.unread.value)}
				</button>
			) : null}
			<div className="composer">
				<Composer page={page} mention={mention} />
			</div>
		</>
	);
}

/** Scrolls to the oldest of so many new messages, unless it is in view at the top, or not known. */
function showFirstUnread(box: HTMLElement, count: number) {
	if (!count) return;
	box.scrollTop = 0;
	const row = box.querySelectorAll('li')[count - 1];
	if (row) box.scrollTop = Math.max(0, row.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom);
}

/** Time of day, where the server tells more than a date. */
const minuteOf = (comment: Comment | undefined) =>
	comment && comment.time && !isDate(comment.time) ? timeOfDay(comment.time) : '';

/** A page of comments, an element only for CSS. Memoized, as its array never changes. */
const Comments = memo(function Comments({
	comments,
	before,
	length,
	start,
	remove,
}: {
	comments: CommentPage['comments'];
	/** Minute of the message before them, which is below, as the newest are at the top. */
	before: string;
	/** Seconds of the replay; 0: none. */
	length: number;
	/** Milliseconds; 0: unknown. */
	start: number;
	remove?: (comment: Comment, row: Element) => void;
}) {
	return (
		<ul role="none" style={{ containIntrinsicSize: `auto ${comments.length * MIN_ROW_HEIGHT}px` }}>
			{comments.map((comment, index) => {
				const minute = minuteOf(comment);
				// Of the replay, when it was said.
				const place = minute && start ? (comment.time! - start) / 1000 : -1;
				return (
					<li role="listitem" key={comment.id || index}>
						<p>
							<CommentText nickname={comment.nickname} content={comment.content} own={comment.own} length={length} />
						</p>
						{place >= 0 && place < length ? (
							<button className="moment" tabIndex={-1} data-seconds={Math.floor(place)}>
								{clockTime(place)}
							</button>
						) : minute && minute !== (comments[index + 1] ? minuteOf(comments[index + 1]) : before) ? (
							<time>{minute}</time>
						) : null}
						{remove && comment.id ? (
							<button
								className="link"
								// The list is a single tab stop (move-between-rows.ts).
								tabIndex={-1}
								aria-label={texts.deletionOf(shownName(comment.nickname) || texts.ASSISTANT, comment.content)}
								onClick={(event) => remove(comment, event.currentTarget.parentElement!)}
							>
								{texts.DELETE}
							</button>
						) : null}
					</li>
				);
			})}
		</ul>
	);
});
