import { useLayoutEffect, useRef } from 'react';
import type { Description } from '../../models/page-model.ts';
import * as texts from '../../texts.ts';
import { Footer } from '../page/footer.tsx';
import { Icon } from '../page/icon.tsx';
import type { ViewProps } from '../page/props.ts';
import { Skeleton } from '../page/skeleton.tsx';
import { missingText } from '../stage/stage-message.ts';

const SHARE = 'M13 4v4Q4 9 3 20q4-6 10-6v4l9-7z';

/** 直播介绍: title, summary, description, share button, links (spec §2). */
export function Introduction({ page }: ViewProps) {
	const { data, error } = page.live.state.value;
	const links = page.links.map(([text, url]) => (
		<a className="link" href={url || undefined} target="_blank" rel="noopener">
			{text}
		</a>
	));
	if (!data) {
		if (!error) return <Skeleton lines={5} />;
		return (
			<>
				<p className="empty">{missingText(error)}</p>
				<article className="introduction">{links}</article>
			</>
		);
	}
	const description = page.description.value;
	return (
		<>
			<article className="introduction">
				<button className="chip share" onClick={page.actions.share}>
					<Icon path={SHARE} />
					{texts.SHARE}
				</button>
				{data.title ? <h1>{data.title}</h1> : null}
				{data.summary ? <p className="summary">{data.summary}</p> : null}
				{description ? <DescriptionText page={page} description={description} /> : <Skeleton lines={5} />}
				{description && links}
			</article>
			{description ? <Footer page={page} /> : null}
		</>
	);
}

function DescriptionText({ page, description }: ViewProps<'actions'> & { description: Description }) {
	const enlarge = (event: Event) => {
		const image = event.target as HTMLImageElement;
		if (!image.matches('img[role]')) return;
		// The key would also press the button focused next.
		event.preventDefault();
		page.actions.enlarge(image);
	};
	const box = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		if (!('content' in description)) return;
		const { content, complete } = description;
		// The text that is shown stays until the next one is complete, which is laid out unseen.
		for (const child of Array.from(box.current!.children))
			if (child !== content && (complete || child.matches('.coming'))) child.remove();
		const { firstChild } = box.current!;
		content.classList.toggle('coming', !complete && !!firstChild && firstChild !== content);
		if (!content.parentNode) box.current!.appendChild(content);
	}, [description]);
	if ('content' in description)
		return (
			<div
				key="rich"
				ref={box}
				onClick={enlarge}
				onKeyDown={(event) => /^( |Enter)$/.test(event.key) && enlarge(event)}
			/>
		);
	if (!description.lines.length) return <p className="empty">{texts.NO_INTRODUCTION}</p>;
	return (
		// Anew with another text, as times in it become links (guide/link-moments.ts).
		<div key={`.${description.lines}`} className="rich">
			{description.lines.map((line) => (
				<p>{line}</p>
			))}
		</div>
	);
}
