import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { isProgram } from './find-program.ts';
import { limit } from './until.ts';

/** Debian's package and command of a Chromium without windows, which takes a third less processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/** Commands looked up in PATH, in this order. */
const COMMANDS = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/** Places of usual installers, tried after PATH. */
const PLACES = [
	`/usr/bin/${HEADLESS_SHELL}`,
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/opt/google/chrome/chrome',
	'/snap/bin/chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
		const folder = process.env[variable];
		return folder ? [join(folder, 'Google/Chrome/Application/chrome.exe')] : [];
	}),
];

/** A context that a page takes for an Android phone with Chrome. */
export const PHONE: BrowserContextOptions = {
	viewport: { width: 390, height: 844 },
	deviceScaleFactor: 2,
	hasTouch: true,
	isMobile: true,
	locale: 'zh-CN',
	userAgent:
		'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Mobile Safari/537.36',
};

/**
 * Path of the Chromium or Chrome to test with: CHROMIUM_PATH, else an installed one. Throws when there is none.
 * @param whole not the headless shell, which lacks what the bench sets in a profile
 */
export function findBrowser(whole = false): string {
	const named = process.env.CHROMIUM_PATH;
	if (named) {
		if (existsSync(named)) return named;
		throw new Error(`CHROMIUM_PATH names ${named}, and no file is there.`);
	}
	const inPath = (process.env.PATH ?? '')
		.split(delimiter)
		.filter(Boolean)
		.flatMap((folder) => COMMANDS.map((command) => join(folder, command)));
	const found = [...inPath, ...PLACES].find((path) => isProgram(path) && !(whole && path.endsWith(HEADLESS_SHELL)));
	if (found) return found;
	throw new Error(`No Chromium or Chrome was found: ${howToInstall()}, or set CHROMIUM_PATH.`);
}

function howToInstall(): string {
	if (process.platform === 'darwin') return 'run `brew install --cask chromium`';
	if (process.platform === 'win32') return 'run `winget install Google.Chrome`';
	return 'run `sudo apt-get install chromium fonts-noto-cjk` (or the like on your system)';
}

/**
 * Answers with `findBrowser()`, and on Debian or Ubuntu as root installs the package `chromium`
 * with a Chinese font first when there is none: the headless shell where Debian has it.
 */
export async function ensureBrowser(whole = false): Promise<string> {
	try {
		return findBrowser(whole);
	} catch (error) {
		if (process.env.CHROMIUM_PATH || !isDebianRoot()) throw error;
	}
	console.log('      no Chromium was found: installing chromium and fonts-noto-cjk with apt-get');
	const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	const apt = (...words: string[]) =>
		execFileSync('apt-get', words, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
	const install = (browser: string) => apt('install', '-y', '--no-install-recommends', browser, 'fonts-noto-cjk');
	apt('update');
	try {
		install(whole ? 'chromium' : HEADLESS_SHELL);
	} catch {
		// Ubuntu and older releases have no headless shell.
		install('chromium');
	}
	return findBrowser(whole);
}

function isDebianRoot(): boolean {
	if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
	return /^(ID|ID_LIKE)=.*(debian|ubuntu)/m.test(
		existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '',
	);
}

export interface LaunchOptions {
	args?: string[];
	/** Sound without a tap; default true. With false a page has to be touched first, as on a phone. */
	autoplay?: boolean;
	/** A made-up camera and microphone, granted without asking. */
	fakeDevices?: boolean;
}

/**
 * Features of Chromium that are turned off. The browser takes only the last such switch, so it repeats those of
 * Playwright 1.65 that concern a page.
 */
const DISABLED_FEATURES = [
	'AvoidUnnecessaryBeforeUnloadCheckSync',
	'AvoidCorsURLLoaderRestartOnRedirect',
	'DestroyProfileOnBrowserClose',
	'HttpsFirstBalancedModeAutoEnable',
	'HttpsUpgrades',
	'MediaRouter',
	'OptimizationHints',
	'PaintHolding',
	'PreconnectToSearch',
	'ThirdPartyStoragePartitioning',
	// HACK(Chromium 156): the headless browser loads the popup of its address bar into a renderer of its own for each
	// context. Remove when it no longer does.
	'WebUIOmniboxAimPopup',
	'WebUIOmniboxFullPopup',
	'WebUIOmniboxPopup',
];

/** The switch that turns these features of Chromium off, and `more` of them. */
export const disableFeatures = (...more: string[]): string =>
	`--disable-features=${[...DISABLED_FEATURES, ...more].join(',')}`;

/** Switches of the browser, without its own background traffic. */
const switches = ({ args = [], autoplay = true, fakeDevices = false }: LaunchOptions): string[] => [
	...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// With the popup, a spare renderer is half of the processor time of a new context.
	disableFeatures('SpareRendererForSitePerProcess'),
	'--mute-audio',
	`--autoplay-policy=${autoplay ? 'no-user-gesture-required' : 'document-user-activation-required'}`,
	...(fakeDevices ? ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] : []),
	...args,
];

