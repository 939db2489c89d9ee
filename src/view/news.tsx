import { useState } from 'react';
import type { NewsItem } from '../models/page.ts';
import fallback from '../../static/news.svg';
import { ListEnd } from './list-end.tsx';
import type { ViewProps } from './props.ts';
import { Skeleton } from './skeleton.tsx';

/** Width of a news image in CSS pixels, as in news.css. */
const IMAGE_WIDTH = 112;

/** 相关资讯: the organization's news (spec §2). */
export function NewsPanel({ page }: ViewProps) {
	const { data, error, loading } = page.news.state.value;
	if (loading && !data) return <Skeleton lines={6} />;
	return (
		<>
			<ul className="news">
				{(data || []).map((item) => (
					<li key={item.id}>
						<NewsImage page={page} item={item} />
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

/** The image of a news item, or the default image when there is none; with saveData it loads after a tap. */
function NewsImage({ page, item }: ViewProps & { item: NewsItem }) {
	const [enabled, setEnabled] = useState(!page.saveData);
	const [failed, setFailed] = useState(false);
	if (item.image && !enabled)
		return (
			<button className="news-image" onClick={() => setEnabled(true)}>
				点击看图
			</button>
		);
	return (
		<img
			className="news-image"
			src={!item.image || failed ? fallback : page.imageUrl(item.image, IMAGE_WIDTH)}
			alt=""
			width={IMAGE_WIDTH}
			height="76"
			loading="lazy"
			decoding="async"
			onError={() => setFailed(true)}
		/>
	);
}
