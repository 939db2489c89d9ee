import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import type { Readable } from 'node:stream';
import koffi from 'koffi';
import { callText, type DriverPage, keyActions } from './engine-page.ts';
import { findProgram, isProgram } from './find-program.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';
import { watchedProblems } from './watched-page.ts';

/** Needs of WebKitGTK: its driver, the library's browser, a display. */
interface WebKitPrograms {
	driver: string;
	browser: string;
	/** A virtual display, where there is no real one. */
	xvfb?: string;
}

/** The installed programs, or the name of what is missing. */
export function findWebKit(): WebKitPrograms | string {
	const driver = findProgram('WebKitWebDriver');
	if (!driver) return 'WebKitWebDriver (webkit2gtk-driver)';
	const xvfb = findProgram('Xvfb');
	if (!xvfb && !process.env.DISPLAY) return 'Xvfb (xvfb)';
	const browser = miniBrowser();
	return browser ? { driver, browser, xvfb: process.env.DISPLAY ? undefined : xvfb } : 'MiniBrowser (libwebkit2gtk)';
}

/** Debian has it beside the library: /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser. */
function miniBrowser(): string | undefined {
	const list = (folder: string) => {
		try {
			return readdirSync(folder).map((name) => `${folder}/${name}`);
		} catch {
			return [];
		}
	};
	const folders = ['/usr/lib', '/usr/libexec', ...list('/usr/lib').filter((name) => /-linux-/.test(name))];
	return folders
		.flatMap(list)
		.filter((name) => /webkit(2gtk|gtk)-/.test(name))
		.map((name) => `${name}/MiniBrowser`)
		.find(isProgram);
}

/** Starts WebKitGTK with one empty page, about the size of a phone, and drives it by WebDriver. */
export async function openWebKit({ driver, browser, xvfb }: WebKitPrograms): Promise<DriverPage> {
	let display = process.env.DISPLAY;
	const screen = xvfb
		? spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
				stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
			})
		: undefined;
	if (screen) {
		const [number] = await once((screen.stdio[3] as Readable).setEncoding('utf8'), 'data');
		display = `:${String(number).trim()}`;
	}
	const port = await freePort();
	const service = spawn(driver, [`--port=${port}`], { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' });
	const command = async (method: string, path: string, body?: object) => {
		const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
			method,
			body: body && JSON.stringify(body),
		});
		const { value } = (await response.json()) as { value: any };
		if (!response.ok) throw new Error(`WebKit: ${value.error}: ${value.message}`);
		return value;
	};
	const end = () => {
		service.kill();
		screen?.kill();
	};
	try {
		const options = { binary: browser, args: ['--automation'] };
		const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
		const { sessionId } = await whenUp(() => command('POST', '', { capabilities }));
		await command('POST', `/${sessionId}/timeouts`, { script: 60_000 });
		// The window keeps some space for its own bar, and a least width.
		await command('POST', `/${sessionId}/window/rect`, { width: 390, height: 900 });
		if (screen) focusWindows(display!);

		const page: DriverPage = {
			async goto(url) {
				await command('POST', `/${sessionId}/url`, { url });
			},
			async evaluate(run, ...args) {
				const script = `const done = arguments[0]; Promise.resolve(${callText(run, args)}).then(result => done(JSON.stringify([result])), error => done(String(error)))`;
				const text = await command('POST', `/${sessionId}/execute/async`, { script, args: [] });
				if (text[0] !== '[') throw new Error(text);
				return JSON.parse(text)[0];
			},
			async press(...keys) {
				await command('POST', `/${sessionId}/actions`, { actions: keyActions(keys) });
			},
			problems: () => watchedProblems(page),
			async close() {
				await command('DELETE', `/${sessionId}`).catch(() => {});
				end();
			},
		};
		return page;
	} catch (error) {
		end();
		throw error;
	}
}

/** Repeats the first command until the driver listens. */
async function whenUp<T>(start: () => Promise<T>): Promise<T> {
	let session: T | undefined;
	const refused = (error: unknown) => {
		if (!(error instanceof TypeError)) throw error;
		return undefined;
	};
	await until(async () => (session = await start().catch(refused)), 'the driver listens');
	return session!;
}

koffi.proto('int OnError(void *display, void *event)');

/** Gives the windows of a display without window manager the focus: without it a page shows no focus ring. */
function focusWindows(display: string): void {
	const library = koffi.load('libX11.so.6');
	const sync = library.func('int XSync(void *display, int discard)');
	const focus = library.func(
		'int XSetInputFocus(void *display, unsigned long window, int revertTo, unsigned long time)',
	);
	const query = library.func(
		'int XQueryTree(void *display, unsigned long window, _Out_ unsigned long *root, _Out_ unsigned long *parent, _Out_ void **children, _Out_ unsigned int *count)',
	);
	// Windows that are not shown refuse it, which would end the process.
	library.func('void *XSetErrorHandler(OnError *handler)')(koffi.register(() => 0, 'OnError *'));
	const connection = library.func('void *XOpenDisplay(const char *name)')(display);
	const root = library.func('unsigned long XDefaultRootWindow(void *display)')(connection);
	const [children, count] = [[null], [0]] as const;
	query(connection, root, [0], [0], children, count);
	for (const window of count[0] ? koffi.decode(children[0], 'unsigned long', count[0]) : []) {
		focus(connection, window, 1, 0);
		sync(connection, 0);
	}
	library.func('int XCloseDisplay(void *display)')(connection);
}
