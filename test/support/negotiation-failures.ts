import type { FakeBrowser } from './fake-browser.ts';

/** A failure on the way to a connection, and its error. */
export type NegotiationFailure = [
	what: string,
	/** Plan of the fake browser. */
	plan: object,
	act: ((browser: FakeBrowser) => void) | undefined,
	code: number,
	message: string,
	traceId: string,
];

/** The failures that playing and publishing report alike. */
export const NEGOTIATION_FAILURES: NegotiationFailure[] = [
	[
		'no peer connection',
		{ construct: new ReferenceError('RTCPeerConnection is not defined') },
		undefined,
		10114,
		'RTCPeerConnection is not defined',
		'',
	],
	['an offer that fails', { createOffer: new Error('no codecs') }, undefined, 10114, 'no codecs', ''],
	['an offer that fails without a message', { createOffer: new Error('') }, undefined, 10114, 'create offer error', ''],
	[
		'a local description that is refused',
		{ setLocal: new Error('native') },
		undefined,
		10114,
		'setLocalDescription error',
		'',
	],
	['a local description that is gone', { noLocal: true }, undefined, 10114, 'no sdp', ''],
	['a network failure', {}, (b) => b.last().request.onerror!(), 10205, 'Network Error', ''],
	['a timeout', {}, (b) => b.last().request.ontimeout!(), 10205, 'timeout of 5000ms exceeded', ''],
	['an abort', {}, (b) => b.last().request.abort(), 10205, 'Request aborted', ''],
	['status 403', {}, (b) => b.last().request.reply(403, ''), 10205, 'Request failed with status code 403', ''],
	['status 204', {}, (b) => b.last().request.reply(204, ''), 10101, 'response status:204', ''],
	['a body of null', {}, (b) => b.last().request.reply(200, 'null'), 10101, 'response is null', ''],
];
