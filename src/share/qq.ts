import type { ShareData } from './share-card.ts';

/** QQ's script; sets the global `mqq`. */
const SCRIPT = 'https://open.mobile.qq.com/sdk/qqapi.js?_bid=152';

/** Bytes of UTF-8 a title may have: QQ drops a longer one. */
const TITLE_BYTES = 45;
/** Bytes of UTF-8 a description may have: QQ drops a longer one. */
const DESC_BYTES = 60;

/** Sets QQ's share card. QQ ignores a link to another host, so the page's own URL replaces it. Rejects when the script does not load. */
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

/** The longest beginning of a text that has at most `bytes` bytes of UTF-8, in whole characters. */
export function cut(text: string, bytes: number): string {
	let kept = '';
	for (const character of text) {
		bytes -= new TextEncoder().encode(character).length;
		if (bytes < 0) break;
		kept += character;
	}
	return kept;
}
