import type { Config } from '../config.ts';
import { safeUrl } from '../safe/url.ts';

/** Whether the app may have share cards (spec §2). */
export const hasShareCard = ({ app }: { app: string }): boolean => /^(wechat|wxwork|qq)$/.test(app);

/** A share card in WeChat's names; URLs are absolute. */
export interface ShareData {
	title: string;
	desc: string;
	link: string;
	imgUrl: string;
	/** The page with the live's id, for apps that refuse other hosts. */
	page: string;
}

/** Fields of a live on its share card. */
export interface SharedLive {
	id: string;
	title: string;
	summary: string;
	coverImg: string;
	shareUrl: string;
}

/** Share card of a live (spec §2). @param leavingUrl removes token and user id (`visit/leaving-url.ts`); '' for no link */
export function shareData(
	{ id, title, summary, coverImg, shareUrl }: SharedLive,
	page: string,
	share: Config['share'],
	leavingUrl: (href: string) => string,
): ShareData {
	const own = page.replace(/[?#].*/, '') + '?id=' + encodeURIComponent(id);
	return {
		title: title || share.title,
		desc: summary || share.description,
		link: leavingUrl(safeUrl(shareUrl, page)) || own,
		imgUrl: safeUrl(coverImg, page) || safeUrl(share.image, page),
		page: own,
	};
}
