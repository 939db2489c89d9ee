import { useEffect, useState } from 'react';
import type { Comment } from '../../models/chat.ts';
import { CommentText } from './comment-text.tsx';
import type { ViewProps } from '../page/props.ts';

/** Messages over the video. */
const COUNT = 2;
/** Milliseconds after which they give the video back. */
const SHOWN_TIME = 8000;

/** A phone on its side, as in drawer.css. */
const ON_ITS_SIDE = '(min-width: 480px) and (min-aspect-ratio: 4/3) and (max-height: 500px)';

/** The newest of a list. */
const newest = (pages: readonly { comments: readonly Comment[] }[]): Comment[] =>
	pages
		.slice(0, COUNT)
		.reduce((all: Comment[], { comments }) => all.concat(comments.slice(0, COUNT)), [])
		.slice(0, COUNT);

/** On a phone on its side: the latest messages over the video while the drawer is closed, which a tap on the video closes. */
export function LatestMessages({ page }: ViewProps<'chat' | 'chatOverVideo' | 'drawer' | 'live' | 'player'>) {
	const { chat, drawer, chatOverVideo } = page;
	const [isOnItsSide, setOnItsSide] = useState(false);
	const isOpen = drawer.value;
	const [isOld, setOld] = useState(false);
	const pages = chat.list.value.pages;
	const { data } = page.live.state.value;
	// Of what is over they are no longer the latest, also where its replay fails.
	const shows = isOnItsSide && !isOpen && !!data && ![2, 3].includes(data.status);

	useEffect(() => {
		const query = matchMedia(ON_ITS_SIDE);
		const update = () => setOnItsSide(query.matches);
		update();
		// Safari before 14 has no other listeners.
		query.addListener(update);
		return () => query.removeListener(update);
	}, []);
	useEffect(() => {
		chatOverVideo.value = shows;
	}, [shows]);
	useEffect(() => {
		setOld(false);
		const timer = setTimeout(setOld, SHOWN_TIME, true);
		return () => clearTimeout(timer);
	}, [pages, shows]);
	useEffect(() => {
		const stage = document.querySelector('.stage');
		if (!isOnItsSide || !isOpen || !stage) return;
		const close = (event: Event) => {
			if ((event.target as Element).closest('button, .controls')) return;
			drawer.value = false;
			// Neither pauses, nor hides the controls.
			event.stopPropagation();
			event.preventDefault();
		};
		stage.addEventListener('click', close, true);
		return () => stage.removeEventListener('click', close, true);
	}, [isOnItsSide, isOpen]);

	if (!shows || isOld) return null;
	return (
		<div className={page.player.autoplayMuted.value ? 'latest raised' : 'latest'} aria-hidden="true">
			{newest(pages)
				.reverse()
				.map((comment) => (
					<p key={comment.id}>
						<CommentText nickname={comment.nickname} content={comment.content} />
					</p>
				))}
		</div>
	);
}
