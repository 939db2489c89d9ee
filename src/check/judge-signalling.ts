import { ErrorCode, type RtsError } from '../rts/play/errors.ts';
import { reasonOf } from '../rts/play/whep-replies.ts';
import type { Rules } from './finding.ts';
import { isGatewayStatus } from './judge-calls.ts';
import { succeeds } from './http-client.ts';
import { judgeOrigin, lists } from './judge-headers.ts';
import type { StreamFacts } from './play-stream.ts';
import { isReadable } from './page-requests.ts';
import { failureWords } from './page-words.ts';

/** The server's words in a refusal, if there are some. */
function wordsOf({ exchange }: StreamFacts): string {
	const words = exchange && (exchange.headers['x-tengine-error'] || reasonOf(exchange.body.toString()));
	return words ? ` (“${words}”)` : '';
}

/** Changes that mend a refusal, by its status. */
const REFUSALS: Record<number, string> = {
	401: 'Let the address in originRts carry a token that the media server takes.',
	403: 'Renew auth_key in originRts, or allow the page’s host as referrer at the streaming domain.',
	405: 'Let originRts lead to the signalling of the stream, which takes POST, and the proxy before it pass that on.',
	415: 'Let the media server take an offer as application/sdp (WHEP) or form text (artc).',
};

/** Says why there is no answer to the offer. */
export function judgeRefusal({ fault }: Rules, facts: StreamFacts): void {
	const { exchange, failure, kind } = facts;
	const error = facts.error as RtsError | undefined;
	const message = error ? error.message : 'it names none';
	const said = failureWords(error ? error.errorCode : ErrorCode.ERROR_ANSWER_ERROR);
	if (!exchange)
		return fault('signalling-unreachable', [
			`the stream’s server has no answer to the offer (${failure ? failure.message : message}); ${said}.`,
			kind === 'artc'
				? 'Give the streaming domain https with a certificate, and allow it in the firewall.'
				: 'Open the WHEP endpoint of the media server, and check originRts.',
		]);
	const { status } = exchange;
	if (isGatewayStatus(status))
		return fault('signalling-gateway', [
			`status ${status} of a proxy that gets no answer from the media server; ${said}.`,
			'Start the media server, or correct its address in the proxy before it (SRS closes on a Host with “_”: name the upstream without).',
		]);
	if (!succeeds({ exchange }))
		return fault('signalling-status', [
			`the stream’s server refuses the offer with status ${status}${wordsOf(facts)}; ${said}.`,
			REFUSALS[status] ?? 'Check that the encoder pushes and that originRts names its stream.',
		]);
	fault('signalling-answer', [
		`the server’s reply has no answer that can be used${wordsOf(facts)} (${message}); ${said}.`,
		'Check that originRts leads to signalling of artc or WHEP.',
	]);
}

/** Judges whether browsers let the page read the answer, if there is one: headers of a refusal follow from it. */
export function judgeSignallingCors(rules: Rules, { kind, exchange, preflight }: StreamFacts, page: URL): void {
	if (!exchange || !succeeds({ exchange }) || new URL(exchange.url).origin === page.origin) return;
	const answers = [{ name: 'the offer', exchange }];
	judgeOrigin(rules, ['signalling-cors', 'signalling-cors-twice'], answers, page.origin, 'the stream’s server');
	if (kind !== 'whep') return;
	const ok =
		!!preflight &&
		preflight.status < 300 &&
		isReadable(preflight, page) &&
		lists(preflight.headers['access-control-allow-headers'], 'content-type');
	rules.expect('whep-preflight', ok, 'the preflight is answered', [
		`the preflight of the offer is ${preflight ? `answered with status ${preflight.status} and without the needed headers` : 'not answered'}, so browsers do not send it.`,
		'Answer OPTIONS with Access-Control-Allow-Origin, -Methods (POST, PATCH, DELETE) and -Headers (content-type, authorization).',
	]);
	const isExposed = lists(exchange.headers['access-control-expose-headers'], 'location');
	rules.expect('whep-expose', isExposed, 'the page may read Location', [
		'Access-Control-Expose-Headers does not list Location, so sessions are never ended.',
		'Send Access-Control-Expose-Headers: Location, Link, ETag, Retry-After, Date from the WHEP server.',
	]);
}

/** Judges whether a session has an end. */
export function judgeSession({ expect, note }: Rules, facts: StreamFacts): void {
	const { kind, exchange, deletion } = facts;
	if (kind !== 'whep') return;
	if (/^http:/i.test(exchange!.headers.location ?? '') && /^https:/.test(exchange!.url))
		return note('whep-location-http', [
			'the Location of the session begins with http:, and the page requests it by https.',
			'Let the proxy before the WHEP server correct it (nginx: proxy_redirect http:// https://).',
		]);
	expect('whep-location', deletion !== undefined, 'the session has a URL', [
		'the WHEP server’s answer has no Location, so viewers who leave are counted on.',
		'Let the proxy before the WHEP server pass Location on.',
	]);
	if (deletion !== undefined)
		expect('whep-delete', deletion > 199 && deletion < 300, 'DELETE ends the session', [
			`DELETE of the session is answered with ${deletion ? `status ${deletion}` : 'nothing'}.`,
			'Let the proxy before the WHEP server pass DELETE on, to the node that has the session.',
		]);
}
