import { createRules, inSeconds, listOf, type Result } from './finding.ts';
import { LimitError } from './http-client.ts';
import type { ReplayFacts } from './look-at-replay.ts';
import { isKept } from './embedding.ts';
import { SHARE_FILES } from './judge-images.ts';
import { isMediaType, wrongType } from './media-type.ts';
import { mediaWords } from './page-words.ts';

/** Kilobits a second of a slow connection. */
const SLOW_LINK = 400;
/** Milliseconds of data before the first frame on it. */
const LONG_START = 5_000;
/** More is no video for mobile data. */
const HIGH_RATE = 2_500;

/** Bytes that a browser needs until the first frame, as the index follows or precedes it. */
function startBytes({ boxes, index, size }: ReplayFacts): number {
	const moov = boxes.find(({ type }) => type === 'moov');
	const mdat = boxes.find(({ type }) => type === 'mdat');
	if (!moov || !mdat) return 0;
	const end = index?.firstFrameEnd || mdat.body;
	// A browser asks for the index at the end beside the beginning.
	return moov.start < mdat.start ? Math.min(end, size) : Math.min(end + moov.end - moov.start, size);
}

/** Judges a replay. @param page URL of the page */
export function judgeReplay(facts: ReplayFacts, page: URL): Result[] {
	const { results, expect, fault } = createRules('replay');
	const { exchange, named, url } = facts;
	if (facts.error instanceof LimitError) return results;
	if (page.protocol === 'https:')
		expect(
			'replay-https',
			!/^http:/i.test(named),
			'the replay’s URL is https',
			['playbackUrl begins with http:, and the page requests it by https.', 'Name the https URL in the API.'],
			exchange ? 'note' : 'fault',
		);
	const host = new URL(url).host;
	if (!exchange) {
		fault(
			'replay-unreachable',
			`The replay cannot be fetched: ${host}: ${(facts.error as Error).message}; ${mediaWords()}.`,
			'Check playbackUrl in the API, and the server that it names.',
		);
		return results;
	}
	const { status, headers } = exchange;
	if (status !== 200 && status !== 206) {
		fault(
			'replay-status',
			`The replay is answered with status ${status}; ${mediaWords()}.`,
			status === 403
				? 'List the page’s host among the referrers that the file’s server allows, or renew what signs playbackUrl.'
				: 'Check playbackUrl in the API, and the permissions of the file.',
		);
		return results;
	}
	expect('replay-policy', !isKept(exchange, page), 'the replay may be played on the page', [
		`Browsers keep the replay of ${host} from the page (Cross-Origin-Resource-Policy: ${headers['cross-origin-resource-policy']}).`,
		SHARE_FILES,
	]);
	const type = headers['content-type'] ?? '';
	const isPlaylist = /mpegurl/i.test(type);
	expect('replay-type', isMediaType(type), `the replay has the type ${type}`, ...wrongType('The replay', type));
	if (isPlaylist) return results;
	expect('replay-range', status === 206, 'the replay is sent in parts', [
		'The replay’s server does not send parts of it (range requests), so iOS does not play it, and nobody can skip.',
		'Turn on range requests at the file’s server or CDN.',
	]);
	if (status !== 206) return results;
	return results.concat(judgeFile(facts));
}

function judgeFile(facts: ReplayFacts): Result[] {
	const { results, expect } = createRules('replay');
	const { boxes, index, size } = facts;
	const moov = boxes.find(({ type }) => type === 'moov');
	const mdat = boxes.find(({ type }) => type === 'mdat');
	expect('replay-mp4', !!moov, 'the replay is an MP4 file', [
		'The replay is no MP4 file that can be read.',
		'Record MP4 with H.264 and AAC; convert others: ffmpeg -i in -c:v libx264 -c:a aac -movflags +faststart out.mp4.',
	]);
	if (!moov || !index) return results;
	expect('replay-index', !mdat || moov.start < mdat.start, 'the index is at the beginning', [
		'The index of the replay (moov) is at its end, so each start costs further round trips.',
		'Move it: ffmpeg -i in.mp4 -c copy -movflags +faststart out.mp4.',
	]);
	const odd = index.codecs.filter((codec) => !/^(avc[13]|mp4a|mp3 |\.mp3|tx3g|text|tmcd|rtp )$/i.test(codec));
	expect(
		'replay-codec',
		!odd.length && ![110, 122, 244].includes(index.profile),
		`the replay has ${listOf(index.codecs)}`,
		[
			`The replay has ${odd.length ? listOf(odd) : 'H.264 of more than 8 bits'}, which many phones do not play.`,
			'Encode it as H.264 and AAC: ffmpeg -i in.mp4 -c:v libx264 -pix_fmt yuv420p -c:a aac -movflags +faststart out.mp4.',
		],
	);
	expect(
		'replay-duration',
		index.duration > 0,
		`the replay lasts ${Math.round(index.duration / 60_000)} min`,
		[
			'The replay names no duration, so viewers see no end and cannot skip.',
			'Write it anew: ffmpeg -i in.mp4 -c copy -movflags +faststart out.mp4.',
		],
		'note',
	);
	const start = startBytes(facts);
	const time = (start * 8) / SLOW_LINK;
	expect(
		'replay-start',
		time < LONG_START,
		`${inSeconds(time)} of data before the first frame at ${SLOW_LINK} kbit/s`,
		[
			`${Math.round(start / 1000)} kB come before the first frame, ${inSeconds(time)} at ${SLOW_LINK} kbit/s.`,
			'Split long recordings, lower the frame rate, or leave out tracks that nobody needs, so that the index shrinks.',
		],
		'note',
	);
	const kbps = index.duration ? Math.round((size * 8) / index.duration) : 0;
	expect(
		'replay-rate',
		kbps < HIGH_RATE,
		`the replay has ${kbps} kbit/s`,
		[
			`The replay has ${kbps} kbit/s, more than mobile connections carry.`,
			'Encode it with less: ffmpeg -i in.mp4 -c:v libx264 -b:v 800k -c:a aac -b:a 64k -movflags +faststart out.mp4.',
		],
		'note',
	);
	return results;
}
