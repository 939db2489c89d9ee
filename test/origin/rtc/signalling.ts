import { randomBytes } from 'node:crypto';
import type { HttpRequest } from '../http/request.ts';
import { json, methodNotAllowed } from '../http/responses.ts';
import type { HttpResponse } from '../http/send-response.ts';
import type { MediaServer } from './media-server.ts';
import { OfferError, prepareOffer } from './offer.ts';

/** An error response; the message is also sent in the header that the vendor's servers use. */
const failure = (status: number, message: string): HttpResponse =>
	json(status, { code: status, message }, { 'x-tengine-error': message });

/** A signalling request (spec §7), validated. */
interface SignallingRequest {
	mode: 'play' | 'publish';
	sdp: string;
}

/** Validates the body of a request for the stream `name`. @returns status and reason when it is invalid */
function parseBody(body: string, name: string): SignallingRequest | { status: number; reason: string } {
	let value: Record<string, unknown>;
	try {
		value = JSON.parse(body) as Record<string, unknown>;
	} catch {
		return { status: 400, reason: 'body is not JSON' };
	}
	const invalid = (reason: string, status = 400) => ({ status, reason });
	if (typeof value !== 'object' || value === null) return invalid('body is not an object');
	if (value['version'] !== 2) return invalid('version must be 2');
	if (typeof value['sdk_version'] !== 'string') return invalid('sdk_version must be a string');
	const jsep = value['jsep'] as { type?: unknown; sdp?: unknown } | null | undefined;
	if (jsep?.type !== 'offer' || typeof jsep.sdp !== 'string') return invalid('jsep must be an offer');
	if (value['mode'] === 'live') {
		const pulls = value['pull_streams'];
		const pull = Array.isArray(pulls) && pulls.length === 1 ? (pulls[0] as Record<string, unknown> | null) : null;
		if (!pull || typeof pull['url'] !== 'string') return invalid('pull_streams must name one stream');
		if (!pull['amsid'] && !pull['vmsid']) return invalid('amsid or vmsid is required');
		return namesStream(pull['url'], name)
			? { mode: 'play', sdp: jsep.sdp }
			: invalid('url is not the requested stream', 403);
	}
	if (value['mode'] === 'rtc') {
		const push = value['push_stream'];
		if (typeof push !== 'string') return invalid('push_stream must be a string');
		return namesStream(push, name)
			? { mode: 'publish', sdp: jsep.sdp }
			: invalid('push_stream is not the requested stream', 403);
	}
	return invalid('mode must be live or rtc');
}

/** True when the stream address in the body names the requested stream; hosts may differ, as behind a CDN. */
function namesStream(url: string, name: string): boolean {
	const match = /^artc:\/\/[^/]+\/live\/([^?@]+)/.exec(url);
	if (!match) return false;
	try {
		return decodeURIComponent(match[1]!) === name;
	} catch {
		return false;
	}
}

/** Handles paths under `/live/`: takes the offer of a viewer or a publisher and responds with the answer. */
export async function handleSignalling(request: HttpRequest, mediaServer: MediaServer): Promise<HttpResponse> {
	if (request.method !== 'POST') return methodNotAllowed('POST');
	const name = (request.path ?? '').slice('/live/'.length);
	if (!name) return failure(404, 'stream not found');
	const parsed = parseBody(request.body.toString(), name);
	if ('reason' in parsed) return failure(parsed.status, parsed.reason);
	if (parsed.mode === 'play' && !mediaServer.available(name)) return failure(404, 'stream not found');
	try {
		const offer = prepareOffer(parsed.sdp, parsed.mode);
		if (request.disconnected.aborted) return failure(400, 'client has disconnected');
		const { answer: sdp } = await mediaServer.connect(name, offer, parsed.mode, request.localAddress);
		return json(200, { code: 200, trace_id: randomBytes(12).toString('hex'), jsep: { type: 'answer', sdp } });
	} catch (error) {
		if (error instanceof OfferError) return failure(400, error.message);
		// Errors of werift about SDP that it cannot use.
		console.warn('[origin] offer refused:', error);
		return failure(400, 'offer cannot be used');
	}
}
