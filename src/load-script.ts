/** Loader of all scripts; inlined in the HTML. */
import { retryDelay } from './retry-delay.ts';

/** A script of this build. */
export interface BuiltScript {
	url: string;
	integrity: string;
}

/** Options of {@link loadScript}. */
export interface LoadOptions {
	/** Milliseconds per attempt; default 10,000. Later arrivals count. */
	timeout?: number;
	/** Repeats; default 0. With `Infinity` the promise never rejects. */
	retry?: number;
	/** Called once the repeats have failed; loading then goes on, and the promise never rejects. */
	onFailed?: () => void;
	/** Attempts already made by the HTML; default 0. */
	attempts?: number;
	/** Makes error pages and truncated files fail. */
	integrity?: string;
	/** Whether it has run: engines without `integrity` load error pages. */
	hasRun?: () => unknown;
}

interface Request extends Pick<LoadOptions, 'onFailed'> {
	retry: number;
	resolve: () => void;
	reject: (error: Error) => void;
}

/** Functions that start an attempt unless one is running, by URL. */
const loading: Record<string, (request: Request) => void> = {};

/**
 * Loads a script, in one chain of attempts per URL. Repeats after {@link retryDelay}, or at once when online or
 * requested again; every second time with a query, past caches with a truncated or hanging file. Rejects when the last
 * attempt fails.
 */
export function loadScript(url: string, options: LoadOptions = {}): Promise<void> {
	return new Promise((resolve, reject) => {
		loading[url] = loading[url] || createChain(url, options);
		loading[url]!(Object.assign({ retry: 0, resolve, reject }, options));
	});
}

function createChain(
	url: string,
	{ timeout = 10_000, attempts: attempt = 0, integrity, hasRun }: LoadOptions,
): (request: Request) => void {
	let requests: Request[] = [];
	let current: HTMLScriptElement | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;

	function start() {
		end();
		const script = (current = document.createElement('script'));
		const fail = () => {
			// A timed-out attempt has been counted.
			if (script !== current) return;
			end();
			const failed = requests.filter((request) => !request.retry--);
			requests = requests.filter((request) => request.onFailed || !failed.includes(request));
			if (requests.length) {
				addEventListener('online', start);
				timer = setTimeout(start, retryDelay(++attempt, Math.random()));
			} else delete loading[url];
			for (const { onFailed, reject } of failed) (onFailed || reject)(new Error('script not loaded'));
		};
		script.onload = () => {
			if (hasRun && !hasRun()) return fail();
			end();
			delete loading[url];
			for (const { resolve } of requests) resolve();
		};
		script.onerror = fail;
		script.src = attempt % 2 ? `${url}?${attempt}` : url;
		if (integrity) script.integrity = integrity;
		document.head.append(script);
		timer = setTimeout(fail, timeout);
	}
	function end() {
		current = null;
		clearTimeout(timer);
		removeEventListener('online', start);
	}

	return (request) => {
		requests.push(request);
		if (!current) start();
	};
}
