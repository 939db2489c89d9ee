import { fetchShareSignature } from '../api/share-signature.ts';
import { shareData } from '../share/share-card.ts';
import { readVisit } from '../visit/visit.ts';
import { leavingUrl } from '../visit/leaving-url.ts';
import type { Deployment } from './deployment.ts';
import { listOf } from './finding.ts';
import { answerOf, LimitError, replyOf, succeeds } from './http-client.ts';
import { imageFacts } from './image-size.ts';
import { HEAVY } from './images.ts';
import { pageHeaders } from './page-requests.ts';

/** Pixels a side, below which apps show no image. */
const MIN_SIDE = 200;
/** Bytes that hold an image's size. */
const IMAGE_BYTES = 65_536;
/** Seconds that a signature's time may differ. */
const MAX_AGE = 600;
/** As WeChat adds to links from a chat. */
const WECHAT_QUERY = '&from=singlemessage&isappinstalled=0';

/**
 * Judges share card, signature and app links.
 *
 * @param htmlImage in the HTML, as written
 * @param missing URLs of images that others speak of
 */
export async function checkSharing(deployment: Deployment, htmlImage: string, missing: string[]): Promise<void> {
	const { page, config, live } = deployment;
	const { expect, advise } = deployment.rules.sharing;
	const card = shareData(live, page.href, config.share, leavingUrl);
	advise('share-link', new URL(card.link).host === new URL(card.page).host, 'the share link is on the page’s host', [
		`shareUrl leads to ${new URL(card.link).host}, and QQ drops links to another host than the page’s.`,
		'Name a shareUrl on the page’s host in the API.',
	]);
	const [link, own] = [new URL(card.link), new URL(card.page)];
	if (live.shareUrl && link.origin + link.pathname === own.origin + own.pathname)
		expect('share-id', !!readVisit(card.link).id, 'the share link has an id', [
			`shareUrl is ${card.link}, without the id of a live, so the page says that the link is incomplete.`,
			'Add ?id= to shareUrl in the API, or leave it out.',
		]);
	advise('share-image-url', /^https?:/.test(htmlImage), 'the share image of the HTML has a whole URL', [
		'The share image in the HTML has a relative URL, which crawlers do not resolve.',
		'Set share.image to an absolute URL.',
	]);
	for (const url of new Set([card.imgUrl, htmlImage && new URL(htmlImage, page).href]))
		if (url && !missing.includes(url)) await checkImage(deployment, url);
	await checkSignature(deployment, card.page);
	await checkApp(deployment);
}

/** Fetches an image as apps do, and where that is refused as the page does. */
async function checkImage({ http, page, rules }: Deployment, url: string): Promise<void> {
	const { expect, advise, note } = rules.sharing;
	const name = `The share image ${new URL(url).pathname.split('/').pop() || url}`;
	const open = (headers = {}) => replyOf(http.send(url, { headers, maxBytes: IMAGE_BYTES }));
	const reply = await open();
	if (!reply) return;
	if ([401, 403].includes(reply.exchange?.status ?? 0)) {
		const referred = await open(pageHeaders(page, url, 'image'));
		if (referred && succeeds(referred))
			return note('share-image-referrer', [
				`${name} is refused without a referrer, and apps may send none.`,
				'Let the list of referrers at the image’s host allow requests without one.',
			]);
	}
	expect('share-image', succeeds(reply), `${name} is there`, [
		`${name} is ${answerOf(reply)}.`,
		'Upload it, or name another one in coverImg of the API or share.image.',
	]);
	if (!succeeds(reply)) return;
	const size = Number(reply.exchange.headers['content-length'] ?? 0);
	advise('share-image-heavy', size < HEAVY, `${name} is small enough`, [
		`${name} has ${(size / 1e6).toFixed(1)} MB, and apps that fetch it may give up.`,
		'Make it smaller than 200 kB.',
	]);
	const { kind, width, height } = imageFacts(reply.exchange.body);
	const advice = `Use a PNG or JPEG of at least ${MIN_SIDE}x${MIN_SIDE}, better 400x400.`;
	if (kind === 'svg') note('share-image-kind', [`${name} is SVG, which apps do not show on cards.`, advice]);
	else expect('share-image-kind', !!kind, `${name} is an image`, [`${name} is no image that apps know.`, advice]);
	if (width)
		expect('share-image-size', Math.min(width, height) >= MIN_SIDE, `${name} has ${width}x${height}`, [
			`${name} has ${width}x${height}, too small for cards.`,
			advice,
		]);
}

