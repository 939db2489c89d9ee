import { isHls } from '../player/core/is-hls.ts';
import { readCaptions } from '../safe/captions.ts';
import { createGuideReader } from '../safe/guide.ts';
import type { Quality } from '../player/core/list-qualities.ts';
import type { Deployment } from './deployment.ts';
import { judgeKept, judgeMediaType } from './embedding.ts';
import { expiryOf, MIN_VALID } from './expiry.ts';
import { createRules, inMinutes, inSeconds, listOf, mergeByName, type Result, type Rules } from './finding.ts';
import { isHlsAddress, judgeHls, lookAtHls } from './hls.ts';
import { answerOf, type HttpClient, replyOf, succeeds } from './http-client.ts';
import { lookAtFile, type RecordingFacts } from './mp4.ts';
import { isReadable, pageHeaders } from './page-requests.ts';
import { mediaWords } from './page-words.ts';

/** Bytes of the first request, as browsers take them. */
const FIRST_BYTES = 65_536;
/** Kilobits a second of a slow connection. */
const SLOW_LINK = 400;
/** Milliseconds of data before the first frame on it. */
const LONG_START = 5_000;
/** How far a rate may be from what is named, as for streams. */
const RATES = [0.5, 1.4] as const;
/** Milliseconds between key frames that viewers wait for. */
const LONG_INTERVAL = 6_000;

/** A recording that was looked at. */
interface Recording {
	quality: Quality;
	results: Result[];
	/** Kilobits a second of each encoding that is known. */
	rates: number[];
	/** Kilobits a second of its file; 0: unknown. */
	fileRate: number;
}

/** Judges a replay. @param named `playbackUrl` before the page's readers; empty: the address is derived */
export async function checkReplay(
	{ http, page, config, live, rules }: Deployment,
	qualities: Quality[],
	named: string,
): Promise<void> {
	const looks = qualities.map((quality, index) => checkRecording(http, page, quality, index ? '' : named));
	const recordings = (await Promise.all(looks)).flatMap((recording) => recording ?? []);
	const isOnly = qualities.length === 1;
	const byName = recordings.map(({ quality, results }) => ({ name: isOnly ? '' : quality.name, results }));
	rules.replay.results.push(...mergeByName(byName));
	judgeRates(rules.replay, recordings, isOnly);
	const { captions } = createGuideReader(config.api.fields)(live);
	if (captions) await checkCaptions(rules.replay, http, page, captions);
}

/** Reads captions as the page does. */
async function checkCaptions({ expect }: Rules, http: HttpClient, page: URL, url: string): Promise<void> {
	const reply = await replyOf(http.follow(url, { headers: pageHeaders(page, url, 'empty') }));
	if (!reply) return;
	const isText = succeeds(reply) && readCaptions(reply.exchange.body.toString()).length > 0;
	expect('captions', isText && isReadable(reply.exchange!, page), 'the captions can be read', [
		`The captions of ${new URL(url).host} ${isText ? 'are hidden from the page: no Access-Control-Allow-Origin' : `are ${succeeds(reply) ? 'no WebVTT' : answerOf(reply)}`}, so there are none.`,
		'Name the URL of a .vtt file in the API, on the page’s host or with Access-Control-Allow-Origin.',
	]);
}

/** Judges what the qualities demand of a link. */
function judgeRates({ expect, advise }: Rules, recordings: Recording[], isOnly: boolean): void {
	const rates = recordings.filter(({ quality }) => !quality.audioOnly).flatMap((recording) => recording.rates);
	if (!rates.length) return;
	const lowest = Math.min(...rates);
	const encode =
		'ffmpeg -i in.mp4 -c:v libx264 -b:v 300k -maxrate 400k -bufsize 800k -vf scale=-2:360 -c:a aac -b:a 48k -movflags +faststart out.mp4';
	advise('replay-kbps', lowest <= SLOW_LINK, `the lowest quality of the replay needs ${lowest} kbit/s`, [
		rates.length > 1
			? `The lowest quality of the replay needs ${lowest} kbit/s; it stops on slower links.`
			: `The replay needs ${lowest} kbit/s; without a lower quality it stops on slower links.`,
		`Make a smaller file (${encode}) and list it in playbackQualities of live/detail, or by replay.qualities.`,
	]);
	if (isOnly) return;
	const wrong = recordings.filter(
		({ fileRate, quality: { kbps } }) => fileRate && (fileRate < kbps * RATES[0] || fileRate > kbps * RATES[1]),
	);
	expect('replay-named-kbps', !wrong.length, 'the qualities of the replay have the rates that are named', [
		`${listOf(wrong.map(({ quality, fileRate }) => `${quality.name} has ${fileRate} kbit/s and not ${quality.kbps}`))}, so the page chooses qualities of the replay wrongly.`,
		'Set kbps in playbackQualities of live/detail, or in replay.qualities, to the rate of the file.',
	]);
}

