import type { Environment } from '../visit/environment.ts';
import { loadScript } from '../load-script.ts';
import { shareInQQ } from './qq.ts';
import type { ShareData } from './share-card.ts';
import { shareInWeChat, type WeChatOptions } from './wechat.ts';

export interface SetShareOptions extends Pick<WeChatOptions, 'sign' | 'entryUrl'> {
	environment: Environment;
	data: ShareData;
}

/**
 * Sets the share card where the browser has one to set: WeChat and QQ. WeCom carries WeChat's name but wants another script
 * and signature, so it is left alone. A failure is only logged, without addresses (spec: sharing must not disturb the page).
 */
export async function setShare({ environment: { app, os }, data, sign, entryUrl }: SetShareOptions): Promise<void> {
	try {
		if (/^wechat/.test(app)) {
			await shareInWeChat({ sign, data, entryUrl, currentUrl: location.href, ios: os == 'ios', loadScript });
		} else if (app == 'qq') {
			await shareInQQ(data, loadScript);
		}
	} catch (error) {
		console.warn('Sharing is not set: ' + (error as Error).message.replace(/\S*[/=?]\S*/g, '…'));
	}
}
