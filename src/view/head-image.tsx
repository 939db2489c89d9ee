import { useState } from 'react';
import type { ViewProps } from './props.ts';

/** Width and height in CSS pixels, as in stage.css. */
const SIZE = 36;

/** The organization's head picture (spec §2); a plain disc during startup and without a picture. */
export function HeadImage({ page, url }: ViewProps & { url?: string }) {
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
