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
 * Sets the share card in WeChat and QQ (spec §2); WeCom would need another script. Never rejects: logs failures (spec
 * §8) without URLs, which may hold a token.
 */
export async function setShare({
	environment: { app, os },
	data,
	fetchSignature,
	entryUrl,
}: SetShareOptions): Promise<void> {
	try {
		if (app === 'wechat') {
			const currentUrl = location.href;
			await shareInWeChat({ fetchSignature, data, entryUrl, currentUrl, ios: os === 'ios', loadScript });
		} else if (app === 'qq') {
			await shareInQQ(data, loadScript);
		}
	} catch (error) {
		console.warn(`Sharing is not set: ${(error as Error).message.replace(/\S*[/=?]\S*/g, '…')}`);
	}
}
