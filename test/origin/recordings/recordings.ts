import { contentType } from '../http/content-types.ts';
import { layOutMp4, type MadeFile, writeMp4 } from './mp4.ts';
import { SEGMENT_SECONDS, writeSegments } from './mpeg-ts.ts';
import { RECORDING_SECONDS, type RecordingName, RECORDINGS, readTracks } from './tracks.ts';

const HOUR_PATH = /^\/media\/hour(_sd|_ld)?(_last)?\.mp4$/;
const PATH = /^\/media\/recording(_sd|_ld|_sound)?(?:\.(mp4|m3u8)|-(\d+)\.ts)$/;

/** Calls a function once for each name. */
function once<T>(make: (name: RecordingName) => Promise<T>) {
	const made = new Map<RecordingName, Promise<T>>();
	return (name: RecordingName) => {
		if (!made.has(name)) made.set(name, make(name));
		return made.get(name)!;
	};
}

const mp4 = once(async (name) => writeMp4(await readTracks(name)));
const segments = once(async (name) => writeSegments(await readTracks(name)));

const lines = (...list: string[]) => Buffer.from(`${['#EXTM3U', '#EXT-X-VERSION:3', ...list].join('\n')}\n`);

/** The list of all encodings. */
const masterList = () =>
	lines(
		...Object.entries(RECORDINGS).flatMap(([name, { width, height, kbps }]) => [
			`#EXT-X-STREAM-INF:BANDWIDTH=${kbps * 1000},CODECS="${width ? 'avc1.42c01f,' : ''}mp4a.40.2"${width ? `,RESOLUTION=${width}x${height}` : ''}`,
			`recording${name || '_hd'}.m3u8`,
		]),
	);

const mediaList = (name: RecordingName) =>
	lines(
		`#EXT-X-TARGETDURATION:${SEGMENT_SECONDS}`,
		'#EXT-X-PLAYLIST-TYPE:VOD',
		...Array.from({ length: RECORDING_SECONDS / SEGMENT_SECONDS }, (_, index) => [
			`#EXTINF:${SEGMENT_SECONDS},`,
			`recording${name}-${index}.ts`,
		]).flat(),
		'#EXT-X-ENDLIST',
	);

const hours = new Map<string, Promise<MadeFile>>();

/** A lesson as cameras and recorders write it: a frame of video, then its sound, and 2.4 MB of index. */
function hour(path: string, name: RecordingName, indexLast: boolean): Promise<MadeFile> {
	if (!hours.has(path))
		hours.set(
			path,
			readTracks(name, 3600).then((tracks) => layOutMp4(tracks, { chunkSeconds: 1 / tracks[0]!.rate, indexLast })),
		);
	return hours.get(path)!;
}

/**
 * The recordings, made of the samples when first requested: `/media/recording.mp4` (1,130 kbit/s), `recording_sd.mp4`
 * (400), `recording_ld.mp4` (130), `recording_sound.mp4` (sound alone); the same as HLS with all of them,
 * `recording.m3u8`, or one, `recording_hd.m3u8`, `recording_sd.m3u8`, …. `recording_broken.mp4` breaks within a second.
 * `hour.mp4`, `hour_sd.mp4`, `hour_ld.mp4` have an hour; `hour_last.mp4`, … the same with the index last.
 * @returns null for another path
 */
export async function readRecording(path: string): Promise<{ bytes: Buffer | MadeFile; contentType: string } | null> {
	const [isHour, encoding = '', last] = HOUR_PATH.exec(path) ?? [];
	if (isHour) return { bytes: await hour(path, encoding as RecordingName, !!last), contentType: contentType(path) };
	const asked = path.replace('_hd.', '.');
	if (path === '/media/recording_broken.mp4') return { bytes: await brokenFile(), contentType: contentType(path) };
	const [, suffix = '', kind, index] = PATH.exec(asked) ?? [];
	const name = suffix as RecordingName;
	if (kind === 'mp4') return { bytes: await mp4(name), contentType: contentType(path) };
	if (kind) {
		const isMaster = path === '/media/recording.m3u8';
		return { bytes: isMaster ? masterList() : mediaList(name), contentType: contentType(path) };
	}
	const bytes = index && (await segments(name))[+index];
	return bytes ? { bytes, contentType: contentType(path) } : null;
}

/** The smallest video, with nonsense in place of its media from the first second's second half on. */
const brokenFile = async () => {
	const bytes = Buffer.from(await mp4('_ld'));
	return bytes.fill(0x5a, bytes.indexOf('mdat', 0, 'latin1') + 16_000);
};
