import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callText, type EnginePage } from './engine-page.ts';
import { openJsonChannel, type JsonChannel } from './json-channel.ts';

export interface DevtoolsOptions {
	/** CSS pixels; default a phone held upright. */
	width?: number;
	height?: number;
	/** Runs before the page's own scripts. */
	before?: () => void;
}

/** A page driven by the DevTools protocol alone: nothing is attached to its workers. */
export interface DevtoolsPage extends EnginePage {
	devtools: JsonChannel;
	/** Lines of the console, kind first. */
	messages: string[];
}

/** Starts a Chrome or Chromium of any age with one empty page in it. */
export async function openDevtoolsPage(
	program: string,
	switches: string[] = [],
	{ width = 390, height = 844, before }: DevtoolsOptions = {},
): Promise<DevtoolsPage> {
	const profile = mkdtempSync(join(tmpdir(), 'chrome-'));
	const browser = spawn(
		program,
		[
			'--headless',
			'--no-sandbox',
			'--disable-gpu',
			'--no-first-run',
			'--mute-audio',
			'--hide-scrollbars',
			'--autoplay-policy=no-user-gesture-required',
			'--remote-debugging-port=0',
			`--user-data-dir=${profile}`,
			...switches,
			'about:blank',
		],
		{ stdio: ['ignore', 'ignore', 'pipe'] },
	);
	const ended = new Promise<void>((resolve) => browser.once('close', () => resolve()));
	const end = async (devtools?: JsonChannel) => {
		// The program may be a script that starts the browser.
		if (devtools) await devtools.send('Browser.close').catch(() => browser.kill('SIGKILL'));
		else browser.kill('SIGKILL');
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
			async close() {
				await end(devtools);
				devtools.close();
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
		browser.once('exit', (code) => reject(new Error(`the browser ended with code ${code}:\n${said.slice(-2000)}`)));
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
	throw new Error('the browser opened no page');
}
