/** Judges what plays without WebRTC: FLV and live MP4, which a script of the page reads, and what a browser plays by itself. */
import type { Quality } from '../player/core/list-qualities.ts';
import { streamOf } from '../player/core/source.ts';
import type { Deployment } from './deployment.ts';
import { isMediaType, judgeKept, judgeMediaType } from './embedding.ts';
import { createRules, inSeconds, listOf, type Result, type Rules } from './finding.ts';
import { isHlsAddress, judgeHls, lookAtHls } from './hls.ts';
import { answerOf, type Exchange, type HttpClient, replyOf, succeeds } from './http-client.ts';
import { readHttpLive } from './live-facts.ts';
import { isReadable, pageHeaders } from './page-requests.ts';
import { mediaWords } from './page-words.ts';

/** Bytes of a file or list that are read. */
const FILE_BYTES = 65_536;
/** Milliseconds, and bytes, of a live by HTTP that are read. */
const LIVE_TIME = 5_000;
const LIVE_BYTES = 1_500_000;
/** Milliseconds of silence that end it. */
const SILENCE = 1_500;
/** Milliseconds within which a server that keeps a group of pictures sends one. */
const LATE_PICTURE = 1_000;

/** Reads the beginning of a live by HTTP, as a script of the page does. */
export const openLive = (http: HttpClient, page: URL, address: string): Promise<Exchange> => {
	const headers = { ...pageHeaders(page, address, 'empty'), 'accept-encoding': 'identity' };
	return http.follow(address, { headers, maxBytes: LIVE_BYTES, maxTime: LIVE_TIME, timeout: LIVE_TIME + SILENCE });
};

/** Milliseconds until the first picture of a live by HTTP had come; Infinity: none has. */
export function pictureTime({ body, arrivals }: Exchange): number {
	const { firstPicture } = readHttpLive(body);
	const [, ms = Infinity] = (firstPicture && arrivals.find(([bytes]) => bytes >= firstPicture)) || [];
	return ms;
}

/** Judges a quality that is played without WebRTC. */
export async function checkMediaUrl({ http, page, config }: Deployment, quality: Quality): Promise<Result[]> {
	const rules = createRules('stream');
	const { results, expect, pass, fault } = rules;
	const { kind, address } = streamOf(quality.address, config.rts.whep);
	const headers = { ...pageHeaders(page, address, 'video'), range: 'bytes=0-', 'accept-encoding': 'identity' };
	const open = () => http.follow(address, { headers, maxBytes: FILE_BYTES });
	const reply = await replyOf(kind === 'http' ? openLive(http, page, address) : open());
	if (!reply) return results;
	if (/\bwhep\b/i.test(quality.address) && !isMediaType(reply.exchange?.headers['content-type'] ?? '')) {
		fault('whep-address', [
			`the address looks like one of WHEP, and is played as a media URL; ${mediaWords()}.`,
			'Let the address begin with wheps:// in the API, or set rts.whep to a pattern that it fits.',
		]);
		return results;
	}
	expect('media-url', succeeds(reply), 'the media URL is answered', [
		`the media URL is ${answerOf(reply)}; ${mediaWords()}.`,
		'Check that address in the API (originRts, qualities) or in rts (hlsPattern), and the server that it names.',
	]);
	if (!succeeds(reply)) return results;
	const { exchange } = reply;
	judgeKept(rules, 'media-policy', 'the media', exchange, page);
	if (kind === 'http') judgeLive(rules, exchange, page);
	else {
		judgeMediaType(rules, 'media-type', 'the media URL', exchange);
		pass('media-url', 'played as a media URL, without real-time rules');
		if (isHlsAddress(exchange))
			judgeHls(rules, 'the stream', await lookAtHls(http, page, exchange), quality.address, quality.kbps);
	}
	return results;
}

/** Judges a live stream by HTTP: FLV, or fragments of MP4. @param of the beginning of its sentences; by default none */
export function judgeLive({ expect, advise }: Rules, exchange: Exchange, page: URL, of = ''): void {
	const { form, codecs } = readHttpLive(exchange.body);
	expect('flv-form', !!form, `${of}the address sends ${form}`, [
		`${of}the address is one of a live by HTTP, and sends neither FLV nor MP4 (${exchange.headers['content-type'] ?? 'no type'}); ${mediaWords()}.`,
		'Check that the encoder pushes this stream, and that the path is the media server’s (SRS: http_remux).',
	]);
	if (!form) return;
	expect('flv-cors', isReadable(exchange, page), `${of}the page may read it`, [
		`${of}browsers hide ${form} of ${new URL(exchange.url).host} from the page: no Access-Control-Allow-Origin.`,
		'Send Access-Control-Allow-Origin from the media server (SRS: http_server crossdomain on) or the proxy before it, once.',
	]);
	const plays = codecs.every((codec) => /^(avc[13]|mp4a)$/.test(codec)) && codecs.some((codec) => /^avc/.test(codec));
	expect('flv-codec', plays, `${of}H.264 and AAC`, [
		codecs.length
			? `${of}${form} has ${listOf(codecs)}, which many phones do not play there.`
			: `${of}${form} has begun, and no media have come.`,
		'Push H.264 and AAC.',
	]);
	const ms = pictureTime(exchange);
	advise('flv-picture', ms < LATE_PICTURE, `${of}the first picture has come after ${inSeconds(ms)}`, [
		`${of}the first picture of ${form} comes ${ms === Infinity ? 'not within 5 s' : `after ${inSeconds(ms)}`}, as the server keeps no group of pictures, or a proxy holds it back.`,
		'Keep one (SRS: play gop_cache on), set a keyframe every 2 s, and turn off buffering before it (nginx: proxy_buffering off).',
	]);
}
