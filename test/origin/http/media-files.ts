import { readFile } from 'node:fs/promises';
import { drawPicture } from '../images/scenes.ts';
import { methodNotAllowed, text } from './answers.ts';
import { contentType } from './content-types.ts';
import type { Answer, Exchange } from './exchange.ts';
import { fileAnswer } from './file-answer.ts';

const replay = readFile(new URL('../../fixtures/replay.mp4', import.meta.url));
// Rejection is met again, with its reason, by the first request.
replay.catch(() => undefined);

const CACHE = 'public, max-age=3600';

/** Answers a path under `/media/`: the replay and the drawn pictures. */
export async function mediaAnswer(exchange: Exchange): Promise<Answer> {
	if (exchange.method !== 'GET' && exchange.method !== 'HEAD') return methodNotAllowed('GET, HEAD');
	const path = exchange.path ?? '';
	if (path === '/media/replay.mp4') {
		return fileAnswer(exchange, { bytes: await replay, contentType: contentType(path), cacheControl: CACHE });
	}
	const name = /^\/media\/pictures\/([\w-]+)\.svg$/.exec(path)?.[1];
	const svg = name ? drawPicture(name) : null;
	if (!svg) return text(404, 'not found\n');
	return fileAnswer(exchange, { bytes: Buffer.from(svg), contentType: contentType('.svg'), cacheControl: CACHE });
}
