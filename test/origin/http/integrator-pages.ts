import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import { contentType } from './content-types.ts';
import { fileResponse } from './file-response.ts';
import type { HttpRequest } from './request.ts';
import type { HttpResponse } from './send-response.ts';
import { handleStaticFile } from './static-files.ts';

/** Pages for integrators of the streaming client; their scripts are built from `src/rts`, and from nothing of the page. */
const FOLDER = fileURLToPath(new URL('../pages', import.meta.url));
const files = readdirSync(FOLDER);
const scripts = files.filter((name) => name.endsWith('.html')).map((name) => name.replace('.html', '.js'));

/** The response to a request for one of the pages for integrators or what they load; null for other paths. */
export async function handleIntegratorPage(request: HttpRequest): Promise<HttpResponse | null> {
	const name = (request.path ?? '').slice(1);
	if (/\.(html|css)$/.test(name) && files.includes(name)) return handleStaticFile(request, FOLDER);
	if (!scripts.includes(name)) return null;
	const { outputFiles } = await esbuild.build({
		entryPoints: [join(FOLDER, name.replace('.js', '.ts'))],
		bundle: true,
		write: false,
		format: 'esm',
		target: 'es2020',
	});
	const bytes = Buffer.from(outputFiles[0]!.contents);
	return fileResponse(request, { bytes, contentType: contentType(name), cacheControl: 'no-cache', varies: false });
}