/** Requests parts of a recording, as a browser does, and lists whole. */
const rangesOf = (http: HttpClient, page: URL, url: string) => (from: number, to: number) =>
	http.follow(url, {
		// Signed addresses may be good for one redirect each.
		headers: {
			...pageHeaders(page, url, 'video'),
			...(new URL(url).origin !== page.origin && { origin: page.origin }),
			...(!isHls(url) && { range: `bytes=${from}-${to - 1}` }),
			'accept-encoding': 'identity',
		},
		maxBytes: to - from,
	});

async function checkRecording(
	http: HttpClient,
	page: URL,
	quality: Quality,
	named: string,
): Promise<Recording | undefined> {
	const rules = createRules('replay');
	const { results, expect, advise, fault } = rules;
	const url = quality.address;
	const range = rangesOf(http, page, url);
	const reply = await replyOf(range(0, FIRST_BYTES));
	if (!reply) return undefined;
	const { exchange } = reply;
	const recording = { quality, results, rates: [quality.kbps].filter(Boolean), fileRate: 0 };
	if (page.protocol === 'https:')
		(exchange ? advise : expect)('replay-https', !/^http:/i.test(named), 'the replay’s URL is https', [
			'playbackUrl begins with http:, and the page requests it by https.',
			'Name the https URL in the API.',
		]);
	if (!exchange || !succeeds(reply)) {
		fault(exchange ? 'replay-status' : 'replay-unreachable', [
			`The replay of ${new URL(url).host} is ${answerOf(reply)}; ${mediaWords()}.`,
			exchange?.status === 403
				? 'List the page’s host among the referrers that the file’s server allows, or renew what signs playbackUrl.'
				: 'Check playbackUrl in the API, the server that it names, and the permissions of the file.',
		]);
		return recording;
	}
	judgeKept(rules, 'replay-policy', 'the replay', exchange, page);
	const validTime = expiryOf(url, Date.now()) - Date.now();
	advise('replay-expires', validTime > MIN_VALID, 'the URL of the replay stays valid', [
		`The URL of the replay expires in ${inMinutes(validTime)}, and who pauses longer has to wait for another.`,
		'Sign it in the API for some hours, at least for as long as the recording lasts.',
	]);
	if (isHls(url) || isHlsAddress(exchange)) {
		const lists = await lookAtHls(http, page, exchange);
		judgeHls(rules, 'The replay', lists, url, quality.kbps);
		const rates = lists.filter(({ audioOnly }) => !audioOnly).map(({ kbps, measured }) => kbps || measured);
		return { ...recording, rates: rates.filter(Boolean) };
	}
	judgeMediaType(rules, 'replay-type', 'The replay', exchange);
	expect('replay-range', exchange.status === 206, 'the replay is sent in parts', [
		'The replay’s server does not send parts of it (range requests), so iOS does not play it, and nobody can skip.',
		'Turn on range requests at the file’s server or CDN.',
	]);
	if (exchange.status !== 206) return recording;
	const { headers, body } = exchange;
	const isOwn = new URL(exchange.url).origin === page.origin;
	const allows = isOwn || isReadable(exchange, page);
	const showsSize = isOwn || (allows && /\*|content-range/i.test(headers['access-control-expose-headers'] ?? ''));
	advise('replay-cors', allows, 'the page can load the replay by ranges itself', [
		`The page cannot read the replay of ${new URL(exchange.url).host} (no Access-Control-Allow-Origin), so browsers load it by themselves: the whole index first, one quality after failures, no choice by the link.`,
		'Send Access-Control-Allow-Origin and Access-Control-Expose-Headers: Content-Range from the file’s server, and answer OPTIONS with Access-Control-Allow-Headers: range.',
	]);
	const size = Number(/\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? 0);
	const parts = [{ at: 0, bytes: body }];
	const look = lookAtFile(async (from, to) => {
		let part = parts.find(({ at, bytes }) => at <= from && to <= at + bytes.length);
		if (!part) parts.push((part = { at: from, bytes: (await range(from, to)).body }));
		return { bytes: part.bytes.subarray(from - part.at, to - part.at), size: size || NaN };
	});
	// An answer that was cut says nothing of the file.
	const file = await look.catch(() => undefined);
	if (file) judgeFile(rules, file, size, showsSize);
	const duration = file?.index?.duration || file?.pageDuration;
	const fileRate = duration ? Math.round((size * 8) / duration) : 0;
	return { ...recording, fileRate, rates: [fileRate || quality.kbps].filter(Boolean) };
}

