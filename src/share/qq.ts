import type { ShareData } from './share-card.ts';

/** QQ's script; sets the global `mqq`. */
const SCRIPT = 'https://open.mobile.qq.com/sdk/qqapi.js?_bid=152';

/** UTF-8 bytes; QQ drops longer titles. */
const TITLE_BYTES = 45;
/** UTF-8 bytes; QQ drops longer descriptions. */
const DESC_BYTES = 60;

/** Sets QQ's share card; QQ ignores links to other hosts. Rejects without the script. */
export async function shareInQQ(
	{ title, desc, link, imgUrl, page }: ShareData,
	loadScript: (url: string) => Promise<unknown>,
): Promise<void> {
	await loadScript(SCRIPT);
	(window as any).mqq.data.setShareInfo({
		title: cut(title, TITLE_BYTES),
		desc: cut(desc, DESC_BYTES),
		share_url: new URL(link).host === new URL(page).host ? link : page,
		image_url: imgUrl,
	});
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

/**
 * Cuts a text to UTF-8 bytes, after a word, with an ellipsis; between characters if a word is too long, or in Chinese
 * without `Intl.Segmenter` (Chrome 87, Safari 14.1).
 */
export function cut(text: string, bytes: number): string {
	if (bytesOf(text) <= bytes) return text;
	const { Segmenter } = Intl as { Segmenter?: typeof Intl.Segmenter };
	const words = Segmenter
		? Array.from(new Segmenter('zh', { granularity: 'word' }).segment(text), ({ segment }) => segment)
		: text.match(/[\w'-]+|[^]/gu)!;
	const limit = bytes - bytesOf('…');
	// No space or punctuation before the ellipsis.
	const kept = longest(words, limit).replace(/[\s，。、：；！？,.:;!?·—-]+$/, '');
	return `${kept || longest(Array.from(text), limit)}…`;
}

/** Joins the first parts that fit into `limit` bytes. */
function longest(parts: string[], limit: number): string {
	let kept = '';
	for (const part of parts) {
		if (bytesOf(kept + part) > limit) break;
		kept += part;
	}
	return kept;
}
