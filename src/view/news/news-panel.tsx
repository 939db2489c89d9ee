import { useLayoutEffect, useRef, useState } from 'react';
import type { NewsItem } from '../../models/page-model.ts';
import fallback from '../../../static/news.svg';
import * as texts from '../../texts.ts';
import { ListEnd } from '../page/list-end.tsx';
import type { ViewProps } from '../page/props.ts';
import { Skeleton } from '../page/skeleton.tsx';

/** CSS pixels, as in news-panel.css. */
const IMAGE_WIDTH = 112;

/** Creates 相关资讯 (spec §2). `holdImages` receives the list before its images load. */
export const createNewsPanel = (holdImages: (list: HTMLElement) => void) =>
	function NewsPanel({ page }: ViewProps) {
		const { data, error, loading } = page.news.state.value;
		const list = useRef<HTMLUListElement>(null);
		useLayoutEffect(() => {
			if (data) holdImages(list.current!);
		}, [data]);
		if (loading && !data) return <Skeleton lines={6} />;
		return (
			<>
				<ul className="news" ref={list}>
					{(data || []).map((item) => (
						<NewsRow key={item.id} page={page} item={item} />
					))}
				</ul>
				<ListEnd
					loading={loading}
					failed={!!error}
					finished={!!data}
					empty={data && data.length ? '' : texts.NO_NEWS}
					retry={page.loadNews}
				/>
			</>
		);
	};

/**
 * A news item, linked or opened in the app. Shows its first image that loads, else the default; with saveData after a
 * tap.
 */
function NewsRow({
	page,
	item,
}: ViewProps<'actions' | 'imageUrl' | 'insideApp' | 'newsInApp' | 'newsUrl' | 'saveData'> & { item: NewsItem }) {
	const [enabled, setEnabled] = useState(!page.saveData);
	const [failures, setFailures] = useState(0);
	const image = item.images[failures];
	const waiting = image && !enabled;
	const url = page.newsUrl(item.id);
	const inApp = !url && !!item.id && (page.newsInApp || page.insideApp.value);
	return (
		<li>
			{waiting ? (
				<button className="news-image" onClick={() => setEnabled(true)}>
					{texts.SHOW_IMAGE}
				</button>
			) : null}
			<a
				href={url || (inApp ? '#' : undefined)}
				target="_blank"
				rel="noopener"
				onClick={(event) => {
					if (!inApp) return;
					event.preventDefault();
					page.actions.openNews(item.id);
				}}
			>
				{waiting ? null : (
					<img
						className={image ? 'news-image' : 'news-image there'}
						src={image ? page.imageUrl(image, IMAGE_WIDTH) : fallback}
						alt=""
						width={IMAGE_WIDTH}
						height="76"
						loading="lazy"
						decoding="async"
						onError={() => setFailures(failures + 1)}
					/>
				)}
				<div>
					{item.title ? <h2>{item.title}</h2> : null}
					<p>
						<span>
							{item.reads}
							{texts.READS}
						</span>
						<span>
							{item.comments}
							{texts.COMMENT_COUNT}
						</span>
					</p>
				</div>
			</a>
		</li>
	);
}
