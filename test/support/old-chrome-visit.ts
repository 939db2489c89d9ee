import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { openDevtoolsPage, type DevtoolsOptions, type DevtoolsPage } from './devtools-page.ts';
import { npmArchive } from './npm-archive.ts';
import { root } from './root.ts';
import { demo } from './demo-config.ts';
import { startOrigin, type Origin } from '../origin/index.ts';
import { builtPage } from './built-page.ts';
import { until, type EnginePage } from './engine-page.ts';
import { skipTest } from './skip-test.ts';

/** The npm packages that hold an old Chrome for Linux on x86-64, with the integrity of each. */
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

type OldChrome = keyof typeof packages;

/** Whether the packages' programs run on this machine. */
const runsOldChrome = process.platform === 'linux' && process.arch === 'x64';

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

/** User agents of phones with these versions. */
const USER_AGENTS = {
	64: 'Mozilla/5.0 (Linux; Android 8.0.0; MI 6 Build/OPR1.170623.027) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0.3282.137 Mobile Safari/537.36',
	78: 'Mozilla/5.0 (Linux; Android 9; MI 6) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/78.0.3904.108 Mobile Safari/537.36',
};

interface OldChromeVisit {
	page: DevtoolsPage;
	origin: Origin;
}

interface OldChromeOptions extends DevtoolsOptions {
	userAgent?: string;
	/** Of the page. */
	config?: object;
	/** Runs before it is opened. */
	arrange?: (visit: OldChromeVisit) => unknown;
}

/** Opens the built page in an old Chrome, and checks at the end that nothing was thrown or logged. */
export async function visitOldChrome(
	version: OldChrome,
	query: string,
	act: (visit: OldChromeVisit) => Promise<void>,
	{ config = {}, arrange, userAgent = USER_AGENTS[version], ...options }: OldChromeOptions = {},
): Promise<void> {
	const origin = await startOrigin({ dist: builtPage({ ...demo, ...config }), signKey: demo.api.signKey, quiet: true });
	try {
		// Today's kernels have no use for the sandbox of then, and its zygote does not start without it.
		const switches = ['--single-process', '--no-zygote', `--user-agent=${userAgent}`];
		const page = await openDevtoolsPage(oldChrome(version), switches, options);
		try {
			await arrange?.({ page, origin });
			await page.goto(`${origin.url}/${query}`);
			await act({ page, origin });
			assert.equal(await page.problems(), []);
			// The page logs there what it ignores.
			assert.equal(
				page.messages.filter(
					(line) =>
						/^(warning|error)/.test(line) && !/viewport-fit|Sharing is not set|Failed to load resource/.test(line),
				),
				[],
			);
		} finally {
			await page.close();
		}
	} finally {
		await origin.close();
	}
}

/** Waits until the bundle has hydrated the page: clicks before are lost. */
export const hydrated = (page: EnginePage) =>
	until(page, 'content of the bundle', () => document.body.innerText.includes('阳光实验小学'));

/** Waits until so many elements match. */
export const count = (page: EnginePage, selector: string, number: number) =>
	until(
		page,
		`${number} of ${selector}`,
		(selector: string, number: number) => document.querySelectorAll(selector).length === number,
		selector,
		number,
	);

export const playing = (page: EnginePage) =>
	until(page, 'media that plays', () => document.querySelector('video')!.currentTime > 0.5);

/** Measures layout that depends on flex, its shrinking, or the video's aspect ratio. */
const layout = (page: EnginePage) =>
	page.evaluate(() => {
		const box = (selector: string) => {
			const { left, top, width, height } = document.querySelector(selector)!.getBoundingClientRect();
			return { left, top, width, height, bottom: top + height };
		};
		return {
			stage: box('.stage'),
			video: box('#video'),
			tabs: Array.from(document.querySelectorAll('[role=tab]')).map((tab) => tab.getBoundingClientRect().width),
			list: box('[role=tablist]'),
			panel: box('[role=tabpanel]'),
			view: [innerWidth, innerHeight],
			wide: document.documentElement.scrollWidth,
		};
	});

/** Checks the layout; `known`: the live is loaded, and the video has its place. */
export async function checkLayout(page: EnginePage, known: boolean): Promise<void> {
	const { stage, video, tabs, list, panel, view, wide } = await layout(page);
	assert.equal([wide, stage.width], [view[0], view[0]]);
	assert.ok(Math.abs(stage.height - (stage.width * 9) / 16) < 1, `the stage is ${stage.height} high`);
	assert.equal(
		[video.left, video.top, video.width, video.height],
		known ? [stage.left, stage.top, stage.width, stage.height] : [0, 0, 0, 0],
	);
	assert.ok(Math.max(...tabs) - Math.min(...tabs) < 1, `the tabs are ${tabs} wide`);
	assert.ok(list.top >= stage.bottom && panel.top >= list.bottom, 'one below the other');
	assert.ok(panel.height > 300 && panel.bottom <= view[1]!, `the panel ends at ${panel.bottom} of ${view[1]}`);
}

/** Declares tests that are skipped where no old Chrome runs. */
export const inOldChrome =
	(it: Test) =>
	(version: OldChrome, what: string, act: () => Promise<void>): void =>
		it(`should ${what} in Chrome ${version}`, async () => {
			if (!runsOldChrome) return skipTest(`there is no Chrome ${version} for ${process.platform} ${process.arch}`);
			await act();
		});
