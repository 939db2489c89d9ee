import type { Config } from '../config.ts';
import { safeUrl } from '../safe/url.ts';

/** Whether the app may have share cards (spec §2). */
export const hasShareCard = ({ app }: { app: string }): boolean => /^(wechat|wxwork|qq)$/.test(app);

/** Fields of a live on its share card. */
export interface SharedLive {
	id: string;
	title: string;
	summary: string;
	coverImg: string;
	shareUrl: string;
}

/** Share card of a live (spec §2), in WeChat's names; URLs are absolute. @param leavingUrl removes token and user id (`visit/leaving-url.ts`); '' for no link */
export function shareData(
	{ id, title, summary, coverImg, shareUrl }: SharedLive,
	page: string,
	share: Config['share'],
	leavingUrl: (href: string) => string,
) {
	const own = page.replace(/[?#].*/, '') + '?id=' + encodeURIComponent(id);
	return {
		title: title || share.title,
		desc: summary || share.description,
		link: leavingUrl(safeUrl(shareUrl, page)) || own,
		imgUrl: safeUrl(coverImg, page) || safeUrl(share.image, page),
		/** The page with the live's id, for apps that refuse other hosts. */
		page: own,
	};
}

/** See {@link shareData}. */
export type ShareData = ReturnType<typeof shareData>;
