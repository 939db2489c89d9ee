import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { callText, type EnginePage } from './engine-page.ts';
import { openJsonChannel, type JsonChannel } from './json-channel.ts';
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
export function oldChrome(version: OldChrome): string {
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

export interface OldChromeOptions {
	userAgent?: string;
	/** CSS pixels; default a phone held upright. */
	width?: number;
	height?: number;
	/** Runs before the page's own scripts. */
	before?: () => void;
}

/** A page in an old Chrome. */
export interface OldChromePage extends EnginePage {
	devtools: JsonChannel;
	/** Lines of the console, kind first. */
	messages: string[];
}

/** Starts an old Chrome with one empty page in it, the size of a phone. */
export async function openOldChrome(
	version: OldChrome,
	{ userAgent, width = 390, height = 844, before }: OldChromeOptions = {},
): Promise<OldChromePage> {
	const profile = mkdtempSync(join(tmpdir(), 'old-chrome-'));
	const browser = spawn(
		oldChrome(version),
		[
			'--headless',
			'--no-sandbox',
			'--disable-gpu',
			// Today's kernels have no use for the sandbox of then, and its zygote does not start without it.
			'--single-process',
			'--no-zygote',
			'--no-first-run',
			'--mute-audio',
			'--hide-scrollbars',
			'--autoplay-policy=no-user-gesture-required',
			'--remote-debugging-port=0',
			`--user-data-dir=${profile}`,
			...(userAgent ? [`--user-agent=${userAgent}`] : []),
			'about:blank',
		],
		{ stdio: ['ignore', 'ignore', 'pipe'] },
	);
	const ended = new Promise<void>((resolve) => browser.once('close', () => resolve()));
	const end = async () => {
		browser.kill('SIGKILL');
		await ended;
		rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
	};
	try {
		const devtools = await openJsonChannel(await pageAddress(await debuggingHost(browser)));
		const problems: string[] = [];
		const messages: string[] = [];
		const text = ({ value, description, unserializableValue }: Record<string, unknown>) =>
			String(value ?? description ?? unserializableValue);
		devtools.on('Runtime.exceptionThrown', ({ exceptionDetails: { text: what, exception } }) =>
			problems.push(`${what} ${exception ? text(exception) : ''}`),
		);
		devtools.on('Runtime.consoleAPICalled', ({ type, args }) => messages.push(`${type}: ${args.map(text).join(' ')}`));
		devtools.on('Log.entryAdded', ({ entry }) => {
			// Chrome 64 knows only `style-src`, which stands beside the newer directives.
			if (/^Unrecognized Content-Security-Policy directive 'style-src-(elem|attr)'/.test(entry.text)) return;
			if (entry.source === 'security') problems.push(entry.text);
			else messages.push(`${entry.level}: ${entry.text}`);
		});
		for (const domain of ['Page', 'Runtime', 'Log']) await devtools.send(`${domain}.enable`);
		await devtools.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 2, mobile: true });
		if (before) await devtools.send('Page.addScriptToEvaluateOnNewDocument', { source: callText(before, []) });

		return {
			devtools,
			messages,
			problems: async () => problems,
			async goto(url) {
				const loaded = new Promise<void>((resolve) => devtools.on('Page.domContentEventFired', () => resolve()));
				await devtools.send('Page.navigate', { url });
				await loaded;
			},
			async evaluate(run, ...args) {
				const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', {
					expression: callText(run, args),
					awaitPromise: true,
					returnByValue: true,
				});
				if (exceptionDetails) throw new Error(text(exceptionDetails.exception));
				return result.value;
			},
			async screenshot() {
				return Buffer.from((await devtools.send('Page.captureScreenshot')).data, 'base64');
			},
			async close() {
				devtools.close();
				await end();
			},
		};
	} catch (error) {
		await end();
		throw error;
	}
}

/** Host and port of the DevTools protocol, as the browser says on its error output. */
function debuggingHost(browser: ChildProcess): Promise<string> {
	return new Promise((resolve, reject) => {
		let said = '';
		browser.stderr!.setEncoding('utf8').on('data', (text) => {
			said += text;
			const host = /DevTools listening on ws:\/\/([^/\s]+)/.exec(said);
			if (host) resolve(host[1]!);
		});
		browser.once('error', reject);
		browser.once('exit', (code) => reject(new Error(`the old Chrome ended with code ${code}:\n${said.slice(-2000)}`)));
	});
}

/** Address of the empty page's channel; the page comes up a moment after the browser. */
async function pageAddress(host: string): Promise<string> {
	for (let look = 0; look < 100; look++) {
		const targets = (await (await fetch(`http://${host}/json/list`)).json()) as {
			type: string;
			webSocketDebuggerUrl: string;
		}[];
		const page = targets.find(({ type }) => type === 'page');
		if (page) return page.webSocketDebuggerUrl;
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	throw new Error('the old Chrome opened no page');
}
