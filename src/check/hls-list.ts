/** An encoding that a list names. */
export interface HlsVariant {
	url: string;
	kbps: number;
	/** As named; '' for none. */
	codecs: string;
	/** It names the size or codec of a picture. */
	hasPicture: boolean;
}

/** Names of video codecs (RFC 6381). */
const VIDEO_CODEC = /\b(avc|hvc|hev|dv[ah]|vp0?[89]|av01|mp4v)/i;

function readVariant(attributes: string): Omit<HlsVariant, 'url'> {
	const codecs = /CODECS="([^"]*)"/.exec(attributes)?.[1] ?? '';
	return {
		kbps: Math.round(Number(/(?:^|,)BANDWIDTH=(\d+)/.exec(attributes)?.[1] ?? 0) / 1000),
		codecs,
		hasPicture: /RESOLUTION=\d/.test(attributes) || VIDEO_CODEC.test(codecs),
	};
}

/** Reads an HLS list (RFC 8216); undefined unless it is one. @param url of the list */
export function readHls(text: string, url: string) {
	if (!/^\ufeff?#EXTM3U/.test(text)) return undefined;
	const list = {
		/** Lists of the encodings it names; none: it is one itself. */
		variants: [] as HlsVariant[],
		/** Sound has lists and segments of its own. */
		hasSeparateSound: false,
		segments: [] as { url: string; ms: number }[],
		/** Keys and beginnings of segments. */
		extras: [] as string[],
		/** Nothing will be added. */
		ended: false,
	};
	let variant: Omit<HlsVariant, 'url'> | undefined;
	let ms = 0;
	for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
		const [, name = '', value = ''] = /^#EXT(?:-X-)?([A-Z-]+):?(.*)/.exec(line) ?? [];
		if (name === 'STREAM-INF') variant = readVariant(value);
		else if (name === 'MEDIA') list.hasSeparateSound ||= /TYPE=AUDIO/.test(value) && /URI="/.test(value);
		else if (name === 'KEY' || name === 'MAP') {
			const [, extra = ''] = /URI="([^"]*)"/.exec(value) ?? [];
			if (extra && URL.canParse(extra, url)) list.extras.push(new URL(extra, url).href);
		} else if (name === 'INF') ms = Number.parseFloat(value) * 1000 || 0;
		else if (name === 'ENDLIST') list.ended = true;
		if (!line || line.startsWith('#') || !URL.canParse(line, url)) continue;
		const { href } = new URL(line, url);
		if (variant) list.variants.push({ url: href, ...variant });
		else list.segments.push({ url: href, ms });
		variant = undefined;
	}
	return list;
}
