import type { Description } from '../models/page.ts';
import type { ViewProps } from './props.ts';
import { Skeleton } from './skeleton.tsx';

/** 直播介绍: title, summary and the sanitized description (spec §2), with a button to share. */
export function Introduction({ page }: ViewProps) {
	const { data, loading } = page.live.state.value;
	if (!data) return loading ? <Skeleton lines={5} /> : <p className="empty">暂无介绍</p>;
	const description = page.description.value;
	return (
		<article className="introduction">
			<button className="link" onClick={page.actions.share}>
				分享
			</button>
			<h2>{data.title}</h2>
			{data.summary ? <p className="summary">{data.summary}</p> : null}
			{description ? <DescriptionText description={description} /> : <Skeleton lines={5} />}
		</article>
	);
}

function DescriptionText({ description }: { description: Description }) {
	if ('lines' in description && description.lines.length)
		return (
			<div className="rich">
				{description.lines.map((line) => (
					<p>{line}</p>
				))}
			</div>
		);
	if ('html' in description && /<img|(^|>)\s*[^<\s]/.test(description.html))
		return (
			<div
				className="rich"
				onLoadCapture={onImageSettled}
				onErrorCapture={onImageSettled}
				dangerouslySetInnerHTML={{ __html: description.html }}
			/>
		);
	return <p className="empty">主办方还没有填写介绍</p>;
}

/** An image has loaded or failed: it no longer needs the place that was kept for it. */
const onImageSettled = ({ target }: { target: EventTarget | null }) => (target as Element).classList.add('there');
