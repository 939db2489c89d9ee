import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NAME = 'aliyun-rts-sdk';
const VERSION = '2.0.0';
/** The registry's integrity value of this version. */
const INTEGRITY = 'sha512-5R8oPTXW/bBmQAUBIGYFJBJrIgg7NZZdnm+468DR1HAHoJrMGn8EITiQuAkAtdOkCQ/RMc+viMJqvuAX/HZTvw==';
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/vendor-sdk', import.meta.url));

/** The files of the vendor's SDK that tests and benchmark use. */
export interface VendorSdk {
	/** The script, which sets the global `AliRTS`. */
	script: string;
	/** The demo pages. */
	subscribePage: string;
	publishPage: string;
}

/**
 * Downloads the vendor's SDK once, verifies it and keeps it in the cache folder; it is not part of this
 * repository. Uses `npm pack`, because installing fails on a dependency that no longer exists.
 */
export async function vendorSdk(): Promise<VendorSdk> {
	const archive = join(CACHE, `${NAME}-${VERSION}.tgz`);
	const folder = join(CACHE, VERSION);
	await mkdir(CACHE, { recursive: true });
	if (!existsSync(archive)) {
		const incoming = join(CACHE, `incoming-${process.pid}`);
		await mkdir(incoming, { recursive: true });
		await run('npm', ['pack', `${NAME}@${VERSION}`, '--pack-destination', incoming], { cwd: incoming });
		await rename(join(incoming, `${NAME}-${VERSION}.tgz`), archive);
	}
	const integrity = `sha512-${createHash('sha512')
		.update(await readFile(archive))
		.digest('base64')}`;
	if (integrity !== INTEGRITY) throw new Error(`${archive} is not what the registry published: ${integrity}`);
	if (!existsSync(join(folder, 'package/dist'))) {
		await mkdir(folder, { recursive: true });
		await run('tar', ['-xzf', archive, '-C', folder]);
	}
	const read = (path: string): Promise<string> => readFile(join(folder, 'package', path), 'utf8');
	return {
		script: await read('dist/aliyun-rts-sdk.js'),
		subscribePage: await read('demo/subscribe.html'),
		publishPage: await read('demo/publish.html'),
	};
}
