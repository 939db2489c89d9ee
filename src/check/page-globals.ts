import { AsyncLocalStorage } from 'node:async_hooks';
import { pageHeaders } from './page-requests.ts';
import { HttpError, type HttpClient, type Reply } from './http-client.ts';

/** Outcome of a call of the page. */
export interface Observed<T> extends Reply {
	value?: T;
	/** Why there was no answer. */
	failure?: HttpError;
}

type Answered = Pick<Observed<unknown>, 'exchange' | 'failure'>;

/** Status codes without a body. */
const BODILESS = [101, 204, 205, 304];

/** Makes `fetch` and `XMLHttpRequest` of a page at `url` out of a client, with `location` and, where it is secure, `crypto`. */
export function installPageGlobals(http: HttpClient, url: URL, secure: boolean) {
	/** The last answer of each call. */
	const calls = new AsyncLocalStorage<Answered>();
	const send: HttpClient['send'] = async (target, { headers, ...options } = {}) => {
		const more = { ...pageHeaders(url, target, 'empty'), ...(options.method !== 'GET' && { origin: url.origin }) };
		const answered = calls.getStore() ?? {};
		try {
			return (answered.exchange = await http.send(target, { ...options, headers: { ...more, ...headers } }));
		} catch (error) {
			if (error instanceof HttpError) answered.failure = error;
			throw error;
		}
	};

	const fetchByClient: typeof fetch = async (input, init) => {
		const request = new Request(input, init);
		try {
			const { status, headers, body } = await send(request.url, {
				method: request.method,
				headers: Object.fromEntries(request.headers),
				body: await request.text(),
			});
			const { 'content-encoding': _, ...rest } = headers;
			const hasBody = !BODILESS.includes(status);
			return new Response(hasBody ? new Uint8Array(body) : null, { status, headers: rest });
		} catch (error) {
			throw new TypeError((error as Error).message);
		}
	};

	const values = {
		location: { href: url.href },
		self: { crypto: secure ? crypto : undefined },
		fetch: fetchByClient,
		XMLHttpRequest: createXhr(send, url),
	};
	const before = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
	for (const [name, value] of Object.entries(values))
		Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
	return {
		/** Runs a call of the page; resolves with its outcome and its last answer. */
		observe<T>(call: () => Promise<T>): Promise<Observed<T>> {
			const answered: Answered = {};
			return calls.run(answered, call).then(
				(value) => ({ value, ...answered }),
				(error: unknown) => ({ error, ...answered }),
			);
		},
		restore() {
			for (const [name, descriptor] of before)
				if (descriptor) Object.defineProperty(globalThis, name, descriptor);
				else Reflect.deleteProperty(globalThis, name);
		},
	};
}

/** See {@link installPageGlobals}. */
export type PageGlobals = ReturnType<typeof installPageGlobals>;

/** The part of `XMLHttpRequest` that the streaming client uses. */
function createXhr(send: HttpClient['send'], page: URL) {
	return class {
		onload = () => {};
		onerror = () => {};
		onabort = () => {};
		ontimeout = () => {};
		timeout = 0;
		status = 0;
		statusText = '';
		responseText = '';
		responseURL = '';
		#url = '';
		#method = '';
		#requestHeaders: Record<string, string> = {};
		#headers: Record<string, string> = {};

		open(method: string, url: string): void {
			this.#method = method;
			this.#url = new URL(url, page).href;
		}
		setRequestHeader(name: string, value: string): void {
			this.#requestHeaders[name.toLowerCase()] = value;
		}
		getResponseHeader = (name: string): string | null => this.#headers[name.toLowerCase()] ?? null;
		send(body: string): void {
			send(this.#url, { method: this.#method, headers: this.#requestHeaders, body, timeout: this.timeout }).then(
				({ status, headers, body }) => {
					Object.assign(this, { status, responseText: body.toString(), responseURL: this.#url });
					this.#headers = headers;
					this.onload();
				},
				() => this.onerror(),
			);
		}
		/** Too late: it was sent. */
		abort(): void {}
	};
}
