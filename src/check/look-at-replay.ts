import type { Exchange, HttpClient } from './http-client.ts';
import { pageHeaders } from './page-requests.ts';
import type { Quality } from '../player/core/list-qualities.ts';
import { isHlsAddress, lookAtHls, type HlsFacts } from './look-at-hls.ts';
import { lookAtFile, type RecordingFacts } from './mp4.ts';

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
	/** Where it is sent in parts. */
	file?: RecordingFacts;
	/** Where it is an HLS list. */
	hls?: HlsFacts[];
}

/** Bytes of the first request, as browsers take them. */
const FIRST_BYTES = 65_536;

/** Looks at every recording of a replay. @param named `playbackUrl` before the page's readers */
export const lookAtReplay = (
	http: HttpClient,
	page: URL,
	named: string,
	qualities: Quality[],
): Promise<ReplayFacts[]> =>
	Promise.all(qualities.map((quality, index) => lookAtRecording(http, page, index ? '' : named, quality)));

async function lookAtRecording(http: HttpClient, page: URL, named: string, quality: Quality): Promise<ReplayFacts> {
	const url = quality.address;
	const facts: ReplayFacts = { quality, named, size: 0 };
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
		const parts = [{ at: 0, bytes: exchange.body }];
		facts.file = await lookAtFile(async (from, to) => {
			const has = ({ at, bytes }: (typeof parts)[number]) => at <= from && to <= at + bytes.length;
			let part = parts.find(has);
			if (!part) parts.push((part = { at: from, bytes: (await range(from, to)).body }));
			return { bytes: part.bytes.subarray(from - part.at, to - part.at), size: facts.size || NaN };
		});
	} catch (error) {
		facts.error = error;
	}
	return facts;
}
