import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root } from './root.ts';

/** A version of an npm package that tests read and the repository does not install. */
interface NpmPackage {
	/** Such as `name@1.2.3`. */
	name: string;
	/** The value the registry names for it. */
	integrity: string;
}

const cache = join(root, 'node_modules/.cache/npm-archives');

/** Fetches a package into a file. Throws one sentence when it cannot be had. */
function fetchArchive(name: string, file: string): void {
	mkdirSync(cache, { recursive: true });
	const incoming = mkdtempSync(join(cache, 'incoming-'));
	try {
		execFileSync('npm', ['pack', name, '--silent', '--pack-destination', incoming], {
			cwd: incoming,
			stdio: ['ignore', 'ignore', 'pipe'],
			timeout: 150_000,
		});
		const [archive = ''] = readdirSync(incoming).filter((entry) => entry.endsWith('.tgz'));
		// Another test process may have been as quick: either one is whole.
		renameSync(join(incoming, archive), file);
	} catch (error) {
		throw new Error(
			`This test needs ${name} of the npm registry, which could not be fetched; run it with a network connection once.`,
			{ cause: error },
		);
	} finally {
		rmSync(incoming, { recursive: true, force: true });
	}
}

/** The files of a package by their paths in it; fetched and checked once. Throws one sentence when it cannot be had. */
export function npmArchive({ name, integrity }: NpmPackage): Map<string, Buffer> {
	const kept = join(cache, `${name.replace(/\W/g, '-')}.tgz`);
	if (!existsSync(kept)) fetchArchive(name, kept);
	const archive = readFileSync(kept);
	const found = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
	if (found !== integrity)
		throw new Error(`${name} is not what it was: its integrity is ${found}, expected ${integrity}`);
	return filesOf(gunzipSync(archive));
}

/** The files of a tar archive, without the name of its folder. */
function filesOf(archive: Buffer): Map<string, Buffer> {
	const files = new Map<string, Buffer>();
	const field = (at: number, length: number) => archive.toString('utf8', at, at + length).replace(/\0.*/s, '');
	for (let at = 0; at < archive.length && field(at, 100);) {
		const size = parseInt(field(at + 124, 12), 8) || 0;
		const content = archive.subarray(at + 512, at + 512 + size);
		// Long paths are in two fields.
		const path = [field(at + 345, 155), field(at, 100)].filter(Boolean).join('/');
		files.set(path.replace(/^[^/]+\//, ''), content);
		at += 512 + Math.ceil(size / 512) * 512;
	}
	return files;
}
