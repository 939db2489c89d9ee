import { expiryOf } from './expiry.ts';
import { readHls, type HlsList, type HlsVariant } from './hls.ts';
import { type Exchange, type HttpClient, LimitError } from './http-client.ts';
import { isReadable, pageHeaders } from './page-requests.ts';

/** A list of segments, as far as it was looked at. */
export interface HlsFacts {
	url: string;
	/** As the list of all encodings says; 0: none does. */
	kbps: number;
	/** As the list of all encodings says; '' where none does. */
	codecs: string;
	/** Sound alone, beside others with a picture. */
	audioOnly: boolean;
	/** Sound has lists and segments of its own. */
	hasSeparateSound: boolean;
	list?: HlsList | undefined;
	/** The reason why it does not play, as the end of a sentence. */
	wrong: string;
	/** A page on another host may read it, as engines do that play HLS by a script. */
	readable: boolean;
	/** Of the first segment that was looked at. */
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

/** Looks at the lists that an HLS address leads to, and the first and last segment of each. */
export async function lookAtHls(http: HttpClient, page: URL, exchange: Exchange): Promise<HlsFacts[]> {
	const { variants = [], hasSeparateSound = false } = readHls(exchange.body.toString(), exchange.url) ?? {};
	const pictures = variants.filter(({ hasPicture }) => hasPicture);
	const all = variants.length ? variants : [{ url: exchange.url, kbps: 0, codecs: '', hasPicture: true }];
	// The lowest says what a link must carry.
	const [lowest] = pictures.slice().sort((a, b) => a.kbps - b.kbps);
	const some = all.filter((variant, index) => index < MAX_LISTS || variant === lowest);
	const look = ({ url, kbps, codecs, hasPicture }: HlsVariant) =>
		lookAtSegments(http, page, {
			...{ url, kbps, codecs, audioOnly: pictures.length > 0 && !hasPicture, hasSeparateSound },
			...{ wrong: '', readable: true, measured: 0, expires: Infinity },
		});
	return Promise.all(some.map(look));
}

/** Adds what its segments show. */
async function lookAtSegments(http: HttpClient, page: URL, facts: HlsFacts): Promise<HlsFacts> {
	const { url } = facts;
	const send = (target: string, maxBytes?: number) =>
		http.follow(target, { headers: pageHeaders(page, target, 'empty'), ...(maxBytes && { maxBytes }) });
	const take = (name: string, exchange: Exchange) => {
		const { status } = exchange;
		if (status < 200 || status > 299) facts.wrong ||= `${name} is answered with status ${status}`;
		else facts.readable &&= isReadable(exchange, page);
	};
	try {
		const exchange = await send(url);
		take('the list', exchange);
		facts.list = readHls(exchange.body.toString(), exchange.url);
		const { segments = [], extras = [], ended = false } = facts.list ?? {};
		const last = segments[segments.length - 1];
		if (!last) facts.wrong ||= 'the list has no segments';
		// The first one of a broadcast may be gone by now.
		const middle = segments.length >> 1;
		const sample = ended
			? [segments[0], segments[middle >> 1], segments[middle], segments[(middle * 3) >> 1], last]
			: [last];
		const named = [...new Set(sample)].concat(
			[...new Set(extras)].slice(0, MAX_EXTRAS).map((extra) => ({ url: extra, ms: 0 })),
		);
		for (const segment of named) {
			if (!segment) continue;
			facts.expires = Math.min(facts.expires, expiryOf(segment.url, Date.now()) ?? Infinity);
			const answer = await send(segment.url, 1);
			take(`the segment ${new URL(segment.url).pathname.split('/').pop()}`, answer);
			if (segment.ms) facts.measured ||= Math.round((Number(answer.headers['content-length'] ?? 0) * 8) / segment.ms);
		}
	} catch (error) {
		if (!(error instanceof LimitError)) facts.wrong ||= (error as Error).message;
	}
	return facts;
}
