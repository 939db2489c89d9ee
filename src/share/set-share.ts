import type { Environment } from '../visit/environment.ts';
import { loadScript } from '../network/load-script.ts';
import { shareInQQ } from './qq.ts';
import type { ShareData } from './share-card.ts';
import { shareInWeChat, type WeChatOptions } from './wechat.ts';

/** Options of {@link setShare}. */
export interface SetShareOptions extends Pick<WeChatOptions, 'fetchSignature' | 'entryUrl'> {
	environment: Environment;
	data: ShareData;
}

/**
 * Sets the share card in WeChat, in WeCom where it has WeChat's API, and in QQ (spec §2). Never rejects: logs failures
 * (spec §8) without URLs, which may hold a token.
 */
export async function setShare({
	environment: { app, os },
	data,
	fetchSignature,
	entryUrl,
}: SetShareOptions): Promise<void> {
	try {
		const currentUrl = location.href;
		if (app === 'wechat') {
			await shareInWeChat({ fetchSignature, data, entryUrl, currentUrl, ios: os === 'ios', loadScript });
		} else if (app === 'wxwork') {
			// It checks the current URL on all systems.
			await shareInWeChat({ fetchSignature, data, entryUrl: currentUrl, currentUrl, ios: false, loadScript });
		} else if (app === 'qq') {
			await shareInQQ(data, loadScript);
		}
	} catch (error) {
		console.warn(`Sharing is not set: ${(error as Error).message.replace(/\S*[/=?]\S*/g, '…')}`);
	}
}
