import { useState } from 'react';
import type { NewsItem } from '../models/page.ts';
import fallback from '../../static/news.svg';
import { ListEnd } from './list-end.tsx';
import type { ViewProps } from './props.ts';
import { Skeleton } from './skeleton.tsx';

/** 相关资讯: the organization's news (spec §2). */
export function NewsPanel({ page }: ViewProps) {
	const { data, error, loading } = page.news.state.value;
	if (loading && !data) return <Skeleton lines={6} />;
	return (
		<>
			<ul className="news">
				{(data || []).map((item) => (
					<li key={item.id}>
						<Picture page={page} item={item} />
						<div>
							<h2>{item.title}</h2>
							<p>
								<span>{item.reads}人已读</span>
								<span>{item.comments}条评论</span>
							</p>
						</div>
					</li>
				))}
			</ul>
			<ListEnd loading={loading} failed={!!error} finished={!!data} retry={page.loadNews} />
		</>
	);
}

/** A picture that falls back to the default one, and on a thin link waits for a tap. */
function Picture({ page, item }: ViewProps & { item: NewsItem }) {
	const [wanted, want] = useState(!page.saveData);
	const [broken, breaks] = useState(false);
	if (item.image && !wanted)
		return (
			<button className="news-picture" onClick={() => want(true)}>
				点击看图
			</button>
		);
	return (
		<img
			className="news-picture"
			src={!item.image || broken ? fallback : page.imageUrl(item.image, 112)}
			alt=""
			width="112"
			height="76"
			loading="lazy"
			decoding="async"
			onError={() => breaks(true)}
		/>
	);
}
