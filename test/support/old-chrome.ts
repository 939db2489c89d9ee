import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { openDevtoolsPage, type DevtoolsOptions, type DevtoolsPage } from './devtools-page.ts';
import { npmArchive } from './npm-archive.ts';
import { root } from './root.ts';

/** The npm packages that hold an old Chrome for Linux on x86-64, with the integrity the registry names for them. */
const packages = {
	/** January 2018, the nearest to the floor of Chrome 63; without H.264. */
	64: {
		name: 'chrome-aws-lambda@64.0.3264',
		integrity: 'sha512-3XpUhpg5Qlbq8V/Pk5gzfSqcq3wSlfT1N98yzDY8a+PrrROx9XUCntkg4W1ZmisqLsWhmRLZQrKtDjTRBttwig==',
	},
	/** Autumn 2019. */
	78: {
		name: 'chrome-aws-lambda@1.20.4',
		integrity: 'sha512-+zuq/BO9TpAvlXIpyGto6YytnEe0NBpZS5HVGnaMqRhL0cagDEhrzAYqaQfK4HZnafA7HW1wkFacl7CAI990LQ==',
	},
};

export type OldChrome = keyof typeof packages;

/** Whether the packages' programs run on this machine. */
export const runsOldChrome = process.platform === 'linux' && process.arch === 'x64';

const cache = join(root, 'node_modules/.cache/old-chrome');

/** Path of an old Chrome; fetched, checked and unpacked once. Throws when it cannot be had. */
function oldChrome(version: OldChrome): string {
	const { name, integrity } = packages[version];
	const program = join(cache, `chrome-${version}-${createHash('sha256').update(integrity).digest('hex').slice(0, 8)}`);
	if (existsSync(program)) return program;
	mkdirSync(cache, { recursive: true });
	const unpacked = `${program}-${process.pid}`;
	writeFileSync(unpacked, brotliDecompressSync(npmArchive({ name, integrity }).get('bin/chromium.br')!));
	chmodSync(unpacked, 0o755);
	// Another test process may have been as quick: either one is whole.
	renameSync(unpacked, program);
	return program;
}

export interface OldChromeOptions extends DevtoolsOptions {
	userAgent?: string;
}

/** Starts an old Chrome with one empty page in it, the size of a phone. */
export const openOldChrome = (
	version: OldChrome,
	{ userAgent, ...options }: OldChromeOptions = {},
): Promise<DevtoolsPage> =>
	openDevtoolsPage(
		oldChrome(version),
		[
			// Today's kernels have no use for the sandbox of then, and its zygote does not start without it.
			'--single-process',
			'--no-zygote',
			...(userAgent ? [`--user-agent=${userAgent}`] : []),
		],
		options,
	);
