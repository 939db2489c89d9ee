import { randomBytes } from 'node:crypto';
import type { HttpRequest } from '../http/request.ts';
import { json, methodNotAllowed, sdp } from '../http/responses.ts';
import type { HttpResponse } from '../http/send-response.ts';
import type { MediaServer } from './media-server.ts';
import { OfferError } from './offer.ts';
import type { Peer } from './peer.ts';

/** Request of a path. */
interface Target {
	mode: 'play' | 'publish';
	stream: string;
	/** Id of the session; empty for the endpoint itself. */
	session: string;
}

/** Reads `/whep/NAME`, `/whip/NAME`, their sessions `/whep/NAME/ID`, and `/rtc/v1/whep/?app=live&stream=NAME` as SRS has it. */
function targetOf({ path, query }: HttpRequest): Target | null {
	const srs = /^\/rtc\/v1\/(whep|whip)\/$/.exec(path ?? '');
	const own = /^\/(whep|whip)\/([^/]+)(?:\/(\w+))?$/.exec(path ?? '');
	const mode = (srs ?? own)?.[1] === 'whip' ? 'publish' : 'play';
	if (own) return { mode, stream: own[2]!, session: own[3] ?? '' };
	const stream = srs && new URLSearchParams(query).get('stream');
	return stream ? { mode, stream, session: '' } : null;
}

/** An error with its reason as problem details (RFC 9457). */
const failure = (status: number, detail: string): HttpResponse =>
	json(status, { status, detail }, { 'content-type': 'application/problem+json' });

/** Names a new version of a session. */
const newEtag = () => `"${randomBytes(6).toString('hex')}"`;

/** True for the paths of WHEP and WHIP. */
export const isWhepPath = (path: string): boolean => /^\/(whep|whip|rtc\/v1)\//.test(path);

/** The sessions of an origin by WHEP (draft-ietf-wish-whep) and WHIP (RFC 9725). */
export function createWhepServer(mediaServer: MediaServer) {
	const sessions = new Map<string, Peer>();

	async function open(request: HttpRequest, { mode, stream }: Target): Promise<HttpResponse> {
		if (request.method !== 'POST') return methodNotAllowed('POST, OPTIONS');
		if (request.headers['content-type'] !== 'application/sdp') return failure(415, 'an offer is application/sdp');
		const peer = await mediaServer.connect(stream, request.body.toString(), mode, request);
		const id = randomBytes(12).toString('hex');
		sessions.set(id, peer);
		peer.onClosed(() => sessions.delete(id));
		const location = `/${mode === 'play' ? 'whep' : 'whip'}/${encodeURIComponent(stream)}/${id}`;
		return sdp(201, peer.answer, { location, etag: newEtag() });
	}

	/** Restarts ICE (RFC 9725 §4.3.2). */
	async function restart({ headers, body }: HttpRequest, peer: Peer): Promise<HttpResponse> {
		const type = 'application/trickle-ice-sdpfrag';
		if (headers['content-type'] !== type) return failure(415, `a restart of ICE is ${type}`);
		if (headers['if-match'] !== '*') return failure(412, 'a restart of ICE matches any version');
		return sdp(200, await peer.restartIce(body.toString()), { 'content-type': type, etag: newEtag() });
	}

	return {
		/** Handles a path for which `isWhepPath` is true. */
		async handle(request: HttpRequest): Promise<HttpResponse> {
			const target = targetOf(request);
			if (!target) return failure(404, 'stream not found');
			if (!target.session)
				return open(request, target).catch((error: unknown) => {
					if (error instanceof OfferError) return failure(error.status, error.message);
					throw error;
				});
			const peer = sessions.get(target.session);
			if (!peer) return failure(404, 'session not found');
			if (request.method === 'PATCH') return restart(request, peer);
			if (request.method !== 'DELETE') return methodNotAllowed('DELETE, PATCH, OPTIONS');
			await peer.close('deleted');
			return json(200, {});
		},
	};
}
