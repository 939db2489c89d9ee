import { text } from '../safe/fields.ts';
import { ApiError } from './envelope.ts';
import type { Call } from './request.ts';

/** What WeChat's `wx.config` needs (spec §3, "Share signature"). */
export interface ShareSignature {
	appid: string;
	signature: string;
	nonceStr: string;
	timestamp: string;
}

/** Asks for the signature of an address (spec §7). Throws `ApiError` when the answer holds none. */
export async function shareSignature(call: Call, url: string): Promise<ShareSignature> {
	const recData = await call('read', '/juvenile/wxjs/getWechatShareToken', { url }, { url });
	const raw = Object(Object(recData).sign) as Record<string, unknown>;
	const [appid, signature, nonceStr, timestamp] = ['appid', 'signature', 'nonceStr', 'timestamp'].map((name) =>
		text(raw[name]),
	) as [string, string, string, string];
	if (!signature) throw new ApiError('share signature: the answer holds none');
	return { appid, signature, nonceStr, timestamp };
}
