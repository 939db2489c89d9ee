import { isHls } from '../player/core/is-hls.ts';
import { expiryOf, MIN_VALID } from './expiry.ts';
import { inMinutes, listOf, type Rules } from './finding.ts';
import { readHls, type HlsVariant } from './hls-list.ts';
import { answerOf, type Exchange, type HttpClient, LimitError, succeeds } from './http-client.ts';
import { isReadable, pageHeaders } from './page-requests.ts';

/** A list of segments, and what was seen of these. */
interface HlsFacts extends HlsVariant {
	/** Sound alone, beside others with a picture. */
	audioOnly: boolean;
	/** Sound has lists and segments of its own. */
	hasSeparateSound: boolean;
	/** Nothing will be added. */
	ended: boolean;
	/** The reason why it does not play, as the end of a sentence. */
	wrong: string;
	/** A page on another host may read it, as engines do that play HLS by a script. */
	readable: boolean;
	/** Kilobits a second of the first segment that was looked at. */
	measured: number;
	/** When the first signature of what it names ceases to be valid, milliseconds since 1970; Infinity: none does. */
	expires: number;
}

/** Whether an answer is an HLS list, by its address or type. */
export const isHlsAddress = ({ url, headers }: Exchange): boolean =>
	/\.m3u8$/i.test(new URL(url).pathname) || /mpegurl/i.test(headers['content-type'] ?? '');

/** Lists of an address that are looked at, and the lowest. */
const MAX_LISTS = 4;
/** Keys and beginnings of segments that are looked at. */
const MAX_EXTRAS = 3;
/** How far a rate may be from what is named: segments differ. */
const RATES = [0.4, 1.6] as const;

/** Looks at the lists that an HLS address leads to, and segments of each. */
export async function lookAtHls(http: HttpClient, page: URL, exchange: Exchange): Promise<HlsFacts[]> {
	const { variants = [], hasSeparateSound = false } = readHls(exchange.body.toString(), exchange.url) ?? {};
	const pictures = variants.filter(({ hasPicture }) => hasPicture);
	const all = variants.length ? variants : [{ url: exchange.url, kbps: 0, codecs: '', hasPicture: true }];
	// The lowest says what a link must carry.
	const [lowest] = pictures.slice().sort((a, b) => a.kbps - b.kbps);
	const some = all.filter((variant, index) => index < MAX_LISTS || variant === lowest);
	const none = { ended: false, wrong: '', readable: true, measured: 0, expires: Infinity };
	return Promise.all(
		some.map((variant) => {
			const audioOnly = pictures.length > 0 && !variant.hasPicture;
			return lookAtSegments(http, page, { ...variant, ...none, audioOnly, hasSeparateSound });
		}),
	);
}

/** Adds what its segments show: the last one of a broadcast, whose first may be gone by now; five of a recording. */
async function lookAtSegments(http: HttpClient, page: URL, facts: HlsFacts): Promise<HlsFacts> {
	const open = async (name: string, url: string, maxBytes?: number) => {
		const options = { headers: pageHeaders(page, url, 'empty'), ...(maxBytes && { maxBytes }) };
		const exchange = await http.follow(url, options);
		if (succeeds({ exchange })) facts.readable &&= isReadable(exchange, page);
		else facts.wrong ||= `${name} is ${answerOf({ exchange })}`;
		return exchange;
	};
	try {
		const { body, url } = await open('the list', facts.url);
		const { segments = [], extras = [], ended = false } = readHls(body.toString(), url) ?? {};
		facts.ended = ended;
		const last = segments[segments.length - 1];
		if (!last) facts.wrong ||= 'the list has no segments';
		const middle = segments.length >> 1;
		const sample = ended
			? [segments[0], segments[middle >> 1], segments[middle], segments[(middle * 3) >> 1], last]
			: [last];
		const keys = [...new Set(extras)].slice(0, MAX_EXTRAS).map((extra) => ({ url: extra, ms: 0 }));
		for (const segment of [...new Set(sample), ...keys]) {
			if (!segment) continue;
			facts.expires = Math.min(facts.expires, expiryOf(segment.url, Date.now()));
			const { headers } = await open(`the segment ${nameOf(segment.url)}`, segment.url, 1);
			if (segment.ms) facts.measured ||= Math.round((Number(headers['content-length'] ?? 0) * 8) / segment.ms);
		}
	} catch (error) {
		if (!(error instanceof LimitError)) facts.wrong ||= (error as Error).message;
	}
	return facts;
}

