/**
 * The one loader of scripts: the page's own (bundle, deferred script, rich text) and those of WeChat and QQ.
 * It travels in the HTML, so it stays small.
 */

/** Milliseconds before the first repeat; doubled for each further one. */
const FIRST_DELAY = 500;
/** Milliseconds no delay exceeds, jitter included. */
const MAX_DELAY = 8000;
/** Part of a delay by which it varies to either side, so that many clients do not return at the same instant. */
const JITTER = 0.2;

/** Milliseconds to wait after the failed attempt number `attempt`, counted from 0: 500, 1000, 2000, 4000, then 6667, each ±20 %. */
export function retryDelay({ attempt, random = Math.random }: { attempt: number; random?: () => number }): number {
	return Math.min(MAX_DELAY / (1 + JITTER), FIRST_DELAY * 2 ** attempt) * (1 - JITTER + 2 * JITTER * random());
}

/** How a script is loaded. */
export interface LoadOptions {
	/** Milliseconds an attempt may take; default 10,000. A script that arrives later still counts. */
	timeout?: number;
	/** Repeats after a failed attempt; default 0. `Infinity` never rejects. */
	retry?: number;
	/** Whether the browser fetches images and calls first. */
	lowPriority?: boolean;
}

/**
 * Loads and runs a script. A failed attempt is repeated after {@link retryDelay}, at once when the browser is online again.
 * Rejects when the last attempt fails or takes too long.
 */
export function loadScript(url: string, { timeout = 10_000, retry = 0, lowPriority }: LoadOptions = {}): Promise<void> {
	return new Promise((resolve, reject) => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		let current: HTMLScriptElement;
		let attempt = 0;
		const wait = (then: () => void, delay: number) => {
			clearTimeout(timer);
			timer = setTimeout(then, delay);
		};
		const request = () => {
			removeEventListener('online', request);
			const script = (current = document.createElement('script'));
			const fail = () => {
				// An attempt that timed out has been counted.
				if (script !== current) return;
				current = undefined!;
				clearTimeout(timer);
				if (attempt >= retry) return reject(new Error('script not loaded'));
				addEventListener('online', request);
				wait(request, retryDelay({ attempt: attempt++ }));
			};
			script.onload = () => {
				clearTimeout(timer);
				removeEventListener('online', request);
				resolve();
			};
			script.onerror = fail;
			script.src = url;
			if (lowPriority) script.setAttribute('fetchpriority', 'low');
			document.head.append(script);
			wait(fail, timeout);
		};
		request();
	});
}
