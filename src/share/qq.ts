import type { ShareData } from './share-card.ts';

const SCRIPT = 'https://open.mobile.qq.com/sdk/qqapi.js?_bid=152';

/** Bytes of UTF-8 beyond which QQ drops a title and a description. */
const TITLE_BYTES = 45;
const DESC_BYTES = 60;

/** Sets QQ's share card. A link to another host would make QQ ignore it, so it gets the page's own then. */
export async function shareInQQ(
	{ title, desc, link, imgUrl, page }: ShareData,
	loadScript: (address: string) => Promise<unknown>,
): Promise<void> {
	await loadScript(SCRIPT);
	(window as any).mqq.data.setShareInfo({
		title: cut(title, TITLE_BYTES),
		desc: cut(desc, DESC_BYTES),
		share_url: new URL(link).host == new URL(page).host ? link : page,
		image_url: imgUrl,
	});
}

/** The beginning of a text that fits into so many bytes, whole characters only. */
export function cut(text: string, bytes: number): string {
	let kept = '';
	for (const character of text) {
		bytes -= new TextEncoder().encode(character).length;
		if (bytes < 0) break;
		kept += character;
	}
	return kept;
}
