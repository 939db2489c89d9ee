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

/** Starts an attempt unless one is running, by URL; what has failed last comes last. */
const loading: Record<string, (request?: Request) => unknown> = {};
/** In a row, of all scripts. */
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function retryFirst(delay: number) {
	clearTimeout(timer);
	timer = setTimeout(() => {
		for (const url in loading) if (loading[url]!()) return;
	}, delay);
}

/**
 * Loads a script, in one chain of attempts per URL. Those that have failed are tried one after another, by
 * {@link retryDelay}, earlier when online, at once when requested again; every second time with a query, past caches of
 * bad files. Rejects when the last attempt fails.
 */
export const loadScript = (url: string, options: LoadOptions = {}): Promise<void> =>
	new Promise((resolve, reject) => {
		const { timeout = 10_000, integrity, hasRun } = options;
		let { attempts = 0 } = options;
		let requests: Request[] = [];
		let current: HTMLScriptElement | null = null;

		function start(request?: Request) {
			if (request) requests.push(request);
			if (!requests[0] || current) return;
			const script = (current = document.createElement('script'));
			const fail = () => {
				// A timed-out attempt has already been counted.
				if (script !== current) return;
				attempts++;
				current = null;
				delete loading[url];
				requests = requests.filter((request) => {
					if (request.retry--) return true;
					const { onFailed, reject } = request;
					(onFailed || reject)(new Error(url));
					return onFailed;
				});
				loading[url] = start;
				const delay = retryDelay(++failures, Math.random());
				const soonest = performance.now() + ONLINE_DELAY;
				retryFirst(delay);
				window.ononline = delay > ONLINE_DELAY ? () => retryFirst(soonest - performance.now()) : null;
			};
			script.onerror = fail;
			script.onload = () => {
				if (hasRun && !hasRun()) return fail();
				current = null;
				delete loading[url];
				for (const { resolve } of requests) resolve();
				// Others come where those of this build do not: from hosts of their own, or as any build's.
				if (!hasRun) return;
				failures = 0;
				for (const url in loading) loading[url]!();
			};
			script.src = attempts % 2 ? url + '?' + attempts : url;
			if (integrity) script.integrity = integrity;
			document.head.append(script);
			setTimeout(fail, timeout);
			return script;
		}
		(loading[url] = loading[url] || start)(Object.assign({ retry: 0, resolve, reject }, options));
	});