const nameOf = (url: string): string => new URL(url).pathname.split('/').pop() ?? '';

/**
 * Judges HLS lists.
 *
 * @param name of what they play, as the beginning of a sentence
 * @param address by which the page decides how it is played
 * @param kbps that the configuration or the API names; 0: none
 */
export function judgeHls(
	{ group, expect, advise }: Rules,
	name: string,
	lists: HlsFacts[],
	address: string,
	kbps: number,
): void {
	const wrong = lists.filter((facts) => facts.wrong);
	expect('hls', !wrong.length, `${name} has its HLS lists and segments`, [
		`${name} cannot be played: ${listOf(wrong.map(({ url, wrong: what }) => `${nameOf(url)}: ${what}`))}.`,
		'Upload all lists and segments, with the paths that the lists name.',
	]);
	expect('hls-address', isHls(address), `${name} has an address of HLS`, [
		`${name} is an HLS list at an address without .m3u8, so the page takes it for a file; most browsers show nothing.`,
		'Let the path end in .m3u8, or a parameter of the query.',
	]);
	const validTime = Math.min(...lists.map(({ expires }) => expires)) - Date.now();
	advise('hls-expires', validTime > MIN_VALID, `${name} has segments that stay valid`, [
		`${name} has segments whose signature ends in ${inMinutes(validTime)}, whatever the list’s: who watches longer, or opens the list from a cache, gets none.`,
		'Sign segments for as long as the recording lasts and the list is cached.',
	]);
	const rates = lists.filter(({ audioOnly, measured }) => !audioOnly && measured);
	const off = rates.flatMap(({ url, measured, kbps: listed }) => {
		const said = listed || (lists.length === 1 ? kbps : 0);
		return said && (measured < said * RATES[0] || measured > said * RATES[1])
			? [`${nameOf(url)} has ${measured} kbit/s and not ${said}`]
			: [];
	});
	advise('hls-kbps', !off.length, `${name} has the rates that are named`, [
		`${name}: ${listOf(off)}, so qualities are chosen wrongly.`,
		'Correct BANDWIDTH in the list, or kbps of the quality.',
	]);
	const without =
		'no choice of quality, stands longer on weak links, and does not play in browsers without HLS of their own (Firefox, Chrome for desktop before 142)';
	const hidden = lists.filter(({ readable }) => !readable);
	advise('hls-cors', !hidden.length, `${name} can be read by the page's script, which plays HLS`, [
		`${name} has ${without}: ${listOf(hidden.map(({ url }) => nameOf(url)))} has no Access-Control-Allow-Origin.`,
		'Send Access-Control-Allow-Origin with lists and segments.',
	]);
	const isSeparate = lists.some(({ hasSeparateSound }) => hasSeparateSound);
	advise('hls-sound', !isSeparate, `${name} has sound and picture in the same segments`, [
		`${name} has its sound in segments of its own, which the page’s script does not play: it has ${without}.`,
		'Write sound and picture into the same segments.',
	]);
	const coded = lists.filter(({ audioOnly, codecs }) => !audioOnly && codecs);
	const plays = !coded.length || coded.some(({ codecs }) => !/\b(hvc|hev|dv[ah]|vp0?9|av01)/i.test(codecs));
	expect('hls-codec', plays, `${name} has an encoding that phones play`, [
		`${name} has ${listOf([...new Set(coded.map(({ codecs }) => codecs))])} alone, which many phones do not play.`,
		'Encode it as H.264 and AAC, too.',
	]);
	const isClosed = lists.every(({ ended }) => ended);
	if (group === 'replay' && !wrong.length)
		advise('hls-open', isClosed, `${name} has an end`, [
			`${name} is an HLS list without #EXT-X-ENDLIST, which browsers take for a broadcast.`,
			'Let the recorder end its list.',
		]);
}