/** What `run-together.ts` makes for the browser that the files of its process share. */
export interface Kept {
	browser?: Promise<Browser>;
	close?: () => Promise<void>;
}

/**
 * Opens the installed browser: that of the process unless there are other switches. Contexts are separate, `close()`
 * ends this file's only, and what concerns the whole browser (a trace, the clipboard) is common.
 */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
	const args = switches(options);
	const { keptBrowser: kept } = globalThis as { keptBrowser?: Kept };
	if (!kept || `${args}` !== `${switches({})}`) return launch(args);
	kept.browser ??= launch(args).then((browser) => {
		kept.close = browser.close.bind(browser);
		browser.close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())));
		return browser;
	});
	return kept.browser;
}

async function launch(args: string[]): Promise<Browser> {
	// Only here, and required, as an import of a CommonJS module looks for names of exports in all of it: 0.25 s.
	const { chromium } = createRequire(import.meta.url)('playwright-core') as typeof import('playwright-core');
	const browser = await chromium.launch({ executablePath: findBrowser(), args });
	// HACK(tsx 4): functions given to evaluate() or addInitScript() call a helper that the page lacks ("__name is not defined").
	// Remove when the benchmark no longer runs through tsx.
	const newContext = browser.newContext.bind(browser);
	// By the load at a wait, not as its page was opened.
	const follow = () => browser.contexts().forEach((context) => context.setDefaultTimeout(limit()));
	setInterval(follow, 1000).unref();
	browser.newContext = async (options) => {
		const context = await newContext(options);
		context.setDefaultTimeout(limit());
		// Until the document is there: the origin is in this process, which may be busy.
		context.setDefaultNavigationTimeout(60_000);
		context.on('page', (page) => {
			const wait = page.waitForFunction.bind(page) as (...args: unknown[]) => unknown;
			// Not in each frame, as by default: the page would draw sixty a second for it.
			const seldom = (run: unknown, arg?: unknown, options?: object) =>
				wait(orNotYet(`(${run})${typeof run === 'function' ? '(arg)' : ''}`), arg, { polling: 50, ...options });
			page.waitForFunction = seldom as Page['waitForFunction'];
			const resize = page.setViewportSize.bind(page);
			// What a page fits in the events of a resize is not to be measured before them: they come with the next frame.
			page.setViewportSize = async (size) => {
				await resize(size);
				await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
			};
		});
		await context.addInitScript('globalThis.__name = (value) => value');
		await context.addInitScript(RECORD_SCRIPTS);
		return context;
	};
	return browser;
}

/** A condition in a page, which is not met yet where it throws, as before an element is there. */
const orNotYet = (source: string) => new Function('arg', `try { return ${source}; } catch {}`);

/** Runs in a page: notes the addresses of the scripts that have run, for `scriptRan`. */
export const RECORD_SCRIPTS = `self.scriptsRan = [];
document.addEventListener('load', ({ target }) => target.tagName === 'SCRIPT' && scriptsRan.push(target.src), true);`;
