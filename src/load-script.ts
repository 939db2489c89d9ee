/** Loads scripts: the page's own and those of WeChat and QQ. It is inlined in the HTML, so it stays small. */

/** Milliseconds before the first repeat; doubles each time. */
const FIRST_DELAY = 500;
/** Longest delay in milliseconds, jitter included. */
const MAX_DELAY = 8000;
/** Attempts, nearly a minute, after which delays grow further, so that a crowd does not return at once. */
const QUICK_ATTEMPTS = 12;
/** Longest delay after those, milliseconds. */
const MAX_SLOW_DELAY = 30_000;
/** Fraction by which a delay varies either way, to spread out clients. */
const JITTER = 0.4;

/**
 * Milliseconds to wait after failed attempt `attempt` (from 0): 500, 1000, 2000, 4000, 5714; 21,429 from the 12th on,
 * each ±40 %.
 */
export function retryDelay({ attempt, random = Math.random }: { attempt: number; random?: () => number }): number {
	const longest = attempt < QUICK_ATTEMPTS ? MAX_DELAY : MAX_SLOW_DELAY;
	return Math.min(longest / (1 + JITTER), FIRST_DELAY * 2 ** attempt) * (1 - JITTER + 2 * JITTER * random());
}

/** A script of this build. */
export interface BuiltScript {
	url: string;
	/** Value of the `integrity` attribute. */
	integrity: string;
}

/** Options of {@link loadScript}. */
export interface LoadOptions {
	/** Milliseconds per attempt; default 10,000. A later arrival still counts. */
	timeout?: number;
	/** Repeats after failure; default 0. With `Infinity` the promise never rejects. */
	retry?: number;
	/** Attempts already made by the HTML; default 0. */
	attempts?: number;
	/** Subresource integrity: an error page or truncated file fails instead of running. */
	integrity?: string;
	/** Whether the script has run: engines without subresource integrity report an error page as loaded. */
	hasRun?: () => unknown;
}

interface Request {
	retry: number;
	resolve: () => void;
	reject: (error: Error) => void;
}

/** Scripts being loaded, by URL: starts an attempt unless one is running. */
const loading: Record<string, (request: Request) => void> = {};

/**
 * Loads and runs a script, with one chain of attempts per URL. Repeats after {@link retryDelay}, or at once when the
 * browser comes online or the URL is requested again. Every second attempt adds a query, to bypass caches that hold a
 * truncated file or wait for a hanging attempt. Rejects when the last attempt fails or times out.
 */
export function loadScript(url: string, options: LoadOptions = {}): Promise<void> {
	return new Promise((resolve, reject) => {
		loading[url] = loading[url] || createChain(url, options);
		loading[url]!({ retry: options.retry || 0, resolve, reject });
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
			// A timed-out attempt has already been counted.
			if (script !== current) return;
			end();
			const rejected = requests.filter(({ retry }) => retry < 1);
			requests = requests.filter((request) => request.retry-- > 0);
			if (requests.length) {
				addEventListener('online', start);
				timer = setTimeout(start, retryDelay({ attempt: attempt++ }));
			} else delete loading[url];
			for (const { reject } of rejected) reject(new Error('script not loaded'));
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
