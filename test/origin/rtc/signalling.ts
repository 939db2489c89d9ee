import { randomBytes } from 'node:crypto';
import { json, methodNotAllowed } from '../http/answers.ts';
import type { Answer, Exchange } from '../http/exchange.ts';
import type { Hub } from './hub.ts';
import { OfferError, prepareOffer } from './offer.ts';

/** A refused request; the reason also goes into the header that the vendor's servers use. */
const refuse = (status: number, message: string): Answer =>
	json(status, { code: status, message }, { 'x-tengine-error': message });

interface Order {
	mode: 'play' | 'publish';
	sdp: string;
}

/** Reads the body of a request. @returns the reason when it is not one that can be served */
function readOrder(body: string, name: string): Order | { status: number; reason: string } {
	let value: Record<string, unknown>;
	try {
		value = JSON.parse(body) as Record<string, unknown>;
	} catch {
		return { status: 400, reason: 'body is not JSON' };
	}
	const wrong = (reason: string, status = 400) => ({ status, reason });
	if (typeof value !== 'object' || value === null) return wrong('body is not an object');
	if (value['version'] !== 2) return wrong('version must be 2');
	if (typeof value['sdk_version'] !== 'string') return wrong('sdk_version must be a string');
	const jsep = value['jsep'] as { type?: unknown; sdp?: unknown } | null | undefined;
	if (jsep?.type !== 'offer' || typeof jsep.sdp !== 'string') return wrong('jsep must be an offer');
	if (value['mode'] === 'live') {
		const pulls = value['pull_streams'];
		const pull = Array.isArray(pulls) && pulls.length === 1 ? (pulls[0] as Record<string, unknown> | null) : null;
		if (!pull || typeof pull['url'] !== 'string') return wrong('pull_streams must name one stream');
		if (!pull['amsid'] && !pull['vmsid']) return wrong('neither amsid nor vmsid is wanted');
		return isAddressOf(pull['url'], name) ? { mode: 'play', sdp: jsep.sdp } : wrong('url is not the one asked', 403);
	}
	if (value['mode'] === 'rtc') {
		const push = value['push_stream'];
		if (typeof push !== 'string') return wrong('push_stream must be a string');
		return isAddressOf(push, name)
			? { mode: 'publish', sdp: jsep.sdp }
			: wrong('push_stream is not the one asked', 403);
	}
	return wrong('mode must be live or rtc');
}

/** The address in the body has to be that of the request; hosts may differ, as behind a CDN. */
function isAddressOf(url: string, name: string): boolean {
	const match = /^artc:\/\/[^/]+\/live\/([^?@]+)/.exec(url);
	if (!match) return false;
	try {
		return decodeURIComponent(match[1]!) === name;
	} catch {
		return false;
	}
}

/** Answers a path under `/live/`: one exchange of offer and answer, for playing or for publishing. */
export async function signallingAnswer(exchange: Exchange, hub: Hub): Promise<Answer> {
	if (exchange.method !== 'POST') return methodNotAllowed('POST');
	const name = (exchange.path ?? '').slice('/live/'.length);
	if (!name) return refuse(404, 'stream not found');
	const order = readOrder(exchange.body.toString(), name);
	if ('reason' in order) return refuse(order.status, order.reason);
	if (order.mode === 'play' && !hub.available(name)) return refuse(404, 'stream not found');
	try {
		const offer = prepareOffer(order.sdp, order.mode);
		if (exchange.gone.aborted) return refuse(400, 'client is gone');
		const sdp = await hub.join(name, offer, order.mode, exchange.localAddress);
		return json(200, { code: 200, trace_id: randomBytes(12).toString('hex'), jsep: { type: 'answer', sdp } });
	} catch (error) {
		if (error instanceof OfferError) return refuse(400, error.message);
		// werift's own words about an SDP it cannot use.
		console.warn('[origin] offer refused:', error);
		return refuse(400, 'offer cannot be used');
	}
}
