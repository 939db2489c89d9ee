/** Plays a real-time quality of a stream, as a viewer does. */
import type { Quality } from '../player/core/list-qualities.ts';
import { POLICY } from '../player/core/policy.ts';
import { isOfOffer } from '../player/act/plain-offers.ts';
import { streamOf, type StreamKind } from '../player/core/source.ts';
import { parsePlayAddress } from '../rts/play/address.ts';
import { playSignalling } from '../rts/play/protocols.ts';
import type { WhepSession } from '../rts/play/signalling.ts';
import { patch, readReply } from '../rts/play/whep-replies.ts';
import { candidatesOf, reachOf, takesTcp, type Candidate } from './candidates.ts';
import type { Deployment } from './deployment.ts';
import { readPayload } from './h264.ts';
import { type Exchange, type HttpClient, type HttpError, LimitError } from './http-client.ts';
import { rtpFacts, type RtpFacts } from './rtp-facts.ts';
import { pageHeaders } from './page-requests.ts';
import { openViewer, type Viewer } from './viewer.ts';

/** Facts of a real-time quality. */
export interface StreamFacts {
	quality: Quality;
	kind: StreamKind;
	wants: { audio: boolean; video: boolean };
	/** Answer to the offer. */
	exchange?: Exchange;
	/** As the page's own code rejects. */
	error?: unknown;
	/** Why there is no answer. */
	failure?: HttpError;
	preflight?: Exchange;
	answer?: string;
	candidates: Candidate[];
	/** Whether the first TCP candidate takes a connection. */
	tcp?: boolean;
	ice: string;
	dtls: string;
	times: Viewer['times'];
	media?: RtpFacts;
	/** Of a keyframe request in a stream whose keyframes are far apart. */
	keyframeAnswered?: boolean;
	/** Status of the session's DELETE, 0 without an answer; undefined: the server names no session. */
	deletion?: number;
	/** A connection before this one has brought nothing. */
	wasEmpty?: boolean;
	/** An offer has been refused as Chromium makes it; this one is without new options. */
	isPlain?: boolean;
}

/** HACK(werift 0.24.4): as DTLS client it fails when it has to repeat its first message. Remove when it does not. */
const ATTEMPTS = 2;
/** Milliseconds of packets without a keyframe after which browsers request one. */
const DARK_TIME = 500;
/** Milliseconds until a keyframe that was requested is late. */
const KEYFRAME_WAIT = 1_500;
/** Milliseconds between keyframes up to which nobody requests one. */
export const SHORT_INTERVAL = 3_000;

/** Waits for a condition; resolves with whether it came. */
async function waitFor(holds: () => boolean, time: number, signal: AbortSignal): Promise<boolean> {
	const end = performance.now() + time;
	while (!holds() && performance.now() < end && !signal.aborted)
		await new Promise((resolve) => setTimeout(resolve, 50));
	return holds();
}

/** Connected, and nothing has come. */
export const isEmpty = ({ media }: StreamFacts): boolean =>
	!!media && media.firstSound === undefined && media.firstFrame === undefined && !media.kbps;

/** Looks at a real-time quality; undefined where the limits of the check have ended that. */
export async function lookAtStream(quality: Quality, deployment: Deployment): Promise<StreamFacts | undefined> {
	const { http, page, config, signal } = deployment;
	const { kind, address } = streamOf(quality.address, config.rts.whep);
	const { audio, video } = parsePlayAddress(address);
	const create = (): StreamFacts => ({
		...{ quality, kind, wants: { audio, video }, candidates: [] },
		...{ ice: 'new', dtls: 'new', times: {} },
	});
	let facts = create();
	for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
		const wasEmpty = isEmpty(facts);
		const isPlain = !facts.answer && isOfOffer(facts.exchange?.status);
		facts = Object.assign(create(), { wasEmpty, isPlain });
		const viewer = await playStream(facts, deployment);
		await viewer.close();
		if (signal.aborted || facts.failure instanceof LimitError) return undefined;
		if (facts.dtls !== 'failed' && !isEmpty(facts) && !isOfOffer(facts.exchange?.status)) break;
	}
	const { exchange } = facts;
	if (kind === 'whep' && exchange && new URL(exchange.url).origin !== page.origin) {
		const preflight = await askPreflight(http, page, exchange);
		if (preflight) facts.preflight = preflight;
	}
	return facts;
}

/** Plays a real-time quality. */
async function playStream(facts: StreamFacts, options: Deployment): Promise<Viewer> {
	const { globals, http, page, times, signal } = options;
	const { quality, wants } = facts;
	const { address } = streamOf(quality.address, options.config.rts.whep);
	const viewer = await openViewer(wants.audio, wants.video, reachOf(page.hostname) === 0, facts.isPlain);
	const signalling = playSignalling(address, POLICY.playTimeout, {
		route: options.config.rts.signal,
		extras: { readReply, follow: () => {} },
	})!;
	const offer: RTCSessionDescriptionInit = { type: 'offer', sdp: viewer.sdp };
	const reply = await globals.observe(() => signalling.exchange(offer, parsePlayAddress(address), viewer.pc));
	const { exchange, error, failure } = reply;
	Object.assign(facts, { exchange, error, failure });
	const { session } = signalling;
	const { answer } = reply.value ?? {};
	if (answer?.sdp) await connect(facts, viewer, answer, session, options);
	if (facts.dtls === 'connected') {
		await waitFor(() => viewer.packets.length > 0, POLICY.playTimeout, signal);
		if (wants.video && !(await waitFor(() => hasKeyframe(viewer), DARK_TIME, signal))) await viewer.requestKeyframe();
		await waitFor(() => false, times.media, signal);
		facts.media = rtpFacts(viewer.packets, viewer.elapsed());
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
	{ times, signal }: Deployment,
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

const hasKeyframe = ({ packets }: Viewer, from = 0): boolean =>
	packets.slice(from).some(({ kind, payload }) => kind === 'video' && readPayload(payload).key);

async function requestKeyframe(facts: StreamFacts, viewer: Viewer, signal: AbortSignal): Promise<void> {
	const { firstFrame, keyframeInterval } = facts.media!;
	if (!facts.wants.video || (firstFrame !== undefined && keyframeInterval < SHORT_INTERVAL)) return;
	const before = viewer.packets.length;
	await viewer.requestKeyframe();
	facts.keyframeAnswered = await waitFor(() => hasKeyframe(viewer, before), KEYFRAME_WAIT, signal);
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
		'access-control-request-method': 'POST',
		'access-control-request-headers': 'content-type',
	};
	return http.send(exchange.url, { method: 'OPTIONS', headers }).catch(() => undefined);
}
