/** What the check says of replays, one fault at a time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import { answer, refuse, checkScenes, header, onPath, replace, type Scene } from '../../support/check-scenes.ts';
import { startCheckWorld, type CheckWorld } from '../../support/check-world.ts';
import type { Passage } from '../../support/faulty-proxy.ts';
import { root } from '../../support/root.ts';

const onReplay = (by: (passage: Passage) => unknown) => (world: CheckWorld) =>
	void (world.changes.page = onPath('/replay.mp4', by));
const replayUrl = (url: string) => (world: CheckWorld) => void world.origin.setLive({ id: '3', playbackUrl: url });

const FILE = readFileSync(join(root, 'test/fixtures/replay.mp4'));
/** Answers parts of another file. */
const partsOf = (bytes: Buffer) => (passage: Passage) => {
	const [, from = 0, to = 0] = /(\d+)-(\d+)/.exec(passage.headers['content-range'] ?? '') ?? [];
	passage.body = bytes.subarray(Number(from), Number(to) + 1);
};
const file = (bytes: Buffer) => onReplay(partsOf(bytes));
const refuseParts = (passage: Passage) => passage.headers['content-range'] && answer(502)(passage);
const EMPTY = Buffer.alloc(FILE.length);
const whole = (passage: Passage) => [header('content-range'), answer(200)].forEach((by) => by(passage));
/** Boxes at the top. */
const parts = (...types: string[]) =>
	types.map((type) => {
		const at = FILE.indexOf(type) - 4;
		return FILE.subarray(at, at + FILE.readUInt32BE(at));
	});
const hevc = () => Buffer.from(FILE.toString('latin1').replace(/(moov[^]*?)avc1/, '$1hvc1'), 'latin1');
/** The file with another number, at an offset from the type of a box. */
function withNumber(type: string, offset: number, value: number): Buffer {
	const bytes = Buffer.from(FILE);
	bytes.writeUInt32BE(value, bytes.indexOf(type) + offset);
	return bytes;
}
/** As of fragments: no duration is named. */
const UNNAMED = withNumber('mvhd', 20, 0);
const HIDDEN = header('access-control-expose-headers', 'date');

/** A replay in three qualities, one of them changed. */
const qualities =
	(name = '', change: object = {}) =>
	({ origin }: CheckWorld) =>
		void origin.setLive({
			id: '3',
			playbackUrl: '/media/recording.mp4',
			playbackQualities: [
				{ name: 'hd', kbps: 1130, url: '/media/recording.mp4' },
				{ name: 'sd', kbps: 400, url: '/media/recording_sd.mp4' },
				{ name: 'ld', kbps: 130, url: '/media/recording_ld.mp4' },
			].map((one) => (one.name === name ? { ...one, ...change } : one)),
		});
const captions =
	(url: string) =>
	({ origin }: CheckWorld) =>
		void origin.setLive({ id: '3', ...({ captions: url } as object) });
const IN_TEN_MINUTES = Math.round(Date.now() / 1000) + 600;
/** A replay as HLS on another host, with a change of some files. */
const hls =
	(path = /^$/, by: (passage: Passage) => unknown = () => {}) =>
	(world: CheckWorld) => {
		replayUrl(`${world.other.url}/media/recording.m3u8`)(world);
		world.changes.other = (passage) => (path.test(passage.path) ? (by(passage) as void) : undefined);
	};

/** A replay on another host, with a change. */
const elsewhere =
	(...by: ((passage: Passage) => unknown)[]) =>
	(world: CheckWorld): void => {
		replayUrl(`${world.other.url}/media/replay.mp4`)(world);
		world.changes.other = (passage) => {
			header('access-control-allow-origin', '*')(passage);
			header('access-control-expose-headers', 'Content-Range')(passage);
			by.forEach((change) => change(passage));
		};
	};
/** Sends a path by way of another one. */
function redirected(world: CheckWorld, path: string) {
	const { other } = world.changes;
	const name = `${path}?moved`;
	const set = `${world.other.url}/moved/${path.split('.').pop() === 'm3u8' ? 'list.m3u8' : 'file.mp4'}`;
	world.origin.setLive({ id: '3', playbackUrl: set });
	world.changes.other = (passage) => {
		header('access-control-allow-origin', '*')(passage);
		header('access-control-expose-headers', 'Content-Range')(passage);
		if (passage.path.startsWith('/moved/')) answer(302, '', { location: name })(passage);
		else return other(passage);
	};
}
const onMovedReplay = () => (world: CheckWorld) => redirected(world, '/media/replay.mp4');
const hlsWithoutName = (world: CheckWorld) => {
	world.origin.setLive({ id: '3', playbackUrl: `${world.other.url}/media/list?moved` });
	world.changes.other = (passage) => {
		if (passage.path === '/media/list') answer(302, '', { location: '/media/recording.m3u8' })(passage);
	};
};
const KEY = '#EXT-X-KEY:METHOD=AES-128,URI="none.key"\n#EXTINF';
const MAP = '#EXT-X-MAP:URI="none.mp4"\n#EXTINF';
/** Its segments say how long they are. */
const tenth = (passage: Passage) =>
	passage.path.endsWith('.ts')
		? header('content-length', `${passage.body.length}`)(passage)
		: replace(/BANDWIDTH=(\d+)\d/g, 'BANDWIDTH=$1')(passage);

const master = (from: string | RegExp, to: string) => hls(/recording\.m3u8$/, replace(from, to));

