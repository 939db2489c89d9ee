import type { ShareData } from './share-card.ts';

/** As taken by `wx.config` (spec §3). */
interface WeChatSignature {
	appid: string;
	timestamp: string | number;
	nonceStr: string;
	signature: string;
}

/** Options of {@link shareInWeChat}. */
export interface WeChatOptions {
	fetchSignature: (url: string) => Promise<WeChatSignature>;
	data: ShareData;
	/** URL at entry, before any `replaceState`. */
	entryUrl: string;
	currentUrl: string;
	ios: boolean;
	loadScript: (url: string) => Promise<unknown>;
	/** Milliseconds, as the bridge may never appear; default 10,000. */
	timeout?: number;
}

/** WeChat's script; sets the global `jWeixin`. */
const SCRIPT = 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js';
/** The same on WeChat's second host. */
const BACKUP_SCRIPT = 'https://res2.wx.qq.com/open/js/jweixin-1.6.0.js';

/** Friends and timeline (spec §2). */
const KINDS = ['AppMessage', 'Timeline'];
const update = (kind: string) => `update${kind}ShareData`;
/** Names before WeChat 6.7.2. */
const older = (kind: string) => 'onMenuShare' + kind;

/**
 * Sets both cards. WeChat checks the current URL on Android, the entry URL on iOS; the other is tried once. Rejects if
 * refused.
 */
export async function shareInWeChat({
	fetchSignature,
	data,
	entryUrl,
	currentUrl,
	ios,
	loadScript,
	timeout = 10_000,
}: WeChatOptions): Promise<void> {
	const host = window as any;
	let refusal: string | void;
	for (const url of new Set(ios ? [entryUrl, currentUrl] : [currentUrl, entryUrl])) {
		// A new instance per URL, as `ready` of a verified one runs at once. The script sends `location` to Tencent, so
		// the token must be removed first.
		delete host.jWeixin;
		await loadScript(SCRIPT).catch(() => loadScript(BACKUP_SCRIPT));
		refusal = await setCards(await fetchSignature(url.split('#')[0]!));
		if (!refusal) return;
	}
	throw new Error(refusal!);

	/** Resolves with a reason if refused. */
	function setCards(signature: WeChatSignature): Promise<string | void> {
		return new Promise((resolve, reject) => {
			const wx = host.jWeixin;
			setTimeout(reject, timeout, new Error('no answer from WeChat'));
			wx.config(
				Object.assign({ appId: signature.appid, jsApiList: KINDS.map(update).concat(KINDS.map(older)) }, signature),
			);
			// `ready` follows failures, too, and some versions never call `error`.
			wx.ready(() => {
				let pending = KINDS.length;
				for (const kind of KINDS) {
					const success = () => --pending || resolve();
					const fail = ({ errMsg = 'refused' }) => {
						if (!/exist|support/.test(errMsg)) return resolve(errMsg);
						wx[older(kind)](data);
						success();
					};
					wx[update(kind)](Object.assign({ success, cancel: success, fail }, data));
				}
			});
		});
	}
}
