import type { Config } from '../config.ts';
import type { Live } from '../api/live.ts';
import { isUsable, qualitiesOf, type Quality } from '../player/core/list-qualities.ts';
import { POLICY } from '../player/core/policy.ts';
import { streamOf, type StreamKind, usesWebRtc } from '../player/core/source.ts';
import { fallbackOf } from '../player/act/play-fallback.ts';
import { parsePlayAddress } from '../rts/play/address.ts';
import { playSignalling } from '../rts/play/protocols.ts';
import type { WhepSession } from '../rts/play/whep-session.ts';
import { patch, readReply } from '../rts/play/whep-replies.ts';
import { readLive, type LiveFacts } from './live-facts.ts';
import { candidatesOf, takesTcp, type Candidate } from './candidates.ts';
import { LimitError, type Exchange, type HttpClient, type HttpError } from './http-client.ts';
import { readPayload } from './h264.ts';
import { mediaFacts, type MediaFacts } from './media-facts.ts';
import type { PageGlobals } from './page-globals.ts';
import { isHlsAddress, lookAtHls, type HlsFacts } from './look-at-hls.ts';
import { pageHeaders } from './page-requests.ts';
import { openViewer, type Viewer } from './viewer.ts';

/** What a quality of a stream shows. */
export interface StreamFacts {
	quality: Quality;
	kind: StreamKind;
	wants: { audio: boolean; video: boolean };
	/** Answer to the offer, or to a media URL. */
	exchange?: Exchange;
	/** As the page's own code rejects. */
	error?: unknown;
	/** Why there is no answer; a `LimitError` where it was not looked at to its end. */
	failure?: HttpError;
	preflight?: Exchange;
	answer?: string;
	candidates: Candidate[];
	/** Whether the first TCP candidate takes a connection. */
	tcp?: boolean;
	ice: string;
	dtls: string;
	times: Viewer['times'];
	media?: MediaFacts;
	/** Of a keyframe request in a stream whose keyframes are far apart. */
	keyframeAnswered?: boolean;
	/** Status of the session's DELETE; undefined: the server names no session, or the stream none. */
	deletion?: number;
	/** Whether the server has named a session. */
	hasSession: boolean;
	/** Where the address is one of HLS. */
	hls?: HlsFacts[];
	/** Where it is one of a live by HTTP. */
	flv?: LiveFacts;
	/** A connection before this one has brought nothing. */
	wasEmpty?: boolean;
	/** FLV of a real-time stream that is at its usual place. */
	first?: { address: string; facts: LiveFacts; exchange: Exchange };
}

/** Options of {@link lookAtStreams}. */
export interface StreamOptions {
	http: HttpClient;
	globals: PageGlobals;
	page: URL;
	config: Config;
	/** Milliseconds for ICE and DTLS, and of media. */
	times: { connect: number; media: number };
	signal: AbortSignal;
	onProgress(text: string): void;
}

/** Milliseconds until a keyframe that was requested is late. */
const KEYFRAME_WAIT = 1_500;
/** Milliseconds between keyframes up to which nobody requests one. */
export const SHORT_INTERVAL = 3_000;
/** HACK(werift 0.24.4): as DTLS client it fails when it has to repeat its first message. Remove when it does not. */
const ATTEMPTS = 2;

