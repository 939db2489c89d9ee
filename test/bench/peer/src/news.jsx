import { useEffect, useState } from 'react';
import { fetchNews } from './api.js';

export function News({ organizationId }) {
	const [news, setNews] = useState(null);

	useEffect(() => {
		fetchNews(organizationId).then(setNews, console.warn);
	}, [organizationId]);

	return (
		<div className="scroller">
			<ul className="news">
				{news?.map((item) => (
					<li key={item.newsid}>
						<img
							className="news-picture"
							src={item.img || item.headImg}
							alt=""
							width="112"
							height="76"
							loading="lazy"
						/>
						<div>
							<h2>{item.newstitle}</h2>
							<p>
								<span>{item.readnum}人已读</span>
								<span>{item.commentCountNew}条评论</span>
							</p>
						</div>
					</li>
				))}
			</ul>
			<p className="list-end">{news ? '没有更多了' : '加载中…'}</p>
		</div>
	);
}
