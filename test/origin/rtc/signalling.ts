import { randomBytes } from 'node:crypto';
import type { HttpRequest } from '../http/request.ts';
import { json, methodNotAllowed } from '../http/responses.ts';
import type { HttpResponse } from '../http/send-response.ts';
import type { MediaServer } from './media-server.ts';
import { OfferError } from './offer.ts';

/** The body of a signalling request (spec §7). */
interface Body {
	version: number;
	sdk_version: string;
	mode: 'live' | 'rtc';
	jsep: { type: string; sdp: string };
	pull_streams?: { url: string; amsid?: unknown; vmsid?: unknown }[];
	push_stream?: string;
}

/** Validates the body of a request for the stream `name`; hosts in its address may differ, as behind a CDN. @throws OfferError */
function readBody(text: string, name: string): Pick<Body, 'mode' | 'jsep'> {
	try {
		const { version, sdk_version, mode, jsep, pull_streams, push_stream } = JSON.parse(text) as Body;
		const [pull, ...more] = pull_streams ?? [];
		const url = mode === 'live' ? pull!.url : push_stream!;
		const [, stream] = /^artc:\/\/[^/]+\/live\/([^?@]+)/.exec(url)!;
		const isValid = version === 2 && typeof sdk_version === 'string' && jsep.type === 'offer' && jsep.sdp;
		const isPull = mode === 'live' && !more.length && (pull!.amsid || pull!.vmsid);
		if (isValid && (isPull || mode === 'rtc') && decodeURIComponent(stream!) === name) return { mode, jsep };
	} catch {
		// Something is missing, as below.
	}
	throw new OfferError('the body is not that of a request for this stream');
}

/** Handles paths under `/live/`: takes the offer of a viewer or a publisher and responds with the answer. */
export async function handleSignalling(request: HttpRequest, mediaServer: MediaServer): Promise<HttpResponse> {
	if (request.method !== 'POST') return methodNotAllowed('POST');
	const name = (request.path ?? '').slice('/live/'.length);
	try {
		const { mode, jsep } = readBody(request.body.toString(), name);
		const { answer: sdp } = await mediaServer.connect(name, jsep.sdp, mode === 'live' ? 'play' : 'publish', request);
		return json(200, { code: 200, trace_id: randomBytes(12).toString('hex'), jsep: { type: 'answer', sdp } });
	} catch (error) {
		if (!(error instanceof OfferError)) throw error;
		const { status, message } = error;
		// The header is that of the vendor's servers.
		return json(status, { code: status, message }, { 'x-tengine-error': message });
	}
}