const isLocal = (hostname: string) => /^(localhost|127\.|\[?::1)/.test(hostname);

/** Waits for a condition; resolves with whether it came. */
async function waitFor(holds: () => boolean, time: number, signal: AbortSignal): Promise<boolean> {
	const end = performance.now() + time;
	while (!holds() && performance.now() < end && !signal.aborted)
		await new Promise((resolve) => setTimeout(resolve, 50));
	return holds();
}

/** Plays a real-time quality. */
async function play(facts: StreamFacts, options: StreamOptions): Promise<Viewer> {
	const { globals, http, page, times, signal } = options;
	const { quality, wants } = facts;
	const { address } = streamOf(quality.address, options.config.rts.whep);
	const viewer = await openViewer(wants.audio, wants.video, isLocal(page.hostname));
	const signalling = playSignalling(address, POLICY.playTimeout, {
		route: options.config.rts.signal,
		rest: { readReply, follow: () => {} },
	})!;
	const offer: RTCSessionDescriptionInit = { type: 'offer', sdp: viewer.sdp };
	const reply = await globals.observe(() => signalling.exchange(offer, parsePlayAddress(address), viewer.pc));
	const { exchange, error, failure } = reply;
	Object.assign(facts, { exchange, error, failure });
	const { session } = signalling;
	facts.hasSession = !!session?.url;
	const { answer } = reply.value ?? {};
	if (answer?.sdp) await connect(facts, viewer, answer, session, options);
	if (facts.dtls === 'connected') {
		await waitFor(() => viewer.packets.length > 0, POLICY.playTimeout, signal);
		await waitFor(() => false, times.media, signal);
		facts.media = mediaFacts(viewer.packets, viewer.elapsed());
		await requestKeyframe(facts, viewer, signal);
	}
	if (session?.url) facts.deletion = await endSession(http, page, session);
	return viewer;
}

async function connect(
	facts: StreamFacts,
	viewer: Viewer,
	{ type, sdp = '' }: RTCSessionDescriptionInit,
	session: WhepSession | undefined,
	{ times, signal }: StreamOptions,
): Promise<void> {
	facts.answer = sdp;
	facts.candidates = candidatesOf(sdp);
	const tcp = facts.candidates.find(({ protocol }) => protocol === 'tcp');
	const reachable = tcp && takesTcp(tcp);
	try {
		if (type === 'answer') await viewer.accept(sdp);
		else if (session) await patch(session, 'sdp', await viewer.answer(sdp));
		await waitFor(() => /connected|failed|closed/.test(viewer.states().dtls), times.connect, signal);
	} catch (error) {
		facts.error = error;
	}
	Object.assign(facts, { times: viewer.times, ...viewer.states(), ...(reachable && { tcp: await reachable }) });
}

async function requestKeyframe(facts: StreamFacts, viewer: Viewer, signal: AbortSignal): Promise<void> {
	const { firstFrame, keyframeInterval } = facts.media!;
	if (!facts.wants.video || (firstFrame !== undefined && keyframeInterval < SHORT_INTERVAL)) return;
	const before = viewer.packets.length;
	const hasKeyframe = () => viewer.packets.slice(before).some(({ payload }) => readPayload(payload).key);
	await viewer.requestKeyframe();
	facts.keyframeAnswered = await waitFor(hasKeyframe, KEYFRAME_WAIT, signal);
}

async function endSession(http: HttpClient, page: URL, { url, headers }: WhepSession): Promise<number> {
	try {
		const all = { ...pageHeaders(page, url, 'empty'), origin: page.origin, ...headers };
		return (await http.send(url, { method: 'DELETE', headers: all })).status;
	} catch {
		return 0;
	}
}

/** Asks as a browser does before it posts an offer to another host. */
async function askPreflight(http: HttpClient, page: URL, exchange: Exchange): Promise<Exchange | undefined> {
	const headers = {
		...pageHeaders(page, exchange.url, 'empty'),
		origin: page.origin,
		'access-control-request-method': 'POST',
		'access-control-request-headers': 'content-type',
	};
	return http.send(exchange.url, { method: 'OPTIONS', headers }).catch(() => undefined);
}

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
	const headers = { ...pageHeaders(page, address, 'empty'), origin: page.origin, 'accept-encoding': 'identity' };
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

/** Looks for FLV beside a real-time stream. */
async function lookForFirst(facts: StreamFacts, { http, page, config }: StreamOptions): Promise<void> {
	const set = (config.rts as { first?: string }).first;
	const address = set ? '' : flvOf(facts.quality.address);
	if (!address) return;
	try {
		const exchange = await openLive(http, page, address);
		if (exchange.status === 200) facts.first = { address, facts: readLive(exchange.body), exchange };
	} catch {
		// There is none.
	}
}

async function lookAtStream(quality: Quality, options: StreamOptions): Promise<StreamFacts> {
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
			(exchange) => Object.assign(facts, { exchange, flv: readLive(exchange.body) }),
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
		facts = Object.assign(create(), { wasEmpty });
		const viewer = await play(facts, options);
		await viewer.close();
		if (options.signal.aborted) facts.failure = new LimitError('the time is over');
		if (facts.dtls !== 'failed' && !isEmpty(facts)) break;
	}
	const { exchange } = facts;
	if (kind === 'whep' && exchange && new URL(exchange.url).origin !== page.origin) {
		const preflight = await askPreflight(http, page, exchange);
		if (preflight) facts.preflight = preflight;
	}
	return facts;
}

/** Looks at the media URLs for viewers whom no real-time stream reaches: those that are listed, else the derived one. */
export async function lookAtFallback(live: Live, options: StreamOptions): Promise<StreamFacts[]> {
	const { rts } = options.config;
	const address = fallbackOf(live, rts);
	if (!address) return [];
	const listed = live.qualities.filter((one) => isUsable(one) && !usesWebRtc(streamOf(one.address, rts.whep).kind));
	const found = listed.length ? listed : [{ name: 'the fallback', kbps: 0, address }];
	return Promise.all(found.map((quality) => lookAtStream({ audioOnly: false, ...quality }, options)));
}

/** Plays every quality: the best alone, then all others side by side. */
export async function lookAtStreams(live: Live, options: StreamOptions): Promise<StreamFacts[]> {
	const qualities = qualitiesOf(live, options.config);
	const [best, ...others] = qualities;
	options.onProgress(`stream: ${best!.name}`);
	const first = await lookAtStream(best!, options);
	if (first.media) await lookForFirst(first, options);
	if (others.length) options.onProgress(`stream: ${others.map(({ name }) => name).join(', ')}`);
	return [first, ...(await Promise.all(others.map((quality) => lookAtStream(quality, options))))];
}
