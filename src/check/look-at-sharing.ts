import { fetchShareSignature, type ShareSignature } from '../api/share-signature.ts';
import type { Live } from '../api/live.ts';
import type { Config } from '../config.ts';
import { leavingUrl } from '../visit/leaving-url.ts';
import { shareData, type ShareData } from '../share/share-card.ts';
import { replyOf, type Exchange, type HttpClient, type Reply } from './http-client.ts';
import { pageHeaders } from './page-requests.ts';
import type { PageCalls } from './look-at-api.ts';
import type { Observed, PageGlobals } from './page-globals.ts';

/** A resource that sharing or the app needs. */
export interface LinkedFacts extends Reply {
	url: string;
	/** Answer to the page's own request, where one without referrer is refused. */
	referred?: Exchange | undefined;
}

/** Facts of share card and app. */
export interface SharingFacts {
	card: ShareData;
	/** In the HTML, as written. */
	htmlImage: string;
	/** The card's, and the HTML's. */
	images: LinkedFacts[];
	/** For the page's URL, for that as WeChat extends it, and for another host's. */
	signature: Observed<ShareSignature>;
	extended: Observed<ShareSignature>;
	foreign: Observed<ShareSignature>;
	/** Of the universal link's host. */
	association?: LinkedFacts;
	download?: LinkedFacts;
}

interface SharingOptions {
	http: HttpClient;
	globals: PageGlobals;
	calls: PageCalls;
	page: URL;
	config: Config;
	live: Live;
	htmlImage: string;
}

/** Bytes that hold an image's size. */
const IMAGE_BYTES = 65_536;
/** As WeChat adds to links from a chat. */
const WECHAT_QUERY = '&from=singlemessage&isappinstalled=0';

/** Looks at share card, share signature and app links. */
export async function lookAtSharing(options: SharingOptions): Promise<SharingFacts> {
	const { http, globals, calls, page, config, live, htmlImage } = options;
	const fetchLinked = async (url: string, headers = {}): Promise<LinkedFacts> => ({
		url,
		...(await replyOf(http.send(url, { headers, maxBytes: IMAGE_BYTES }))),
	});
	/** As apps do, and where that is refused as the page does. */
	const fetchImage = async (url: string): Promise<LinkedFacts> => {
		const facts = await fetchLinked(url);
		if (![401, 403].includes(facts.exchange?.status ?? 0)) return facts;
		return { ...facts, referred: (await fetchLinked(url, pageHeaders(page, url, 'image'))).exchange };
	};
	const card = shareData(live, page.href, config.share, leavingUrl);
	const images = [...new Set([card.imgUrl, htmlImage && new URL(htmlImage, page).href])].filter(Boolean);
	const sign = (url: string) => globals.observe(() => fetchShareSignature(calls.call, url));
	const [signature, extended, foreign] = [
		await sign(card.page),
		await sign(card.page + WECHAT_QUERY),
		await sign('https://www.example.com/'),
	];
	const { universalLink, downloadUrl } = config.app;
	return {
		card,
		htmlImage,
		images: await Promise.all(images.map(fetchImage)),
		signature,
		extended,
		foreign,
		...(universalLink && {
			association: await fetchLinked(new URL('/.well-known/apple-app-site-association', universalLink).href),
		}),
		...(downloadUrl && { download: await fetchLinked(new URL(downloadUrl, page).href) }),
	};
}
