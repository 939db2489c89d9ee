/** Share-card script, for WeChat and QQ. */
import type { Call } from '../api/request.ts';
import { fetchShareSignature } from '../api/share-signature.ts';
import { setShare, type SetShareOptions } from '../share/set-share.ts';

/** Sets the app's share card. Never rejects. */
export type SetShareCard = (options: Omit<SetShareOptions, 'fetchSignature'> & { call: Call }) => Promise<void>;

window.livePage!.setShareCard = (options) => {
	const fetchSignature = (url: string) => fetchShareSignature(options.call, url);
	return setShare(Object.assign({ fetchSignature }, options));
};
