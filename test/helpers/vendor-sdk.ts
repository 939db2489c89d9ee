import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-file.ts';

const NAME = 'aliyun-rts-sdk';
const VERSION = '2.0.0';
const INTEGRITY = 'sha512-5R8oPTXW/bBmQAUBIGYFJBJrIgg7NZZdnm+468DR1HAHoJrMGn8EITiQuAkAtdOkCQ/RMc+viMJqvuAX/HZTvw==';

/**
 * Path of the vendor's streaming script (MIT), to compare with. It is fetched from the package registry on first use, checked,
 * and kept under `node_modules/.cache`; installing it as a package fails, because one of its dependencies is gone.
 * Throws when the registry cannot be reached or gives something else.
 */
export function vendorSdk(): string {
	const cache = join(root, 'node_modules/.cache');
	const folder = join(cache, `${NAME}-${VERSION}`);
	const script = join(folder, 'package/dist/aliyun-rts-sdk.js');
	if (existsSync(script)) return script;

	mkdirSync(cache, { recursive: true });
	// Unpacked aside and moved when whole, so that two runs at once do not see each other's halves.
	const fresh = mkdtempSync(join(cache, `${NAME}-`));
	try {
		execFileSync('npm', ['pack', `${NAME}@${VERSION}`, '--silent'], { cwd: fresh, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
		const archive = `${NAME}-${VERSION}.tgz`;
		const integrity = `sha512-${createHash('sha512').update(readFileSync(join(fresh, archive))).digest('base64')}`;
		if (integrity !== INTEGRITY) throw new Error(`${NAME}@${VERSION} is not the file it was: ${integrity}`);
		execFileSync('tar', ['-xzf', archive], { cwd: fresh });
		try {
			renameSync(fresh, folder);
		} catch (error) {
			if (!existsSync(script)) throw error;
		}
		return script;
	} finally {
		rmSync(fresh, { recursive: true, force: true });
	}
}
