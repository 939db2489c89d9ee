import type { Config } from '../config.ts';
import { createRules, listOf, type Result, type Rules } from './finding.ts';
import { LimitError } from './http-client.ts';
import { HEAVY } from './judge-images.ts';
import { imageFacts } from './image-size.ts';
import type { LinkedFacts, SharingFacts } from './look-at-sharing.ts';

/** Pixels a side, below which apps show no image. */
const MIN_SIDE = 200;
/** Seconds that a signature's time may differ. */
const MAX_AGE = 600;

const succeeds = ({ exchange }: LinkedFacts): boolean => !!exchange && exchange.status > 199 && exchange.status < 300;

const answerOf = ({ exchange, error }: LinkedFacts): string =>
	exchange ? `is answered with status ${exchange.status}` : `cannot be fetched (${(error as Error).message})`;

const isLookedAt = ({ error }: LinkedFacts): boolean => !(error instanceof LimitError);

const nameOf = (url: string): string => new URL(url).pathname.split('/').pop() || url;

/** Judges share card, signature and app links. @param now milliseconds since 1970 */
export function judgeSharing(facts: SharingFacts, app: Config['app'], now: number): Result[] {
	const rules = createRules('sharing');
	const { advise } = rules;
	const { card, htmlImage, images } = facts;
	advise('share-link', new URL(card.link).host === new URL(card.page).host, 'the share link is on the page’s host', [
		`shareUrl leads to ${new URL(card.link).host}, and QQ drops links to another host than the page’s.`,
		'Name a shareUrl on the page’s host in the API.',
	]);
	advise('share-image-url', /^https?:/.test(htmlImage), 'the share image of the HTML has a whole URL', [
		'The share image in the HTML has a relative URL, which crawlers do not resolve.',
		'Set share.image to an absolute URL.',
	]);
	for (const image of images.filter(isLookedAt)) judgeImage(rules, image);
	judgeSignature(rules, facts, now);
	judgeApp(rules, facts, app);
	return rules.results;
}

function judgeImage({ expect, advise, note }: Rules, image: LinkedFacts): void {
	const name = `The share image ${nameOf(image.url)}`;
	const host = 'Upload it, or name another one in coverImg of the API or share.image.';
	if (image.referred && image.referred.status < 300)
		return note('share-image-referrer', [
			`${name} is refused without a referrer, and apps may send none.`,
			'Let the list of referrers at the image’s host allow requests without one.',
		]);
	expect('share-image', succeeds(image), `${name} is there`, [`${name} ${answerOf(image)}.`, host]);
	if (!succeeds(image)) return;
	const size = Number(image.exchange!.headers['content-length'] ?? 0);
	advise('share-image-heavy', size < HEAVY, `${name} is small enough`, [
		`${name} has ${(size / 1e6).toFixed(1)} MB, and apps that fetch it may give up.`,
		'Make it smaller than 200 kB.',
	]);
	const { kind, width, height } = imageFacts(image.exchange!.body);
	const advice = `Use a PNG or JPEG of at least ${MIN_SIDE}x${MIN_SIDE}, better 400x400.`;
	if (kind === 'svg') note('share-image-kind', [`${name} is SVG, which apps do not show on cards.`, advice]);
	else expect('share-image-kind', !!kind, `${name} is an image`, [`${name} is no image that apps know.`, advice]);
	if (width)
		expect('share-image-size', Math.min(width, height) >= MIN_SIDE, `${name} has ${width}x${height}`, [
			`${name} has ${width}x${height}, too small for cards.`,
			advice,
		]);
}

function judgeSignature(
	{ expect, advise, fault }: Rules,
	{ signature, extended, foreign }: SharingFacts,
	now: number,
): void {
	const { value, error, exchange } = signature;
	if ([signature, extended].some(({ failure }) => failure instanceof LimitError)) return;
	if (!value) {
		const status =
			exchange && exchange.status !== 200
				? `is answered with status ${exchange.status}`
				: `fails: ${(error as Error).message}`;
		return fault('share-signature', [
			`wxjs/getWechatShareToken ${status}, so WeChat shares the bare link.`,
			'Answer recData.sign from the API, as src/docs/api.md shows.',
		]);
	}
	const missing = Object.entries(value).flatMap(([name, field]) => (field ? [] : [name]));
	expect('share-fields', !missing.length, 'the share signature has its fields', [
		`The share signature lacks ${listOf(missing)}, so WeChat refuses it.`,
		'Send appid, signature, nonceStr and timestamp in recData.sign from the API.',
	]);
	const odd = [
		value.appid && !/^wx[0-9a-f]{16}$/.test(value.appid) && 'appid is not wx and 16 hexadecimal digits',
		value.signature && !/^[0-9a-f]{40}$/i.test(value.signature) && 'signature is no SHA-1 in hexadecimal',
		value.timestamp && Math.abs(Number(value.timestamp) - now / 1000) > MAX_AGE && 'timestamp is not now, in seconds',
	].filter((sentence) => typeof sentence === 'string' && sentence) as string[];
	expect('share-form', !odd.length, 'the share signature has the form that WeChat takes', [
		`In the share signature ${listOf(odd)}.`,
		'Sign as WeChat describes: SHA-1 of jsapi_ticket, noncestr, timestamp and url, in this order.',
	]);
	expect('share-url', !!extended.value, 'links that WeChat has extended are signed', [
		'wxjs/getWechatShareToken does not sign the page’s URL with the query that WeChat adds (&from=…), so a shared link cannot be shared on.',
		'Sign the form field url as it comes, with its whole query.',
	]);
	advise('share-any-url', !foreign.value, 'URLs of other hosts are not signed', [
		'wxjs/getWechatShareToken signs URLs of any host.',
		'Sign in the API only URLs of the page’s host.',
	]);
}

function judgeApp({ expect, advise }: Rules, { association, download }: SharingFacts, app: Config['app']): void {
	if (association && isLookedAt(association)) {
		const isJson = succeeds(association) && /^\s*\{/.test(association.exchange!.body.toString());
		expect('universal-link', isJson, 'iOS knows the universal link', [
			`The host of app.universalLink has no apple-app-site-association (it ${succeeds(association) ? 'is no JSON' : answerOf(association)}), so iOS opens the link in the browser.`,
			'Serve that file as JSON, without redirect, from the link’s host.',
		]);
	}
	if (download && isLookedAt(download))
		expect('download', !!download.exchange && download.exchange.status < 400, 'the download page of the app is there', [
			`app.downloadUrl ${answerOf(download)}.`,
			'Set it to the page that offers the app.',
		]);
	if (app.scheme || app.universalLink)
		advise('app-download', !!app.downloadUrl, 'who lacks the app is led to it', [
			'app.downloadUrl is empty, so who lacks the app is only told to open it.',
			'Set app.downloadUrl to the page that offers the app.',
		]);
}
