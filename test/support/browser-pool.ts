import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type BrowserServer, chromium } from 'playwright-core';
import { findBrowser } from './browser.ts';
import { ownCpuTime, treeCpuTime } from './cpu-time.ts';

/** Browsers that the test files of one run share, one for each set of switches. */
export interface BrowserPool {
	/** Address at which `launchBrowser` of a test process gets the endpoint of a browser. */
	url: string;
	/** Ends the browsers; returns what of their processor time is not in `ownCpuTime`, in milliseconds. */
	close(): Promise<number>;
}

/** Starts the pool, empty: a browser is started when a test file first needs it, and again when it has crashed. */
export async function openBrowserPool(): Promise<BrowserPool> {
	const browsers = new Map<string, Promise<BrowserServer>>();

	function browserFor(args: string): Promise<BrowserServer> {
		const known = browsers.get(args);
		if (known) return known;
		const started = chromium.launchServer({
			executablePath: findBrowser(),
			args: JSON.parse(args),
			host: '127.0.0.1',
			handleSIGINT: false,
			handleSIGTERM: false,
		});
		browsers.set(args, started);
		const forget = () => void (browsers.get(args) === started && browsers.delete(args));
		started.then((browser) => browser.once('close', forget), forget);
		return started;
	}

	const server = createServer(async (request, response) => {
		try {
			response.end((await browserFor(await text(request))).wsEndpoint());
		} catch (error) {
			response.statusCode = 500;
			response.end(String(error));
		}
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			server.close();
			let cpuTime = 0;
			for (const started of browsers.values()) {
				const browser = await started.catch(() => undefined);
				if (!browser) continue;
				cpuTime += treeCpuTime(browser.process().pid!) + (ownCpuTime() ?? 0);
				await browser.close();
				cpuTime -= ownCpuTime() ?? 0;
			}
			return cpuTime;
		},
	};
}
