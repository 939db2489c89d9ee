import type { Exchange, HttpClient } from './http-client.ts';
import { pageHeaders } from './page-requests.ts';
import type { Quality } from '../player/core/list-qualities.ts';
import { isHlsAddress, lookAtHls, type HlsFacts } from './look-at-hls.ts';
import { HEADER_BYTES, readBox, readIndex, type Box, type IndexFacts } from './mp4.ts';

/** Facts of a recording. */
export interface ReplayFacts {
	quality: Quality;
	/** As the API names it; empty: it is derived. */
	named: string;
	exchange?: Exchange;
	/** Why there is no answer. */
	error?: unknown;
	/** Bytes of the file; 0: unknown. */
	size: number;
	/** Boxes at the top, as far as they were looked at. */
	boxes: Box[];
	index?: IndexFacts;
	/** Where it is an HLS list. */
	hls?: HlsFacts[];
}

/** Bytes of the first request, as browsers take them. */
const FIRST_BYTES = 65_536;
/** Boxes looked at, each of which may cost a request. */
const MAX_BOXES = 8;
const MAX_INDEX = 6_000_000;

/** Looks at every recording of a replay. @param named `playbackUrl` before the page's readers */
export const lookAtReplay = (
	http: HttpClient,
	page: URL,
	named: string,
	qualities: Quality[],
): Promise<ReplayFacts[]> =>
	Promise.all(qualities.map((quality, index) => lookAtRecording(http, page, index ? '' : named, quality)));

/** Looks at a recording by range requests. */
async function lookAtRecording(http: HttpClient, page: URL, named: string, quality: Quality): Promise<ReplayFacts> {
	const url = quality.address;
	const facts: ReplayFacts = { quality, named, size: 0, boxes: [] };
	const isElsewhere = new URL(url).origin !== page.origin;
	const range = (from: number, to: number) =>
		http.follow(url, {
			// Signed addresses may be good for one redirect each.
			headers: {
				...pageHeaders(page, url, 'video'),
				...(isElsewhere && { origin: page.origin }),
				range: `bytes=${from}-${to - 1}`,
				'accept-encoding': 'identity',
			},
			maxBytes: to - from,
		});
	try {
		const exchange = await range(0, FIRST_BYTES);
		facts.exchange = exchange;
		if (exchange.status < 300 && isHlsAddress(exchange)) facts.hls = await lookAtHls(http, page, exchange);
		if (exchange.status !== 206 || facts.hls) return facts;
		facts.size = Number(/\/(\d+)$/.exec(exchange.headers['content-range'] ?? '')?.[1] ?? 0);
		let bytes = exchange.body;
		let at = 0;
		const has = (from: number, to: number) => from >= at && to <= at + bytes.length;
		for (let offset = 0; offset < facts.size && facts.boxes.length < MAX_BOXES;) {
			if (!has(offset, Math.min(offset + HEADER_BYTES, facts.size))) {
				bytes = (await range(offset, offset + HEADER_BYTES)).body;
				at = offset;
			}
			const box = readBox(bytes, at, offset);
			if (!box) break;
			facts.boxes.push(box);
			if (box.type === 'moov' && box.end - box.start < MAX_INDEX) {
				if (!has(box.start, box.end)) {
					bytes = (await range(box.start, box.end)).body;
					at = box.start;
				}
				facts.index = readIndex(bytes.subarray(box.start - at, box.end - at));
			}
			offset = box.end;
			if (facts.index && facts.boxes.some(({ type }) => type === 'mdat')) break;
		}
	} catch (error) {
		facts.error = error;
	}
	return facts;
}
