/** An HLS list (RFC 8216). */
export interface HlsList {
	/** Lists of the encodings it names; none: it is one itself. */
	variants: { url: string; kbps: number }[];
	segments: { url: string; ms: number }[];
	/** Nothing will be added. */
	ended: boolean;
}

/** Reads an HLS list; undefined unless it is one. @param url of the list */
export function readHls(text: string, url: string): HlsList | undefined {
	if (!/^\ufeff?#EXTM3U/.test(text)) return undefined;
	const list: HlsList = { variants: [], segments: [], ended: false };
	let kbps: number | undefined;
	let ms = 0;
	for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
		const [, name = '', value = ''] = /^#EXT(?:-X-)?([A-Z-]+):?(.*)/.exec(line) ?? [];
		if (name === 'STREAM-INF') kbps = Math.round(Number(/(?:^|,)BANDWIDTH=(\d+)/.exec(value)?.[1] ?? 0) / 1000);
		else if (name === 'INF') ms = Number.parseFloat(value) * 1000 || 0;
		else if (name === 'ENDLIST') list.ended = true;
		if (!line || line.startsWith('#') || !URL.canParse(line, url)) continue;
		const { href } = new URL(line, url);
		if (kbps === undefined) list.segments.push({ url: href, ms });
		else list.variants.push({ url: href, kbps });
		kbps = undefined;
	}
	return list;
}
