import { ErrorCode, type RtsError } from '../rts/play/errors.ts';
import { reasonOf } from '../rts/play/whep-replies.ts';
import { reachOf } from './candidates.ts';
import { createRules, inSeconds, listOf, type Result, type Wrong } from './finding.ts';
import { LimitError } from './http-client.ts';
import { judgeMedia } from './judge-media.ts';
import type { StreamFacts } from './look-at-stream.ts';
import { failureWords, mediaWords } from './page-words.ts';

/** Milliseconds of signalling. */
const SLOW = 1_000;

/** The server's words in a refusal, if there are some. */
function wordsOf({ exchange }: StreamFacts): string {
	const words = exchange && (exchange.headers['x-tengine-error'] || reasonOf(exchange.body.toString()));
	return words ? ` (“${words}”)` : '';
}

/** Why there is no answer to the offer. */
function refusalOf(facts: StreamFacts, name: string): [id: string, ...Wrong] {
	const { exchange, error, failure, kind } = facts;
	const code = error === undefined ? ErrorCode.ERROR_ANSWER_ERROR : (error as RtsError).errorCode;
	const message = error === undefined ? 'it names none' : (error as Error).message;
	const said = failureWords(code);
	if (!exchange)
		return [
			'signalling-unreachable',
			`${name}: the stream’s server has no answer to the offer (${failure ? failure.message : message}); ${said}.`,
			kind === 'artc'
				? 'Give the streaming domain https with a certificate, and allow it in the firewall.'
				: 'Open the WHEP endpoint of the media server, and check originRts.',
		];
	const { status } = exchange;
	if (status < 200 || status > 299)
		return [
			'signalling-status',
			`${name}: the stream’s server refuses the offer with status ${status}${wordsOf(facts)}; ${said}.`,
			status === 403
				? 'Renew auth_key in originRts, or allow the page’s host as referrer at the streaming domain.'
				: 'Check that the encoder pushes and that originRts names its stream.',
		];
	return [
		'signalling-answer',
		`${name}: the server’s reply has no answer that can be used${wordsOf(facts)} (${message}); ${said}.`,
		'Check that originRts leads to signalling of artc or WHEP.',
	];
}

/** Judges a quality. @param page URL of the page */
export function judgeStream(facts: StreamFacts, page: URL): Result[] {
	const { quality, kind } = facts;
	const name = quality.name;
	if (kind === 'url') return judgeUrl(facts);
	const { results, pass, fault } = createRules('stream');
	const { exchange, answer } = facts;
	if (!answer) {
		fault(...refusalOf(facts, name));
		return [results, judgeSignallingCors(facts, page)].flat();
	}
	pass('signalling', `${name}: the offer is answered`);
	return [
		results,
		judgeTime(name, exchange!.ms),
		judgeSignallingCors(facts, page),
		judgeAnswer(facts, page),
		facts.media ? judgeMedia(facts) : [],
		judgeSession(facts),
	].flat();
}

function judgeTime(name: string, ms: number): Result[] {
	const { results, expect } = createRules('stream');
	const wrong: Wrong = [`${name}: signalling takes ${inSeconds(ms)}.`, 'Use a media server nearer to the viewers.'];
	expect('signalling-slow', ms < SLOW, `${name}: signalling takes ${inSeconds(ms)}`, wrong, 'note');
	return results;
}

function judgeSignallingCors({ quality: { name }, kind, exchange, preflight }: StreamFacts, page: URL): Result[] {
	const { results, expect } = createRules('stream');
	if (!exchange || new URL(exchange.url).origin === page.origin) return results;
	const allows = (headers: Record<string, string>) =>
		['*', page.origin].includes(headers['access-control-allow-origin'] ?? '');
	expect('signalling-cors', allows(exchange.headers), `${name}: the page may read the answer`, [
		`${name}: browsers hide the answer to the offer from ${page.origin}: Access-Control-Allow-Origin does not name it.`,
		'Send Access-Control-Allow-Origin from the stream’s server.',
	]);
	if (kind !== 'whep') return results;
	const lists = (value = '', name: string) => /(^|,)\s*\*\s*(,|$)/.test(value) || value.toLowerCase().includes(name);
	const ok =
		!!preflight &&
		preflight.status < 300 &&
		allows(preflight.headers) &&
		lists(preflight.headers['access-control-allow-headers'], 'content-type');
	expect('whep-preflight', ok, `${name}: the preflight is answered`, [
		`${name}: the preflight of the offer is ${preflight ? `answered with status ${preflight.status} and without the needed headers` : 'not answered'}, so browsers do not send it.`,
		'Answer OPTIONS with Access-Control-Allow-Origin, -Methods (POST, PATCH, DELETE) and -Headers (content-type, authorization).',
	]);
	expect(
		'whep-expose',
		lists(exchange.headers['access-control-expose-headers'], 'location'),
		`${name}: the page may read Location`,
		[
			`${name}: Access-Control-Expose-Headers does not list Location, so sessions are never ended.`,
			'Send Access-Control-Expose-Headers: Location, Link, ETag, Retry-After, Date from the WHEP server.',
		],
	);
	return results;
}

