/**
 * The one loader of scripts: the page's own (bundle, deferred script, rich text, on demand) and those of WeChat and QQ.
 * It travels in the HTML, so it stays small.
 */

/** Milliseconds before the first repeat; doubled for each further one. */
const FIRST_DELAY = 500;
/** Milliseconds no delay exceeds at first, jitter included. */
const MAX_DELAY = 8000;
/** After this many attempts, nearly a minute, delays may be longer, so that a crowd does not return at once. */
const QUICK_ATTEMPTS = 12;
/** Milliseconds no delay exceeds then. */
const MAX_SLOW_DELAY = 30_000;
/** Part of a delay by which it varies to either side, so that many clients do not return at the same instant. */
const JITTER = 0.4;

/** Milliseconds to wait after the failed attempt number `attempt`, counted from 0: 500, 1000, 2000, 4000, then 5714, from the 12th on 21,429, each ±40 %. */
export function retryDelay({ attempt, random = Math.random }: { attempt: number; random?: () => number }): number {
	const longest = attempt < QUICK_ATTEMPTS ? MAX_DELAY : MAX_SLOW_DELAY;
	return Math.min(longest / (1 + JITTER), FIRST_DELAY * 2 ** attempt) * (1 - JITTER + 2 * JITTER * random());
}

/** A script of this build. */
export interface BuiltScript {
	url: string;
	/** As for the attribute of a `<script>`. */
	integrity: string;
}

/** How a script is loaded. */
export interface LoadOptions {
	/** Milliseconds an attempt may take; default 10,000. A script that arrives later still counts. */
	timeout?: number;
	/** Repeats after a failed attempt; default 0. With `Infinity` the promise never rejects. */
	retry?: number;
	/** Attempts made before, by the HTML; default 0. */
	attempts?: number;
	/** Subresource integrity: what arrives instead of the script, an error page or a truncated file, does not run and counts as failed. */
	integrity?: string;
	/** Whether the script has run: engines without subresource integrity report an error page as loaded. */
	hasRun?: () => unknown;
}

interface Request {
	retry: number;
	resolve: () => void;
	reject: (error: Error) => void;
}

/** The scripts being loaded, by URL: starts an attempt unless one is under way. */
const loading: Record<string, (request: Request) => void> = {};

/**
 * Loads and runs a script. A failed attempt is repeated after {@link retryDelay}, and at once when the browser is online
 * again or the same URL is requested meanwhile: there is one chain of attempts per URL. Every second attempt goes past
 * the caches, by a query, because a cache may hold a truncated file, or make it wait for an attempt that hangs.
 * Rejects when the last attempt fails or takes too long.
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
			// An attempt that timed out has been counted.
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
