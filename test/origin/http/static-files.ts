import { readFile } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { accepts, ENCODINGS } from './accept-encoding.ts';
import { text } from './answers.ts';
import { contentType } from './content-types.ts';
import type { Answer, Exchange } from './exchange.ts';
import { fileAnswer } from './file-answer.ts';

/** `name.[hash].ext` as the build writes it: eight of esbuild's letters, or hex. */
const HASHED = /[.-](?:[0-9A-Z]{8}|[0-9a-f]{8,})\.[a-z0-9]+$/;

/** Bytes of a file; null when there is none (or it is a folder). */
async function readIfThere(path: string): Promise<Buffer | null> {
	try {
		return await readFile(path);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return null;
		throw error;
	}
}

/** A file of the built page, as a CDN would serve it: hashed names for a year, the rest always asked for again. */
export async function staticAnswer(exchange: Exchange, dist: string): Promise<Answer> {
	const path = exchange.path ?? '';
	const name = normalize(path === '/' ? 'index.html' : path.slice(1));
	const notFound = text(404, 'not found\n');
	if (name.startsWith('..') || name.startsWith(sep) || name.split(sep).some((part) => part.startsWith('.')))
		return notFound;
	const full = join(dist, name);
	const plain = await readIfThere(full);
	if (!plain) return notFound;

	const file = {
		contentType: contentType(name),
		cacheControl: HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
	};
	let varies = false;
	for (const [encoding, suffix] of ENCODINGS) {
		const bytes = await readIfThere(full + suffix);
		if (!bytes) continue;
		varies = true;
		if (accepts(exchange.headers['accept-encoding'], encoding) && !exchange.headers['range']) {
			return fileAnswer(exchange, { ...file, bytes, contentEncoding: encoding, varies });
		}
	}
	return fileAnswer(exchange, { ...file, bytes: plain, varies });
}
