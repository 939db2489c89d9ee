import type { ShareData } from './share-card.ts';

/** The fields of the share signature that WeChat takes (spec §3). */
export interface Signature {
	appid: string;
	timestamp: string | number;
	nonceStr: string;
	signature: string;
}

/** What sharing in WeChat needs. */
export interface WeChatOptions {
	/** Fetches the provider's signature of a URL. */
	fetchSignature: (url: string) => Promise<Signature>;
	data: ShareData;
	/** The URL the document was opened with, before `replaceState` changed it. */
	entryUrl: string;
	currentUrl: string;
	ios: boolean;
	loadScript: (url: string) => Promise<unknown>;
	/** Milliseconds WeChat may take: its bridge may never appear. Default 10,000. */
	timeout?: number;
}

/** WeChat's script; sets the global `jWeixin`. */
const SCRIPT = 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js';
/** The same on WeChat's second host. */
const BACKUP_SCRIPT = 'https://res2.wx.qq.com/open/js/jweixin-1.6.0.js';

/** To a friend, and to the timeline (spec §2). */
const KINDS = ['AppMessage', 'Timeline'];
const update = (kind: string) => `update${kind}ShareData`;
/** For clients before WeChat 6.7.2. */
const older = (kind: string) => 'onMenuShare' + kind;

/**
 * Sets the cards for friends and for the timeline. Rejects when WeChat accepts the signature of neither URL.
 *
 * WeChat checks the signature against the current URL on Android, and on iOS against the one the document was opened
 * with. The other of the two is tried once when a share call fails.
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
		// A fresh instance for each URL: `ready` of one that was verified runs at once, before the next URL is.
		// The script sends `location` to Tencent, so it must not be loaded before the token has been removed from it.
		delete host.jWeixin;
		await loadScript(SCRIPT).catch(() => loadScript(BACKUP_SCRIPT));
		refusal = await setCards(await fetchSignature(url.split('#')[0]!));
		if (!refusal) return;
	}
	throw new Error(refusal!);

	/** Resolves with WeChat's reason for a refusal, or nothing. */
	function setCards(signature: Signature): Promise<string | void> {
		return new Promise((resolve, reject) => {
			const wx = host.jWeixin;
			setTimeout(reject, timeout, new Error('no answer from WeChat'));
			wx.config(
				Object.assign({ appId: signature.appid, jsApiList: KINDS.map(update).concat(KINDS.map(older)) }, signature),
			);
			// `ready` also runs after a failure, and some versions never call `error`: only the share calls report it.
			wx.ready(() => {
				let left = KINDS.length;
				for (const kind of KINDS) {
					const success = () => --left || resolve();
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
