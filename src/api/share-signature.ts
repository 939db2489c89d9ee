import { text } from '../safe/fields.ts';
import { ApiError } from './envelope.ts';
import type { Call } from './request.ts';

/** Values for WeChat's `wx.config` (spec §3, "Share signature"). */
export interface ShareSignature {
	appid: string;
	signature: string;
	nonceStr: string;
	timestamp: string;
}

/** Fetches the signature of a URL (spec §7). Rejects with {@link ApiError} if the answer has none. */
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