/** Judges what the answer offers, and whether it connects. */
function judgeAnswer(facts: StreamFacts, page: URL): Result[] {
	const { results, expect, fault, note, pass } = createRules('stream');
	const { quality, answer = '', candidates, wants, ice, dtls, times, tcp } = facts;
	const { name } = quality;
	const section = (kind: string) => new RegExp(`^m=${kind} [1-9][^]*?(?=^m=|(?![^]))`, 'm').exec(answer)?.[0] ?? '';
	if (wants.video)
		expect('answer-h264', /h264/i.test(section('video')), `${name}: the answer has H.264`, [
			`${name}: the answer has no H.264, so there is no picture; ${failureWords(ErrorCode.ERROR_PLAY_FAILED)}.`,
			'Set the encoder to H.264 (not HEVC or AV1), or let the server transcode.',
		]);
	if (wants.audio)
		expect('answer-opus', /opus/i.test(section('audio')), `${name}: the answer has Opus`, [
			`${name}: the answer has no Opus, so there is no sound.`,
			'Let the server transcode the sound to Opus.',
		]);
	if (facts.error !== undefined) {
		if (results.every(({ level }) => level !== 'fault'))
			fault(
				'answer-refused',
				`${name}: the answer cannot be applied; ${failureWords(ErrorCode.ERROR_ANSWER_ERROR)}.`,
				'Answer the offer as it is: its sections in its order, with ice-ufrag, ice-pwd and fingerprint.',
			);
		return results;
	}
	const far = Math.min(reachOf(page.hostname), 2);
	const reachable = candidates.filter(({ address }) => reachOf(address) >= far);
	expect('ice-address', !!reachable.length, `${name}: the answer has an address that phones reach`, [
		candidates.length
			? `${name}: the answer names only ${listOf([...new Set(candidates.map(({ address }) => address))])}, which phones cannot reach.`
			: `${name}: the answer names no address for media.`,
		'Set the public address of the media server (SRS: candidate; Janus: nat_1_1_mapping).',
	]);
	const said = failureWords(ErrorCode.ERROR_PC_DISCONNECTED);
	if (times.ice === undefined)
		fault(
			'ice',
			`${name}: no connection over UDP (ICE ${ice}); ${said}.`,
			'Open the UDP ports of the media server in its firewall.',
		);
	else {
		pass('ice', `${name}: connected over UDP after ${inSeconds(times.ice)}`);
		expect('dtls', dtls === 'connected', `${name}: encrypted after ${inSeconds(times.dtls ?? 0)}`, [
			`${name}: the server is reached, but the encryption fails (DTLS ${dtls}); ${said}.`,
			'Let the media server answer with the fingerprint of its own certificate; behind a balancer, send signalling and media to one node.',
		]);
	}
	if (!candidates.length) return results;
	if (tcp === undefined)
		note(
			'ice-tcp',
			`${name}: the answer has no TCP candidate, so nothing plays where UDP is blocked.`,
			'Turn on ICE over TCP at the media server (SRS: rtc_server tcp).',
		);
	else
		expect('ice-tcp-closed', tcp, `${name}: the TCP candidate can be reached`, [
			`${name}: the TCP candidate takes no connection.`,
			'Open its port for TCP in the firewall of the media server.',
		]);
	return results;
}

function judgeSession({ quality: { name }, kind, hasSession, deletion = 0 }: StreamFacts): Result[] {
	const { results, expect } = createRules('stream');
	if (kind !== 'whep') return results;
	expect('whep-location', hasSession, `${name}: the session has a URL`, [
		`${name}: the WHEP server’s answer has no Location, so viewers who leave are counted on.`,
		'Let the proxy before the WHEP server pass Location on.',
	]);
	if (hasSession)
		expect('whep-delete', deletion > 199 && deletion < 300, `${name}: DELETE ends the session`, [
			`${name}: DELETE of the session is answered with ${deletion ? `status ${deletion}` : 'nothing'}.`,
			'Let the proxy before the WHEP server pass DELETE on, to the node that has the session.',
		]);
	return results;
}

/** Judges a media URL. */
function judgeUrl({ quality: { name }, exchange, failure }: StreamFacts): Result[] {
	const { results, expect, pass } = createRules('stream');
	const status = exchange?.status ?? 0;
	expect('media-url', status > 199 && status < 300, `${name}: the media URL is answered`, [
		`${name}: the media URL is ${exchange ? `answered with status ${status}` : `not answered (${failure?.message})`}; ${mediaWords()}.`,
		'Check originRts in the API, and the server that it names.',
	]);
	if (status > 299 || !exchange) return results;
	const type = exchange.headers['content-type'] ?? '';
	expect('media-type', /^(video|audio)\/|mpegurl/i.test(type), `${name}: the media URL has the type ${type}`, [
		`${name}: the media URL has the type “${type}”, which browsers do not play.`,
		'Send the type of the media, such as video/mp4 or application/vnd.apple.mpegurl.',
	]);
	pass('media-url', `${name}: played as a media URL, without real-time rules`);
	return results;
}

/** Judges all qualities; those with the same to say share a result. */
export function judgeStreams(streams: StreamFacts[], page: URL): Result[] {
	const merged: { names: string[]; result: Result }[] = [];
	for (const stream of streams) {
		if (stream.failure instanceof LimitError) continue;
		const { name } = stream.quality;
		for (const result of judgeStream(stream, page)) {
			const message = result.message.slice(`${name}: `.length);
			const same = merged.find(({ result: other }) => other.message === message && other.id === result.id);
			if (same) same.names.push(name);
			else merged.push({ names: [name], result: { ...result, message } });
		}
	}
	return merged.map(({ names, result }) => ({ ...result, message: `${listOf(names)}: ${result.message}` }));
}
