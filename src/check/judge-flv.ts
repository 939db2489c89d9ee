import { inSeconds, listOf, type Rules } from './finding.ts';
import type { Exchange } from './http-client.ts';
import type { LiveFacts } from './live-facts.ts';
import { isReadable } from './page-requests.ts';
import { mediaWords } from './page-words.ts';

/** Milliseconds within which a server that keeps a group of pictures sends one. */
const LATE_PICTURE = 1_000;

/** Milliseconds until the first picture had come; Infinity: none has. */
export function pictureTime({ firstPicture }: LiveFacts, { arrivals }: Exchange): number {
	const arrived = firstPicture ? arrivals.find(([bytes]) => bytes >= firstPicture) : undefined;
	return arrived ? arrived[1] : Infinity;
}

/** Judges a live stream by HTTP: FLV, or fragments of MP4. @param of the beginning of its sentences; by default none */
export function judgeFlv({ expect, advise }: Rules, facts: LiveFacts, exchange: Exchange, page: URL, of = ''): void {
	expect('flv-form', !!facts.form, `${of}the address sends ${facts.form}`, [
		`${of}the address is one of a live by HTTP, and sends neither FLV nor MP4 (${exchange.headers['content-type'] ?? 'no type'}); ${mediaWords()}.`,
		'Check that the encoder pushes this stream, and that the path is the media server’s (SRS: http_remux).',
	]);
	if (!facts.form) return;
	expect('flv-cors', isReadable(exchange, page), `${of}the page may read it`, [
		`${of}browsers hide ${facts.form} of ${new URL(exchange.url).host} from the page: no Access-Control-Allow-Origin.`,
		'Send Access-Control-Allow-Origin from the media server (SRS: http_server crossdomain on) or the proxy before it, once.',
	]);
	const odd = facts.codecs.filter((codec) => !/^(avc[13]|mp4a)$/.test(codec));
	expect('flv-codec', !odd.length && facts.codecs.some((codec) => /^avc/.test(codec)), `${of}H.264 and AAC`, [
		facts.codecs.length
			? `${of}${facts.form} has ${listOf(facts.codecs)}, which many phones do not play there.`
			: `${of}${facts.form} has begun, and no media have come.`,
		'Push H.264 and AAC.',
	]);
	const ms = pictureTime(facts, exchange);
	advise('flv-picture', ms < LATE_PICTURE, `${of}the first picture has come after ${inSeconds(ms)}`, [
		`${of}the first picture of ${facts.form} comes ${ms === Infinity ? 'not within 5 s' : `after ${inSeconds(ms)}`}, as the server keeps no group of pictures, or a proxy holds it back.`,
		'Keep one (SRS: play gop_cache on), set a keyframe every 2 s, and turn off buffering before it (nginx: proxy_buffering off).',
	]);
}
