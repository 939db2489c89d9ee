import { readFile } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { contentType } from './content-types.ts';
import { fileResponse } from './file-response.ts';
import type { HttpRequest } from './request.ts';
import { text } from './responses.ts';
import type { HttpResponse } from './send-response.ts';

/** `name.[hash].ext` as the build writes it: eight upper-case letters and digits (esbuild), or hexadecimal. */
const HASHED = /[.-](?:[0-9A-Z]{8}|[0-9a-f]{8,})\.[a-z0-9]+$/;

/** Encodings of precompressed siblings with their file suffix, in order of preference. */
const ENCODINGS = [
	['br', '.br'],
	['gzip', '.gz'],
] as const;

/** Bytes of a file; null when it does not exist or is a folder. */
async function readOptional(path: string): Promise<Buffer | null> {
	try {
		return await readFile(path);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return null;
		throw error;
	}
}

/** Serves a file of the built page as a CDN would: hashed names are cached for a year, all others are revalidated. */
export async function handleStaticFile(request: HttpRequest, dist: string): Promise<HttpResponse> {
	const path = request.path ?? '';
	const name = normalize(path === '/' ? 'index.html' : path.slice(1));
	const notFound = text(404, 'not found\n');
	if (name.startsWith('..') || name.startsWith(sep) || name.split(sep).some((part) => part.startsWith('.')))
		return notFound;
	const full = join(dist, name);
	const plain = await readOptional(full);
	if (!plain) return notFound;

	const rules = name === 'index.html' && (await readOptional(join(dist, '_headers')));
	const file = {
		contentType: contentType(name),
		link: /^ +Link: (.*)/m.exec(`${rules}`)?.[1],
		cacheControl: HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
	};
	let varies = false;
	for (const [encoding, suffix] of ENCODINGS) {
		const bytes = await readOptional(full + suffix);
		if (!bytes) continue;
		varies = true;
		if (request.headers['accept-encoding']?.includes(encoding) && !request.headers['range'])
			return fileResponse(request, { ...file, bytes, contentEncoding: encoding, varies });
	}
	return fileResponse(request, { ...file, bytes: plain, varies });
}
