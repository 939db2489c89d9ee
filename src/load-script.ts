/** Loader of all scripts; inlined in the HTML. */

/** Milliseconds; doubles each time. */
const FIRST_DELAY = 500;
/** Milliseconds, jitter included. */
const MAX_DELAY = 8000;
/** Attempts (nearly a minute) after which delays grow, so that a crowd does not return at once. */
const QUICK_ATTEMPTS = 12;
/** Milliseconds. */
const MAX_SLOW_DELAY = 30_000;
/** Fraction by which a delay varies either way, to spread out clients. */
const JITTER = 0.4;

/**
 * Milliseconds after failed attempt `attempt` (from 0): 500, 1000, 2000, 4000, 5714, from the 12th on 21,429; ±40 %.
 */
export function retryDelay({ attempt, random = Math.random }: { attempt: number; random?: () => number }): number {
	const longest = attempt < QUICK_ATTEMPTS ? MAX_DELAY : MAX_SLOW_DELAY;
	return Math.min(longest / (1 + JITTER), FIRST_DELAY * 2 ** attempt) * (1 - JITTER + 2 * JITTER * random());
}

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
	/** Attempts already made by the HTML; default 0. */
	attempts?: number;
	/** Makes error pages and truncated files fail. */
	integrity?: string;
	/** Whether it has run: engines without `integrity` load error pages. */
	hasRun?: () => unknown;
}

interface Request {
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
			// A timed-out attempt has been counted.
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
