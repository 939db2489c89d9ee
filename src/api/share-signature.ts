import { text } from '../safe/fields.ts';
import { ApiError } from './envelope.ts';
import type { Call } from './request.ts';

/** For WeChat's `wx.config` (spec §3). */
export interface ShareSignature {
	appid: string;
	signature: string;
	nonceStr: string;
	timestamp: string;
}

/** Fetches a signature (spec §7). Rejects with {@link ApiError} without one. */
export async function fetchShareSignature(call: Call, url: string): Promise<ShareSignature> {
	const recData = await call('read', '/juvenile/wxjs/getWechatShareToken', { url }, { url });
	const raw = Object(Object(recData).sign) as Record<string, unknown>;
	if (!text(raw.signature)) throw new ApiError('share signature: the answer holds none');
	return {
		appid: text(raw.appid),
		signature: text(raw.signature),
		nonceStr: text(raw.nonceStr),
		timestamp: text(raw.timestamp),
	};
}
