import { ErrorCode } from '../rts/play/errors.ts';
import { reachOf } from './candidates.ts';
import { inSeconds, listOf, type Rules } from './finding.ts';
import { judgeRtp } from './judge-rtp.ts';
import { judgeRefusal, judgeSession, judgeSignallingCors } from './judge-signalling.ts';
import type { StreamFacts } from './play-stream.ts';
import { failureWords } from './page-words.ts';

/** Milliseconds of signalling. */
const SLOW = 1_000;

/** Judges a real-time quality. @param page URL of the page @param hasFallback something plays without WebRTC */
export function judgeStream(rules: Rules, facts: StreamFacts, page: URL, hasFallback: boolean): void {
	const { advise, pass, note } = rules;
	const { exchange, answer } = facts;
	if (!answer) {
		judgeRefusal(rules, facts);
		return judgeSignallingCors(rules, facts, page);
	}
	pass('signalling', 'the offer is answered');
	if (facts.isPlain)
		note('offer-option', [
			`${new URL(exchange!.url).host} refuses offers with an option of ICE that is new to it, such as googspedv1 of Chromium 155 and later; the page makes another one without, a second or more later.`,
			'Update the media server: options that it does not know are to be ignored (RFC 8839 §5.6).',
		]);
	const takes = `signalling takes ${inSeconds(exchange!.ms)}`;
	advise('signalling-slow', exchange!.ms < SLOW, takes, [`${takes}.`, 'Use a media server nearer to the viewers.']);
	judgeSignallingCors(rules, facts, page);
	judgeAnswer(rules, facts, page, hasFallback);
	if (facts.media) judgeRtp(rules, facts);
	judgeSession(rules, facts);
}

/** Judges what the answer offers, and whether it connects. */
function judgeAnswer(rules: Rules, facts: StreamFacts, page: URL, hasFallback: boolean): void {
	const { expect, fault, note, pass } = rules;
	const { answer = '', candidates, wants, ice, dtls, times, tcp } = facts;
	const section = (kind: string) => new RegExp(`^m=${kind} [1-9][^]*?(?=^m=|(?![^]))`, 'm').exec(answer)?.[0] ?? '';
	if (wants.video)
		expect('answer-h264', /h264/i.test(section('video')), 'the answer has H.264', [
			`the answer has no H.264, so there is no picture; ${failureWords(ErrorCode.ERROR_PLAY_FAILED)}.`,
			'Set the encoder to H.264 (not HEVC or AV1), or let the server transcode.',
		]);
	if (wants.audio)
		expect('answer-opus', /opus/i.test(section('audio')), 'the answer has Opus', [
			'the answer has no Opus, so there is no sound.',
			'Let the server transcode the sound to Opus.',
		]);
	if (facts.error !== undefined) {
		if (rules.results.some(({ id, level }) => level === 'fault' && id.startsWith('answer-'))) return;
		return fault('answer-refused', [
			`the answer cannot be applied; ${failureWords(ErrorCode.ERROR_ANSWER_ERROR)}.`,
			'Answer the offer as it is: its sections in its order, with ice-ufrag, ice-pwd and fingerprint.',
		]);
	}
	const far = Math.min(reachOf(page.hostname), 2);
	const reachable = candidates.filter(({ address }) => reachOf(address) >= far);
	expect('ice-address', !!reachable.length, 'the answer has an address that phones reach', [
		candidates.length
			? `the answer names only ${listOf([...new Set(candidates.map(({ address }) => address))])}, which phones cannot reach.`
			: 'the answer names no address for media.',
		'Set the public address of the media server (SRS: candidate; Janus: nat_1_1_mapping).',
	]);
	if (reachable.length && reachable.every(({ address }) => address.includes(':')))
		fault('ice-ipv6', [
			'the answer names IPv6 addresses only, which many networks do not reach.',
			'Let the media server also name its public IPv4 address.',
		]);
	const said = failureWords(ErrorCode.ERROR_PC_DISCONNECTED);
	if (times.ice === undefined && tcp)
		note('ice-udp', [
			`no connection over UDP (ICE ${ice}); its TCP port takes connections, over which browsers play later and less steadily.`,
			'Open the UDP ports of the media server in its firewall.',
		]);
	else if (times.ice === undefined)
		fault('ice', [
			`no connection over UDP (ICE ${ice}); ${said}.`,
			'Open the UDP ports of the media server in its firewall.',
		]);
	else {
		pass('ice', `connected over UDP after ${inSeconds(times.ice)}`);
		expect('dtls', dtls === 'connected', `encrypted after ${inSeconds(times.dtls ?? 0)}`, [
			`the server is reached, but the encryption fails (DTLS ${dtls}); ${said}.`,
			'Let the media server answer with the fingerprint of its own certificate; behind a balancer, send signalling and media to one node.',
		]);
	}
	if (!candidates.length) return;
	if (tcp === undefined)
		note('ice-tcp', [
			`the answer has no TCP candidate, so where UDP is blocked ${hasFallback ? 'only the media URL plays' : 'nothing plays'}.`,
			`Turn on ICE over TCP at the media server (SRS: rtc_server tcp)${hasFallback ? '' : ', or list an https://….m3u8 of the stream among its qualities, or set rts.hlsFallback'}.`,
		]);
	else
		expect('ice-tcp-closed', tcp, 'the TCP candidate can be reached', [
			'the TCP candidate takes no connection.',
			'Open its port for TCP in the firewall of the media server.',
		]);
}
