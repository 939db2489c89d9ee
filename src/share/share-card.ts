import type { Config } from '../config.ts';
import { safeUrl } from '../safe/url.ts';
import { withoutSecrets } from '../visit/visit.ts';

/** What a share card shows, by WeChat's names; all addresses are absolute. */
export interface ShareData {
	title: string;
	desc: string;
	link: string;
	imgUrl: string;
	/** The page itself with the live's id, for where a link to another host is not allowed. */
	page: string;
}

/** The fields of a live that a share card takes. */
export interface Shared {
	id: string;
	title: string;
	summary: string;
	coverImg: string;
	shareUrl: string;
}

/**
 * The share card of a live on the page at `page` (spec §2). The link never has a token or user id: it is the live's `shareUrl`,
 * else the page with the live's id alone. `share.image` stands in for a missing cover, so give it the shipped picture when it is empty.
 */
export function shareData(
	{ id, title, summary, coverImg, shareUrl }: Shared,
	page: string,
	share: Config['share'],
): ShareData {
	const own = page.replace(/[?#].*/, '') + '?id=' + encodeURIComponent(id);
	return {
		title: title || share.title,
		desc: summary || share.description,
		link: withoutSecrets(safeUrl(shareUrl, page)) || own,
		imgUrl: safeUrl(coverImg, page) || safeUrl(share.image, page),
		page: own,
	};
}