const SOUND = 'MEDIA:TYPE=AUDIO,GROUP-ID="a"';
const EXPIRING = `.ts?Expires=${IN_TEN_MINUTES}`;

const SCENES: Scene[] = [
	['replay-https', 'a replay by http', (world) => replayUrl(`http${world.page.url.slice(5)}/media/replay.mp4`)(world)],
	['', 'a replay behind a redirect, as storage sends it', onMovedReplay()],
	['replay-cors', 'one on another host that the page may not read', elsewhere(header('access-control-allow-origin'))],
	['', 'one whose Content-Range is hidden', elsewhere(HIDDEN)],
	['', 'one that the page may read', elsewhere(() => {})],
	['hls-address', 'HLS at an address of no list', hlsWithoutName],
	['', 'HLS behind a redirect', (world) => (hls()(world), redirected(world, '/media/recording.m3u8'))],
	['hls', 'HLS without its key', hls(/_ld\.m3u8$/, replace('#EXTINF', KEY))],
	['hls', 'HLS without the beginning of its segments', hls(/_ld\.m3u8$/, replace('#EXTINF', MAP))],
	['hls', 'HLS without a segment in its middle', hls(/recording_\w+-15\.ts$/, answer(404))],
	['hls-expires', 'HLS whose segments expire in ten minutes', hls(/_ld\.m3u8$/, replace(/\.ts/g, EXPIRING))],
	['hls-kbps', 'HLS that names a tenth of its rate', hls(/recording(\.m3u8|.*\.ts)$/, tenth)],
	['replay-unreachable', 'a replay on a host that is not there', replayUrl('https://localhost:1/replay.mp4')],
	['replay-status', 'a replay that is not there', replayUrl('/media/none.mp4')],
	['replay-type', 'a replay as plain text', onReplay(header('content-type', 'text/plain'))],
	['replay-type', 'a replay of no type', onReplay(header('content-type', 'application/octet-stream'))],
	['replay-status', 'a list of referrers that lacks the page', onReplay(refuse(true))],
	['', 'one that lacks an empty referrer', onReplay(refuse(false))],
	['replay-range', 'a server without range requests', onReplay(whole)],
	['replay-mp4', 'another file', file(EMPTY)],
	['replay-index', 'an index at the end', file(Buffer.concat([...parts('ftyp', 'mdat', 'moov'), EMPTY]))],
	['replay-codec', 'HEVC', file(hevc())],
	['replay-pieces', 'an index that contradicts itself', file(withNumber('mdhd', 16, 0))],
	['replay-keyframes', 'one key frame in all', file(withNumber('stss', 8, 1))],
	['', 'no duration, which the page finds', file(UNNAMED)],
	['replay-duration', 'no duration where Content-Range is hidden', elsewhere(partsOf(UNNAMED), HIDDEN)],
	['replay-start', 'half a minute of data before the first frame', file(withNumber('stco', 12, 400_000))],
	['', 'a replay in three qualities', qualities()],
	['replay-status', 'one of which is not there', qualities('sd', { url: '/media/none.mp4' })],
	['replay-named-kbps', 'one of which has another rate', qualities('sd', { kbps: 150 })],
	['', 'a replay as HLS', hls()],
	['', 'HLS on a server that sends nothing beyond the end of a file', hls(/\.m3u8$/, refuseParts)],
	['hls', 'HLS without a segment', hls(/-\d+\.ts$/, answer(404))],
	['hls', 'HLS without a list', hls(/_sd\.m3u8$/, answer(404))],
	['hls', 'a file that is no HLS', hls(/recording\.m3u8$/, answer(200, '<html>'))],
	['hls-open', 'HLS without an end', hls(/\.m3u8$/, replace('#EXT-X-ENDLIST', ''))],
	['hls-cors', 'HLS that only its own host may read', hls(/./, header('access-control-allow-origin'))],
	['hls-sound', 'HLS with sound of its own', master('VERSION:3', `${SOUND},URI="recording_sound.m3u8"`)],
	['', 'HLS with other names of its only sound', master('VERSION:3', SOUND)],
	['hls-codec', 'HLS in HEVC alone', master(/avc1\.42c01f/g, 'hvc1.1.6.L93.B0')],
	['', 'HLS in HEVC and H.264', master('avc1.42c01f', 'hvc1.1.6.L93.B0')],
	['replay-kbps', 'HLS whose lowest picture is too much', master(/BANDWIDTH=\d{6}/g, 'BANDWIDTH=900000')],
	[
		'',
		'HLS whose lowest picture is the last of many',
		master('#EXT-X-STREAM', `${'#EXT-X-STREAM-INF:BANDWIDTH=9000000\nrecording_hd.m3u8\n'.repeat(5)}#EXT-X-STREAM`),
	],
	['replay-expires', 'a URL that expires in ten minutes', replayUrl(`/media/replay.mp4?Expires=${IN_TEN_MINUTES}`)],
	['', 'one that expires tomorrow', replayUrl(`/media/replay.mp4?Expires=${IN_TEN_MINUTES + 86_400}`)],
	['captions', 'captions that are not there', captions('/none.vtt')],
	['captions', 'HTML in place of captions', captions('/')],
	['', 'captions', captions('/media/recording.vtt')],
	['replay-kbps', 'too much for mobile data', file(withNumber('mvhd', 20, 1))],
];
const it = suite('check: replay');
checkScenes(it, ['replay'], SCENES, startCheckWorld, ({ page }) => ({ url: `${page.url}/?id=3` }));
it.run();
