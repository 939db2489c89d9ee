import { useMemo } from 'react';
import DOMPurify from 'dompurify';

export function Introduction({ live, failed }) {
	const html = useMemo(() => DOMPurify.sanitize(live?.description ?? ''), [live]);
	if (!live) return <p className="empty">{failed ? '暂无介绍' : '加载中…'}</p>;
	return (
		<div className="scroller">
			<article className="introduction">
				<h1>{live.title}</h1>
				<p className="summary">{live.summary}</p>
				<div className="rich" dangerouslySetInnerHTML={{ __html: html }} />
			</article>
		</div>
	);
}
