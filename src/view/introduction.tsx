import type { ViewProps } from './props.ts';
import { Skeleton } from './skeleton.tsx';

/** 直播介绍: title, summary and the sanitized description (spec §2). */
export function Introduction({ page }: ViewProps) {
	const { data, loading } = page.live.state.value;
	if (!data) return loading ? <Skeleton lines={5} /> : <p className="empty">暂无介绍</p>;
	const html = page.description.value;
	const empty = html !== null && !/<img|(^|>)\s*[^<\s]/.test(html);
	return (
		<article className="introduction">
			<h2>{data.title}</h2>
			{data.summary ? <p className="summary">{data.summary}</p> : null}
			{empty ? <p className="empty">主办方还没有填写介绍</p> : null}
			{html === null ? <Skeleton lines={5} /> : null}
			{html && !empty ? (
				<div className="rich" onLoadCapture={there} onErrorCapture={there} dangerouslySetInnerHTML={{ __html: html }} />
			) : null}
		</article>
	);
}

/** A picture has come, or never will: it no longer needs the place that was kept for it. */
const there = ({ target }: { target: EventTarget | null }) => (target as Element).classList.add('there');
