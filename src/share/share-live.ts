import type { Environment } from '../visit/environment.ts';
import type { ShareData } from './share-card.ts';

/** What sharing on a click needs. */
export interface ShareLiveOptions {
	environment: Environment;
	data: ShareData;
	/** Resolves with whether the text is in the clipboard. */
	copyText: (text: string) => Promise<boolean>;
	showToast: (message: string) => void;
}

/**
 * Shares a live on a click: by the menu of an app that has one for it, else by the system's own share sheet, else by a
 * link in the clipboard. Nothing happens when the person closes the sheet.
 */
export async function shareLive({
	environment: { app, phone },
	data: { title, desc, link },
	copyText,
	showToast,
}: ShareLiveOptions): Promise<void> {
	if (phone && /^(wechat|wxwork|qq$|dingtalk)/.test(app)) return showToast('请点击右上角“…”菜单分享');
	try {
		await navigator.share({ title, text: desc, url: link });
	} catch (error) {
		if ((error as Error).name === 'AbortError') return;
		showToast((await copyText(link)) ? '链接已复制，可以发给朋友' : `复制失败，请手动复制：${link}`);
	}
}
