import type { ShareData } from './share-card.ts';

/** What `getWechatShareToken` answers with (spec §3), as far as it goes to WeChat. */
export interface Signature {
	appid: string;
	timestamp: string | number;
	nonceStr: string;
	signature: string;
}

export interface WeChatOptions {
	/** Asks the provider to sign an address. */
	sign: (url: string) => Promise<Signature>;
	data: ShareData;
	/** Where the document was opened, before anything changed the address. */
	entryUrl: string;
	currentUrl: string;
	ios: boolean;
	loadScript: (address: string) => Promise<unknown>;
	/** Milliseconds for WeChat's answer: its bridge may never appear. */
	timeLimit?: number;
}

const SCRIPT = 'https://res.wx.qq.com/open/js/jweixin-1.6.0.js';
const BACKUP = 'https://res2.wx.qq.com/open/js/jweixin-1.6.0.js';

/** To a friend, and to the timeline. */
const KINDS = ['AppMessage', 'Timeline'];
const update = (kind: string) => `update${kind}ShareData`;
/** For clients before WeChat 6.7.2. */
const older = (kind: string) => 'onMenuShare' + kind;

/**
 * Sets the cards for friends and for the timeline; rejects when WeChat takes neither address.
 *
 * WeChat checks the signature against the current address on Android, and on iOS against the one the document was opened
 * with. The other of the two is tried once when a share call itself fails.
 */
export async function shareInWeChat({
	sign,
	data,
	entryUrl,
	currentUrl,
	ios,
	loadScript,
	timeLimit = 10_000,
}: WeChatOptions): Promise<void> {
	const host = window as any;
	let refusal: string | void;
	for (const url of new Set(ios ? [entryUrl, currentUrl] : [currentUrl, entryUrl])) {
		// A fresh instance for each address: `ready` of one that knows a verdict runs at once, before the next is verified.
		// It reports the `location` it finds to Tencent, so it must not be loaded before the token has left the address.
		delete host.jWeixin;
		await loadScript(SCRIPT).catch(() => loadScript(BACKUP));
		refusal = await setCards(await sign(url.split('#')[0]!));
		if (!refusal) return;
	}
	throw new Error(refusal!);

	/** Answers with why WeChat refused, or nothing. */
	function setCards(signature: Signature): Promise<string | void> {
		return new Promise((resolve, reject) => {
			const wx = host.jWeixin;
			setTimeout(reject, timeLimit, new Error('no answer from WeChat'));
			wx.config(
				Object.assign({ appId: signature.appid, jsApiList: KINDS.map(update).concat(KINDS.map(older)) }, signature),
			);
			// It also runs after a failure, and error() is mute in some versions: the calls themselves tell.
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
