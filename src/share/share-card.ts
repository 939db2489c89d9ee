import type { Config } from '../config.ts';
import { safeUrl } from '../safe/url.ts';
import { withoutSecrets } from '../visit/visit.ts';

/** Whether the app shows a share card that the page sets: WeChat and QQ (spec §2). WeCom needs another script and signature. */
export const hasShareCard = ({ app }: { app: string }): boolean => app === 'wechat' || app === 'qq';

/** What a share card shows, by WeChat's names; all URLs are absolute. */
export interface ShareData {
	title: string;
	desc: string;
	link: string;
	imgUrl: string;
	/** The page's own URL with the live's id, where a link to another host is not allowed. */
	page: string;
}

/** The fields of a live that a share card shows. */
export interface SharedLive {
	id: string;
	title: string;
	summary: string;
	coverImg: string;
	shareUrl: string;
}

/**
 * The share card of a live on the page at `page` (spec §2). The link never has a token or user id: it is the live's `shareUrl`,
 * else the page with the live's id alone. `share.image` replaces a missing cover.
 */
export function shareData(
	{ id, title, summary, coverImg, shareUrl }: SharedLive,
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
