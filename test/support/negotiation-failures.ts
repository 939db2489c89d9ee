import { ANSWER, type FakeBrowser, type PeerPlan } from './fake-browser.ts';

/** A failure on the way to a connection, and its error. */
export type NegotiationFailure = [
	what: string,
	plan: PeerPlan,
	act: ((browser: FakeBrowser) => void) | undefined,
	code: number,
	message: string,
	traceId?: string,
];

/** Fails to create or set an offer. */
const offerFails = (what: string, plan: PeerPlan, message: string): NegotiationFailure => [
	what,
	plan,
	undefined,
	10114,
	message,
];
/** Fails to apply the answer of a server. */
export const answerFails = (
	what: string,
	plan: PeerPlan,
	message: string,
	jsep: typeof ANSWER | null = ANSWER,
): NegotiationFailure => [what, plan, (b) => b.last().request.answer({ jsep }), 10206, message, 'trace'];

/** The failures that playing and publishing report alike. */
export const NEGOTIATION_FAILURES: NegotiationFailure[] = [
	offerFails('no peer connection', { construct: new ReferenceError('not defined') }, 'not defined'),
	offerFails('an offer that fails', { createOffer: new Error('no codecs') }, 'no codecs'),
	offerFails('an offer that fails without a message', { createOffer: new Error('') }, 'create offer error'),
	offerFails('a local description that is refused', { setLocal: new Error('x') }, 'setLocalDescription error'),
	offerFails('a local description that is gone', { noLocal: true }, 'no sdp'),
	['a network failure', {}, (b) => b.last().request.onerror!(), 10205, 'Network Error'],
	['a timeout', {}, (b) => b.last().request.ontimeout!(), 10205, 'timeout of 5000ms exceeded'],
	['an abort', {}, (b) => b.last().request.abort(), 10205, 'Request aborted'],
	['status 403', {}, (b) => b.last().request.reply(403, ''), 10205, 'Request failed with status code 403'],
	['status 204', {}, (b) => b.last().request.reply(204, ''), 10101, 'response status:204'],
	['a body of null', {}, (b) => b.last().request.reply(200, 'null'), 10101, 'response is null'],
];

/** Reaches the step at which a server's answer is applied. */
export async function reachAnswer(browser: FakeBrowser): Promise<void> {
	await browser.settle();
	browser.last().request.answer();
	await browser.settle();
}
