import { expiryOf } from './expiry.ts';
import { createRules, inSeconds, listOf, mergeByName, type Result, type Rules } from './finding.ts';
import { judgeHls } from './judge-hls.ts';
import { LimitError } from './http-client.ts';
import type { Box } from '../media/mp4/read-boxes.ts';
import type { ReplayFacts } from './look-at-replay.ts';
import type { RecordingFacts } from './mp4.ts';
import { isKept } from './embedding.ts';
import { SHARE_FILES } from './judge-images.ts';
import { judgeMediaType } from './media-type.ts';
import { isReadable } from './page-requests.ts';
import { mediaWords } from './page-words.ts';

/** Kilobits a second of a slow connection. */
const SLOW_LINK = 400;
/** Milliseconds of data before the first frame on it. */
const LONG_START = 5_000;
/** How far a rate may be from what is named, as for streams. */
const RATES = [0.5, 1.4] as const;
const HOUR = 3_600_000;
/** Milliseconds between key frames that viewers wait for. */
const LONG_INTERVAL = 6_000;

/** Bytes that a browser needs until the first frame, as the index follows or precedes it. */
function startBytes(moov: Box, mdat: Box | undefined, firstFrameEnd: number, size: number): number {
	if (!mdat) return 0;
	const end = firstFrameEnd || mdat.from;
	// A browser asks for the index at the end beside the beginning.
	return Math.min(size, moov.from < mdat.from ? end : end + moov.to - moov.from);
}

/** Judges a replay in all its qualities. @param page URL of the page @param now milliseconds since 1970 */
export function judgeReplay(recordings: ReplayFacts[], page: URL, now: number): Result[] {
	const seen = recordings.filter(({ error }) => !(error instanceof LimitError));
	const isOnly = recordings.length === 1;
	return [
		...mergeByName(
			seen.map((facts) => ({ name: isOnly ? '' : facts.quality.name, results: judgeRecording(facts, page, now) })),
		),
		...judgeRates(seen, isOnly),
	];
}

/** Kilobits a second of a file; 0: unknown. */
const fileRate = ({ size, file }: ReplayFacts): number =>
	file?.index?.duration ? Math.round((size * 8) / file.index.duration) : 0;

/** Kilobits a second of each encoding, as far as they are known. */
const ratesOf = (facts: ReplayFacts): number[] =>
	(
		facts.hls?.filter(({ audioOnly }) => !audioOnly).map(({ kbps, measured }) => kbps || measured) ?? [
			fileRate(facts) || facts.quality.kbps,
		]
	).filter(Boolean);

/** Judges what the qualities demand of a link. */
function judgeRates(recordings: ReplayFacts[], isOnly: boolean): Result[] {
	const { results, expect, advise } = createRules('replay');
	const rates = recordings.filter(({ quality }) => !quality.audioOnly).flatMap(ratesOf);
	if (!rates.length) return results;
	const lowest = Math.min(...rates);
	const encode =
		'ffmpeg -i in.mp4 -c:v libx264 -b:v 300k -maxrate 400k -bufsize 800k -vf scale=-2:360 -c:a aac -b:a 48k -movflags +faststart out.mp4';
	advise('replay-kbps', lowest <= SLOW_LINK, `the lowest quality of the replay needs ${lowest} kbit/s`, [
		rates.length > 1
			? `The lowest quality of the replay needs ${lowest} kbit/s; it stops on slower links.`
			: `The replay needs ${lowest} kbit/s; without a lower quality it stops on slower links.`,
		`Make a smaller file (${encode}) and list it in playbackQualities of live/detail, or by replay.qualities.`,
	]);
	if (isOnly) return results;
	const wrong = recordings.filter((facts) => {
		const { kbps } = facts.quality;
		const rate = fileRate(facts) || kbps;
		return rate < kbps * RATES[0] || rate > kbps * RATES[1];
	});
	expect('replay-named-kbps', !wrong.length, 'the qualities of the replay have the rates that are named', [
		`${listOf(wrong.map((facts) => `${facts.quality.name} has ${fileRate(facts)} kbit/s and not ${facts.quality.kbps}`))}, so the page chooses qualities of the replay wrongly.`,
		'Set kbps in playbackQualities of live/detail, or in replay.qualities, to the rate of the file.',
	]);
	return results;
}

