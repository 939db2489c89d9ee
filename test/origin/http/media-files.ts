import { readFile } from 'node:fs/promises';
import { drawImage } from '../images/draw-image.ts';
import type { createMediaLink } from '../rtc/media-link.ts';
import { readRecording } from '../recordings/recordings.ts';

import { contentType } from './content-types.ts';
import { fileResponse } from './file-response.ts';
import type { HttpRequest } from './request.ts';
import { methodNotAllowed, text } from './responses.ts';
import type { HttpResponse } from './send-response.ts';

const videos = ['replay', 'upright'].map((name) => {
	const path = `/media/${name}.mp4`;
	const bytes = readFile(new URL(`../../fixtures/${name}.mp4`, import.meta.url));
	// A rejection is reported by the first request; without a handler here it would end the process before.
	bytes.catch(() => undefined);
	return { path, bytes };
});

/** Captions of the recordings: the seconds, in words of five. */
const CAPTIONS = Array.from({ length: 25 }, (_, index) => {
	const at = (seconds: number) =>
		`00:${`${Math.floor(seconds / 60)}`.padStart(2, '0')}:${`${seconds % 60}`.padStart(2, '0')}.000`;
	return `${index + 1}\n${at(index * 5)} --> ${at(index * 5 + 5)}\n<v 老师>这是第 ${index * 5} 秒到第 ${index * 5 + 5} 秒`;
});

/** Caching of media, as on a CDN. */
const CACHE_CONTROL = 'public, max-age=3600';

/** Handles paths under `/media/`: the replays and recordings, which take the link, and the drawn images. */
export async function handleMedia(
	request: HttpRequest,
	{ takeBytes }: Pick<ReturnType<typeof createMediaLink>, 'takeBytes'>,
): Promise<HttpResponse> {
	if (request.method !== 'GET' && request.method !== 'HEAD') return methodNotAllowed('GET, HEAD');
	const path = request.path ?? '';
	const video = videos.find((video) => video.path === path);
	const file = video ? { bytes: await video.bytes, contentType: contentType(path) } : await readRecording(path);
	if (file) return { ...fileResponse(request, { ...file, cacheControl: CACHE_CONTROL }), takeBytes };
	if (path === '/media/recording.vtt') return text(200, ['WEBVTT', ...CAPTIONS, ''].join('\n\n'));
	const name = /^\/media\/pictures\/([\w-]+)\.svg$/.exec(path)?.[1];
	const svg = name ? drawImage(name) : null;
	if (!svg) return text(404, 'not found\n');
	return fileResponse(request, {
		bytes: Buffer.from(svg),
		contentType: contentType('.svg'),
		cacheControl: CACHE_CONTROL,
	});
}