/** Judges a file. @param showsSize the page learns how long it is */
function judgeFile(
	{ expect, advise }: Rules,
	{ moov, mdat, index, ...file }: RecordingFacts,
	size: number,
	showsSize: boolean,
): void {
	expect('replay-mp4', !!moov, 'the replay is an MP4 file', [
		'The replay is no MP4 file that can be read.',
		'Record MP4 with H.264 and AAC; convert others: ffmpeg -i in -c:v libx264 -c:a aac -movflags +faststart out.mp4.',
	]);
	if (!moov || !index) return;
	const isFirst = !mdat || moov.from < mdat.from;
	expect('replay-index', isFirst, 'the index is at the beginning', [
		'The index of the replay (moov) is at its end, so each start costs further round trips, and browsers that load the file by themselves may begin only once they have it.',
		'Move it: ffmpeg -i in.mp4 -c copy -movflags +faststart out.mp4.',
	]);
	const odd = index.codecs.filter((codec) => !/^(avc[13]|mp4a|mp3 |\.mp3|tx3g|text|tmcd|rtp )$/i.test(codec));
	const plays = !odd.length && ![110, 122, 244].includes(index.profile);
	expect('replay-codec', plays, `the replay has ${listOf(index.codecs)}`, [
		`The replay has ${odd.length ? listOf(odd) : 'H.264 of more than 8 bits'}, which many phones do not play.`,
		'Encode it as H.264 and AAC: ffmpeg -i in.mp4 -c:v libx264 -pix_fmt yuv420p -c:a aac -movflags +faststart out.mp4.',
	]);
	const duration = index.duration || (showsSize ? file.pageDuration : 0);
	advise('replay-duration', duration > 0, `the replay lasts ${Math.round(duration / 60_000)} min`, [
		'The replay names no duration, so viewers see no end and cannot skip.',
		`${file.pageDuration ? 'Send Access-Control-Expose-Headers: Content-Range from the file’s server, by which the page finds it, or write' : 'Write'} it anew: ffmpeg -i in.mp4 -c copy -movflags +faststart out.mp4.`,
	]);
	const pageBytes = `${Math.round(file.pageBytes / 1000)} kB beside the media of the first frame`;
	if (!odd.length)
		advise('replay-pieces', !file.pageError, `the page can read the replay by ranges, with ${pageBytes}`, [
			`The page cannot load the replay by ranges (${file.pageError}), so browsers load it by themselves: the whole index first, one quality after failures, no choice by the link.`,
			'Write it anew: ffmpeg -i in.mp4 -c copy -movflags +faststart out.mp4; where that does not help, encode it again.',
		]);
	const interval = inSeconds(index.keyInterval);
	// Unknown in fragmented files.
	if (index.keyInterval)
		advise('replay-keyframes', index.keyInterval < LONG_INTERVAL, `a key frame every ${interval}`, [
			`The replay has a key frame every ${interval} in the mean: a place that is gone to is loaded from the key frame before it, and a change of quality begins at the next one.`,
			'Encode it with one every 2 s: ffmpeg -i in.mp4 -c:v libx264 -force_key_frames "expr:gte(t,n_forced*2)" -c:a copy -movflags +faststart out.mp4.',
		]);
	const indexBytes = moov.to - moov.from;
	// Bytes that a browser needs until the first frame. It asks for an index at the end beside the beginning.
	const start = mdat ? Math.min(size, (index.firstFrameEnd || mdat.from) + (isFirst ? 0 : indexBytes)) : 0;
	const time = (start * 8) / SLOW_LINK;
	const slow = `${inSeconds(time)} at ${SLOW_LINK} kbit/s`;
	advise('replay-start', time < LONG_START, `${slow} until the first frame where a browser loads the file by itself`, [
		`${Math.round(start / 1000)} kB come before the first frame where a browser loads the file by itself (iPhones before iOS 17.1, hosts without CORS), ${slow}; ${Math.round(indexBytes / 1000)} kB at the ${isFirst ? 'beginning' : 'end'} are the index.`,
		'Let the page load it by ranges (replay-cors); for other phones list a HLS (.m3u8) of it in playbackQualities, or fragment it: ffmpeg -i in.mp4 -c copy -movflags +frag_keyframe+empty_moov+default_base_moof out.mp4.',
	]);
}
