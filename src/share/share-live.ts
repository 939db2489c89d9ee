import type { Environment } from '../visit/environment.ts';
import * as texts from '../texts.ts';
import type { ShareData } from './share-card.ts';

/** What sharing on a click needs. */
export interface ShareLiveOptions {
	environment: Environment;
	data: ShareData;
	/** Copies to the clipboard, and says whether that worked. */
	copy: (text: string) => Promise<void>;
	showToast: (message: string) => void;
}

/**
 * Shares a live on a click: by the menu of an app that has one for it, else by the system's own share sheet, else by a
 * link in the clipboard. Nothing happens when the person closes the sheet.
 */
export async function shareLive({
	environment: { app, phone },
	data: { title, desc, link },
	copy,
	showToast,
}: ShareLiveOptions): Promise<void> {
	if (phone && /^(wechat|wxwork|qq$|dingtalk)/.test(app)) return showToast(texts.SHARE_BY_MENU);
	try {
		await navigator.share({ title, text: desc, url: link });
	} catch (error) {
		if ((error as Error).name !== 'AbortError') await copy(link);
	}
}
