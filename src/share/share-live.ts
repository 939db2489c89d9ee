import type { Environment } from '../visit/environment.ts';
import * as texts from '../texts.ts';
import type { ShareData } from './share-card.ts';

/** Options of {@link shareLive}. */
export interface ShareLiveOptions {
	environment: Environment;
	data: ShareData;
	/** Copies to the clipboard and shows the result. */
	copy: (text: string) => Promise<void>;
	showToast: (message: string) => void;
}

/**
 * Shares a live on a click: hints at the app's menu, else opens the system's share sheet, else copies the link. Closing
 * the sheet does nothing.
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