/** Has the API sign the page's URL, that as WeChat extends it, and one of another host. */
async function checkSignature({ globals, calls, rules }: Deployment, page: string): Promise<void> {
	const { expect, advise, fault } = rules.sharing;
	const sign = (url: string) => globals.observe(() => fetchShareSignature(calls.call, url));
	const { value, error, exchange, failure } = await sign(page);
	if (failure instanceof LimitError) return;
	if (!value)
		return fault('share-signature', [
			`wxjs/getWechatShareToken ${exchange && exchange.status !== 200 ? `is ${answerOf({ exchange })}` : `fails: ${(error as Error).message}`}, so WeChat shares the bare link.`,
			'Answer recData.sign from the API, as src/docs/api.md shows.',
		]);
	const { appid, signature, timestamp } = value;
	const odd = [
		...Object.entries(value).map(([name, field]) => !field && `${name} is missing`),
		appid && !/^wx[0-9a-f]{16}$/.test(appid) && 'appid is not wx and 16 hexadecimal digits',
		signature && !/^[0-9a-f]{40}$/i.test(signature) && 'signature is no SHA-1 in hexadecimal',
		timestamp && Math.abs(Number(timestamp) - Date.now() / 1000) > MAX_AGE && 'timestamp is not now, in seconds',
	].filter((sentence) => typeof sentence === 'string' && sentence) as string[];
	expect('share-form', !odd.length, 'the share signature has the form that WeChat takes', [
		`In the share signature ${listOf(odd)}, so WeChat refuses it.`,
		'Send appid, signature, nonceStr and timestamp in recData.sign from the API, and sign as WeChat describes: SHA-1 of jsapi_ticket, noncestr, timestamp and url, in this order.',
	]);
	const extended = await sign(page + WECHAT_QUERY);
	if (extended.failure instanceof LimitError) return;
	expect('share-url', !!extended.value, 'links that WeChat has extended are signed', [
		'wxjs/getWechatShareToken does not sign the page’s URL with the query that WeChat adds (&from=…), so a shared link cannot be shared on.',
		'Sign the form field url as it comes, with its whole query.',
	]);
	advise('share-any-url', !(await sign('https://www.example.com/')).value, 'URLs of other hosts are not signed', [
		'wxjs/getWechatShareToken signs URLs of any host.',
		'Sign in the API only URLs of the page’s host.',
	]);
}

async function checkApp({ http, page, config, rules }: Deployment): Promise<void> {
	const { expect, advise } = rules.sharing;
	const { universalLink, downloadUrl, scheme } = config.app;
	const open = (url: URL) => replyOf(http.send(url.href, { maxBytes: IMAGE_BYTES }));
	const association = universalLink && (await open(new URL('/.well-known/apple-app-site-association', universalLink)));
	if (association) {
		const isJson = succeeds(association) && /^\s*\{/.test(association.exchange.body.toString());
		expect('universal-link', isJson, 'iOS knows the universal link', [
			`The host of app.universalLink has no apple-app-site-association (it is ${succeeds(association) ? 'no JSON' : answerOf(association)}), so iOS opens the link in the browser.`,
			'Serve that file as JSON, without redirect, from the link’s host.',
		]);
	}
	const download = downloadUrl && (await open(new URL(downloadUrl, page)));
	if (download)
		expect('download', !!download.exchange && download.exchange.status < 400, 'the download page of the app is there', [
			`app.downloadUrl is ${answerOf(download)}.`,
			'Set it to the page that offers the app.',
		]);
	if (scheme || universalLink)
		advise('app-download', !!downloadUrl, 'who lacks the app is led to it', [
			'app.downloadUrl is empty, so who lacks the app is only told to open it.',
			'Set app.downloadUrl to the page that offers the app.',
		]);
}
