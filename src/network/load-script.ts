// In the HTML: each byte is paid before the first paint.
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
	/** Called once the repeats have failed; loading then goes on, without rejection. */
	onFailed?: () => void;
	/** Attempts made by the HTML; default 0. */
	attempts?: number;
	/** Makes error pages and truncated files fail. */
	integrity?: string;
	/** Whether it has run; engines without `integrity` load error pages. */
	hasRun?: () => unknown;
}

/** Milliseconds from a failure to an early attempt when back online, as radios flap. */
const ONLINE_DELAY = 6000;

interface Request extends Pick<LoadOptions, 'onFailed'> {
	retry: number;
	resolve: () => void;
	reject: (error: Error) => void;
}

/** Starts an attempt unless one is running, by URL. */
const loading: Record<string, (request: Request) => void> = {};

/**
 * Loads a script, in one chain of attempts per URL. Repeats after {@link retryDelay}, earlier when online, at once when
 * requested again; every second time with a query, past caches of bad files. Rejects when the last attempt fails.
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
	let soonest: number;
	let timer: ReturnType<typeof setTimeout> | undefined;

	function start() {
		end();
		const script = (current = document.createElement('script'));
		const fail = () => {
			// A timed-out attempt has already been counted.
			if (script !== current) return;
			end();
			requests = requests.filter((request) => {
				if (request.retry--) return true;
				const { onFailed, reject } = request;
				(onFailed || reject)(new Error(url));
				return onFailed;
			});
			if (requests.length) {
				const delay = retryDelay(++attempt, Math.random());
				timer = setTimeout(start, delay);
				soonest = performance.now() + ONLINE_DELAY;
				if (delay > ONLINE_DELAY) addEventListener('online', onOnline);
			} else delete loading[url];
		};
		script.onload = () => {
			if (hasRun && !hasRun()) return fail();
			end();
			delete loading[url];
			for (const { resolve } of requests) resolve();
		};
		script.onerror = fail;
		script.src = attempt % 2 ? url + '?' + attempt : url;
		if (integrity) script.integrity = integrity;
		document.head.append(script);
		timer = setTimeout(fail, timeout);
	}
	function onOnline() {
		end();
		timer = setTimeout(start, soonest - performance.now());
	}
	function end() {
		current = null;
		clearTimeout(timer);
		removeEventListener('online', onOnline);
	}

	return (request) => {
		requests.push(request);
		if (!current) start();
	};
}