function judgeRecording(facts: ReplayFacts, page: URL, now: number): Result[] {
	const rules = createRules('replay');
	const { results, expect, advise, fault } = rules;
	const { exchange, named } = facts;
	const url = facts.quality.address;
	if (page.protocol === 'https:')
		(exchange ? advise : expect)('replay-https', !/^http:/i.test(named), 'the replay’s URL is https', [
			'playbackUrl begins with http:, and the page requests it by https.',
			'Name the https URL in the API.',
		]);
	const host = new URL(url).host;
	if (!exchange) {
		fault('replay-unreachable', [
			`The replay cannot be fetched: ${host}: ${(facts.error as Error).message}; ${mediaWords()}.`,
			'Check playbackUrl in the API, and the server that it names.',
		]);
		return results;
	}
	const { status, headers } = exchange;
	if (status !== 200 && status !== 206) {
		fault('replay-status', [
			`The replay is answered with status ${status}; ${mediaWords()}.`,
			status === 403
				? 'List the page’s host among the referrers that the file’s server allows, or renew what signs playbackUrl.'
				: 'Check playbackUrl in the API, and the permissions of the file.',
		]);
		return results;
	}
	expect('replay-policy', !isKept(exchange, page), 'the replay may be played on the page', [
		`Browsers keep the replay of ${host} from the page (Cross-Origin-Resource-Policy: ${headers['cross-origin-resource-policy']}).`,
		SHARE_FILES,
	]);
	const type = headers['content-type'] ?? '';
	const validTime = (expiryOf(url, now) ?? Infinity) - now;
	advise('replay-expires', validTime > HOUR, 'the URL of the replay stays valid', [
		`The URL of the replay expires in ${Math.max(0, Math.round(validTime / 60_000))} min, and who pauses longer has to wait for another.`,
		'Sign it in the API for some hours, at least for as long as the recording lasts.',
	]);
	if (facts.hls) return results.concat(judgeHls('replay', 'The replay', facts.hls, url, facts.quality.kbps));
	judgeMediaType(rules, 'replay-type', 'The replay', type);
	expect('replay-range', status === 206, 'the replay is sent in parts', [
		'The replay’s server does not send parts of it (range requests), so iOS does not play it, and nobody can skip.',
		'Turn on range requests at the file’s server or CDN.',
	]);
	if (status !== 206) return results;
	const allows = isReadable(exchange, page);
	const shows = /\*|content-range/i.test(headers['access-control-expose-headers'] ?? '');
	advise(
		'replay-cors',
		new URL(exchange.url).origin === page.origin || (allows && shows),
		'the page can load the replay by ranges itself',
		[
			`The page cannot read the replay of ${new URL(exchange.url).host} (${allows ? 'Content-Range is not exposed' : 'no Access-Control-Allow-Origin'}), so browsers load it by themselves: the whole index first, one quality after failures, no choice by the link.`,
			'Send Access-Control-Allow-Origin and Access-Control-Expose-Headers: Content-Range from the file’s server, and answer OPTIONS with Access-Control-Allow-Headers: range.',
		],
	);
	judgeFile(rules, facts.file, facts.size);
	return results;
}

function judgeFile({ expect, advise }: Rules, file: RecordingFacts | undefined, size: number): void {
	// An answer that was cut says nothing of the file.
	if (!file) return;
	const { boxes, index, pageBytes, pageError } = file;
	const moov = boxes.find(({ type }) => type === 'moov');
	const mdat = boxes.find(({ type }) => type === 'mdat');
	expect('replay-mp4', !!moov, 'the replay is an MP4 file', [
		'The replay is no MP4 file that can be read.',
		'Record MP4 with H.264 and AAC; convert others: ffmpeg -i in -c:v libx264 -c:a aac -movflags +faststart out.mp4.',
	]);
	if (!moov || !index) return;
	expect('replay-index', !mdat || moov.from < mdat.from, 'the index is at the beginning', [
		'The index of the replay (moov) is at its end, so each start costs further round trips, and browsers that load the file by themselves may begin only once they have it.',
		'Move it: ffmpeg -i in.mp4 -c copy -movflags +faststart out.mp4.',
	]);
	const odd = index.codecs.filter((codec) => !/^(avc[13]|mp4a|mp3 |\.mp3|tx3g|text|tmcd|rtp )$/i.test(codec));
	const plays = !odd.length && ![110, 122, 244].includes(index.profile);
	expect('replay-codec', plays, `the replay has ${listOf(index.codecs)}`, [
		`The replay has ${odd.length ? listOf(odd) : 'H.264 of more than 8 bits'}, which many phones do not play.`,
		'Encode it as H.264 and AAC: ffmpeg -i in.mp4 -c:v libx264 -pix_fmt yuv420p -c:a aac -movflags +faststart out.mp4.',
	]);
	advise('replay-duration', index.duration > 0, `the replay lasts ${Math.round(index.duration / 60_000)} min`, [
		'The replay names no duration, so viewers see no end and cannot skip.',
		'Write it anew: ffmpeg -i in.mp4 -c copy -movflags +faststart out.mp4.',
	]);
	if (!odd.length)
		advise(
			'replay-pieces',
			!pageError,
			`the page can read the replay by ranges, with ${Math.round(pageBytes / 1000)} kB beside the media of the first frame`,
			[
				`The page cannot load the replay by ranges (${pageError}), so browsers load it by themselves: the whole index first, one quality after failures, no choice by the link.`,
				'Write it anew: ffmpeg -i in.mp4 -c copy -movflags +faststart out.mp4; where that does not help, encode it again.',
			],
		);
	// Unknown in fragmented files.
	if (index.keyInterval)
		advise('replay-keyframes', index.keyInterval < LONG_INTERVAL, `a key frame every ${inSeconds(index.keyInterval)}`, [
			`The replay has a key frame every ${inSeconds(index.keyInterval)} in the mean: a place that is gone to is loaded from the key frame before it, and a change of quality begins at the next one.`,
			'Encode it with one every 2 s: ffmpeg -i in.mp4 -c:v libx264 -force_key_frames "expr:gte(t,n_forced*2)" -c:a copy -movflags +faststart out.mp4.',
		]);
	const start = startBytes(moov, mdat, index.firstFrameEnd, size);
	const time = (start * 8) / SLOW_LINK;
	const place = mdat && mdat.from < moov.from ? 'end' : 'beginning';
	advise(
		'replay-start',
		time < LONG_START,
		`${inSeconds(time)} of data before the first frame at ${SLOW_LINK} kbit/s where a browser loads the file by itself`,
		[
			`${Math.round(start / 1000)} kB come before the first frame where a browser loads the file by itself (iPhones before iOS 17.1, hosts without CORS), ${inSeconds(time)} at ${SLOW_LINK} kbit/s; ${Math.round((moov.to - moov.from) / 1000)} kB at the ${place} are the index.`,
			'Let the page load it by ranges (replay-cors); for other phones list a HLS (.m3u8) of it in playbackQualities, or fragment it: ffmpeg -i in.mp4 -c copy -movflags +frag_keyframe+empty_moov+default_base_moof out.mp4.',
		],
	);
}
