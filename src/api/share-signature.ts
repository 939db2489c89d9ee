import { text } from '../safe/fields.ts';
import { ApiError } from './envelope.ts';
import type { Raw, SIGNATURE_EXAMPLE } from './examples.ts';
import type { Call } from './request.ts';

/** For WeChat's `wx.config` (spec §3). */
const readSignature = (raw: Raw<typeof SIGNATURE_EXAMPLE>) => ({
	appid: text(raw.appid),
	signature: text(raw.signature),
	nonceStr: text(raw.nonceStr),
	timestamp: text(raw.timestamp),
});

/** Fetches a signature (spec §7). Rejects with {@link ApiError} without one. */
export async function fetchShareSignature(call: Call, url: string) {
	const recData = await call('read', '/juvenile/wxjs/getWechatShareToken', { url }, { url });
	const signature = readSignature(Object(Object(recData).sign));
	if (!signature.signature) throw new ApiError('share signature: the answer holds none');
	return signature;
}
