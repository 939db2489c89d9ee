/** Lives over HTTP: the scene as FLV and as fragmented MP4, from the latest key frame on. */
import { setTimeout as delay } from 'node:timers/promises';
import { methodNotAllowed, text } from '../http/responses.ts';
import type { HttpRequest } from '../http/request.ts';
import type { HttpResponse } from '../http/send-response.ts';
import { avcConfig, sampleOf, SOUND_CONFIG, TIMESCALE } from '../recordings/mp4.ts';
import { type RecordingName, readTracks, type Track } from '../recordings/tracks.ts';
import type { MediaServer } from '../rtc/media-server.ts';
import { FLV_AAC, FLV_HEAD, FLV_VIDEO, flvTag } from './flv.ts';
import { liveFragment, liveIndex } from './fragments.ts';

/** Milliseconds between looks for frames that are due. */
const INTERVAL = 20;
const PATH = /^\/live\/(\w+)\.(flv|live\.mp4)$/;

/** Whether a path names such a live. */
export const isHttpLive = (path: string): boolean => PATH.test(path);

/** Writes frames in a format. `index` counts those of the track. */
interface Format {
	type: string;
	head(tracks: Track[]): Buffer;
	frame(track: Track, id: number, index: number, data: Buffer): Buffer;
}

const FORMATS: Record<string, Format> = {
	flv: {
		type: 'video/x-flv',
		head: (tracks) =>
			Buffer.concat([
				FLV_HEAD,
				...tracks.map((track) =>
					track.kind === 'video'
						? flvTag(9, 0, FLV_VIDEO.avc1(true, true), avcConfig(track.units))
						: flvTag(8, 0, FLV_AAC(true), SOUND_CONFIG),
				),
			]),
		frame(track, _id, index, data) {
			const time = Math.round((index * 1000) / track.rate) % 2 ** 32;
			return track.kind === 'video'
				? flvTag(9, time, FLV_VIDEO.avc1(track.isKey(index), false), data)
				: flvTag(8, time, FLV_AAC(false), data);
		},
	},
	'live.mp4': {
		type: 'video/mp4',
		head: liveIndex,
		frame: (track, id, index, data) =>
			liveFragment(
				id,
				index,
				Math.round((index * TIMESCALE) / track.rate),
				Math.round(TIMESCALE / track.rate),
				track.isKey(index),
				data,
			),
	},
};

const NAMES: Partial<Record<string, RecordingName>> = { hd: '', sd: '_sd', ld: '_ld' };
const made = new Map<RecordingName, Promise<Track[]>>();

/** Reads whole loops of an encoding. */
function tracksOf(name: RecordingName): Promise<Track[]> {
	if (!made.has(name)) made.set(name, readTracks(name));
	return made.get(name)!;
}

/** Handles `/live/<name>.flv` and `/live/<name>.live.mp4`. */
export async function handleHttpLive(request: HttpRequest, server: MediaServer): Promise<HttpResponse> {
	if (request.method !== 'GET') return methodNotAllowed('GET');
	const [, name = '', kind = ''] = PATH.exec(request.path ?? '')!;
	const headers = { 'access-control-allow-origin': '*', 'timing-allow-origin': '*', 'cache-control': 'no-store' };
	const stream = server.httpStream(name);
	const encoding = stream && NAMES[stream.kind!.video];
	if (encoding === undefined) return text(404, 'no such stream\n', headers);
	const { type, head, frame } = FORMATS[kind]!;
	const tracks = await tracksOf(encoding);

	async function* frames({ started, state, onOpen, onClose }: NonNullable<typeof stream>): AsyncGenerator<Buffer> {
		const clock = () => performance.now() - started;
		const [video] = tracks;
		let first = Math.floor((clock() * video!.rate) / 1000);
		while (first > 0 && !video!.isKey(first)) first--;
		const next = tracks.map(({ rate }) => Math.ceil((first / video!.rate) * rate));
		let needsKey = false;
		onOpen();
		try {
			yield head(tracks);
			for (let burst = true; state().available && !request.disconnected.aborted; burst = false) {
				const parts: { at: number; bytes: Buffer }[] = [];
				const { frozen, cached, videoOff } = state();
				const isSilent = frozen && !(burst && cached);
				tracks.forEach((track, i) => {
					const isVideo = track.kind === 'video';
					for (; (next[i]! * 1000) / track.rate <= clock(); next[i]!++) {
						const index = next[i]!;
						const isOff = isSilent || (isVideo && videoOff);
						if (isVideo && (isOff || track.isKey(index))) needsKey = isOff;
						if (isOff || (isVideo && needsKey)) continue;
						const data = sampleOf(track, track.units[index % track.units.length]!);
						parts.push({ at: index / track.rate, bytes: frame(track, i + 1, index, data) });
					}
				});
				if (parts.length) yield Buffer.concat(parts.sort((a, b) => a.at - b.at).map(({ bytes }) => bytes));
				await delay(INTERVAL);
			}
		} finally {
			onClose();
		}
	}
	return {
		status: 200,
		headers: { 'content-type': type, ...headers },
		live: frames(stream!),
		takeBytes: server.takeBytes,
	};
}
