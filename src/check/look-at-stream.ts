import { isUsable, qualitiesOf, type Quality } from '../player/core/list-qualities.ts';
import { streamOf, usesWebRtc } from '../player/core/source.ts';
import { isOfOffer } from '../player/act/plain-offers.ts';
import { fallbackOf } from '../player/act/play-fallback.ts';
import { firstAddress } from '../player/core/first-address.ts';
import { parsePlayAddress } from '../rts/play/address.ts';
import type { Deployment } from './deployment.ts';
import { LimitError, type Exchange, type HttpClient } from './http-client.ts';
import { readHttpLive } from './live-facts.ts';
import { isHlsAddress, lookAtHls } from './hls.ts';
import { pageHeaders } from './page-requests.ts';
import { askPreflight, playStream, type StreamFacts } from './play-stream.ts';

/** HACK(werift 0.24.4): as DTLS client it fails when it has to repeat its first message. Remove when it does not. */
const ATTEMPTS = 2;

/** Connected, and nothing has come. */
const isEmpty = ({ dtls, media }: StreamFacts): boolean =>
	dtls === 'connected' && !!media && media.firstSound === undefined && media.firstFrame === undefined && !media.kbps;

/** Milliseconds, and bytes, of a live by HTTP that are read. */
const LIVE_TIME = 5_000;
const LIVE_BYTES = 1_500_000;
/** Milliseconds of silence that end it. */
const SILENCE = 1_500;

/** Reads the beginning of a live by HTTP, as a script of the page does. */
const openLive = (http: HttpClient, page: URL, address: string): Promise<Exchange> => {
	const headers = { ...pageHeaders(page, address, 'empty'), 'accept-encoding': 'identity' };
	return http.follow(address, { headers, maxBytes: LIVE_BYTES, maxTime: LIVE_TIME, timeout: LIVE_TIME + SILENCE });
};

/** Where media servers have FLV of a real-time stream: of `artc://host/app/stream`, and of SRS's WHEP; '' unknown. */
function flvOf(address: string): string {
	const [, host, path = ''] = /^\w+:\/\/([^/?#]+)\/([^?#@]*)/.exec(address) ?? [];
	const query = new URLSearchParams(address.split('?')[1] ?? '');
	const [app, stream] = [query.get('app'), query.get('stream')];
	if (!host) return '';
	if (app && stream) return `https://${host}/${app}/${stream}.flv`;
	return /^artc:/.test(address) && path ? `https://${host}/${path}.flv` : '';
}

/** Looks for the first picture beside a real-time stream. */
async function lookForFirst(facts: StreamFacts, { http, page, config, live }: Deployment): Promise<void> {
	const set =
		config.rts.first && firstAddress(config.rts.first, live.id || page.searchParams.get('id') || '', live.originRts);
	const address = set ? new URL(set, page).href : flvOf(facts.quality.address);
	if (!address) return;
	try {
		const exchange = await openLive(http, page, address);
		if (set || exchange.status === 200)
			facts.first = { address, isSet: !!set, facts: readHttpLive(exchange.body), exchange };
	} catch {
		// There is none.
	}
}

async function lookAtStream(quality: Quality, options: Deployment): Promise<StreamFacts> {
	const { http, page, config } = options;
	const { kind, address } = streamOf(quality.address, config.rts.whep);
	const { audio, video } = parsePlayAddress(address);
	const create = (): StreamFacts => ({
		quality,
		kind,
		wants: { audio, video },
		candidates: [],
		ice: 'new',
		dtls: 'new',
		times: {},
		hasSession: false,
	});
	let facts = create();
	if (kind === 'http')
		return openLive(http, page, address).then(
			(exchange) => Object.assign(facts, { exchange, flv: readHttpLive(exchange.body) }),
			(failure: unknown) => Object.assign(facts, { failure }),
		);
	if (kind === 'url') {
		const headers = { ...pageHeaders(page, address, 'video'), range: 'bytes=0-', 'accept-encoding': 'identity' };
		return http.follow(address, { headers, maxBytes: 65_536 }).then(
			async (exchange) => {
				const isHls = isHlsAddress(exchange) && exchange.status < 300;
				return Object.assign(facts, { exchange, ...(isHls && { hls: await lookAtHls(http, page, exchange) }) });
			},
			(failure: unknown) => Object.assign(facts, { failure }),
		);
	}
	for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
		const wasEmpty = isEmpty(facts);
		const isPlain = !facts.answer && isOfOffer(facts.exchange?.status);
		facts = Object.assign(create(), { wasEmpty, isPlain });
		const viewer = await playStream(facts, options);
		await viewer.close();
		if (options.signal.aborted) facts.failure = new LimitError('the time is over');
		if (facts.dtls !== 'failed' && !isEmpty(facts) && !isOfOffer(facts.exchange?.status)) break;
	}
	const { exchange } = facts;
	if (kind === 'whep' && exchange && new URL(exchange.url).origin !== page.origin) {
		const preflight = await askPreflight(http, page, exchange);
		if (preflight) facts.preflight = preflight;
	}
	return facts;
}

/** Looks at the media URLs for viewers whom no real-time stream reaches: those that are listed, else the derived one. */
export async function lookAtFallback(deployment: Deployment): Promise<StreamFacts[]> {
	const { live, config } = deployment;
	const { rts } = config;
	const address = fallbackOf(live, rts);
	if (!address) return [];
	const listed = live.qualities.filter((one) => isUsable(one) && !usesWebRtc(streamOf(one.address, rts.whep).kind));
	const found = listed.length ? listed : [{ name: 'the fallback', kbps: 0, address }];
	return Promise.all(found.map((quality) => lookAtStream({ audioOnly: false, ...quality }, deployment)));
}

/** Plays every quality: the best alone, then all others side by side. */
export async function lookAtStreams(deployment: Deployment): Promise<StreamFacts[]> {
	const { live, config, onProgress } = deployment;
	const [best, ...others] = qualitiesOf({ ...live, status: 1 }, config);
	onProgress(`stream: ${best!.name}`);
	const first = await lookAtStream(best!, deployment);
	if (first.media) await lookForFirst(first, deployment);
	if (others.length) onProgress(`stream: ${others.map(({ name }) => name).join(', ')}`);
	return [first, ...(await Promise.all(others.map((quality) => lookAtStream(quality, deployment))))];
}
