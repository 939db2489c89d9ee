import { useState } from 'react';
import type { ViewProps } from '../page/props.ts';

/** CSS pixels, as in stage.css. */
const SIZE = 28;

/** Head picture (spec §2), or a plain disc. */
export function HeadImage({ page, url }: ViewProps<'imageUrl' | 'startupDone'> & { url?: string }) {
	const [failed, setFailed] = useState('');
	if (!url || url === failed || !page.startupDone.value) return <span className="head" />;
	return (
		<img
			className="head"
			src={page.imageUrl(url, SIZE)}
			alt=""
			width={SIZE}
			height={SIZE}
			decoding="async"
			onError={() => setFailed(url)}
		/>
	);
}
