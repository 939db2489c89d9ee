interface BridgeOptions {
	/** Milliseconds. */
	timeout?: number;
	/**
	 * The user agent names the app. Also allows objects of other apps: `WebViewJavascriptBridge`, `ReactNativeWebView`,
	 * `flutter_inappwebview`.
	 */
	insideApp?: boolean;
}

/** Milliseconds. */
const CHECK_INTERVAL = 100;
const MAX_CALL_WAIT = 3000;
const MAX_WAIT = 10_000;

type Settle = (answer: unknown) => void;
type Send = (method: string, params: object, id: string, settle: Settle) => unknown;

/**
 * Creates the bridge to the object or handler `name`, by which the provider's app is called (see README.md), once, as it owns
 * the global `<name>Callback`.
 */
export function createBridge(name: string, { timeout = 10_000, insideApp = false }: BridgeOptions = {}) {
	const host = window as any;
	const waiting = new Map<string, Settle>();
	let count = 0;
	let initialized: unknown;

	host[`${name}Callback`] = (id: string, answer: unknown) => {
		const settle = waiting.get(id);
		waiting.delete(id);
		if (settle) settle(answer);
	};

	function find(): Send | undefined {
		const handler = host.webkit && host.webkit.messageHandlers && host.webkit.messageHandlers[name];
		if (handler) return (method, params, id) => handler.postMessage({ id, method, params });

		const object = host[name] || (insideApp && host.ReactNativeWebView);
		if (object) {
			return (method, params, id) =>
				// By name: on old Android its type is "object", and detached methods throw.
				object[object[method] ? method : 'postMessage'](JSON.stringify({ id, method, params }));
		}

		const handlers = insideApp && (host.WebViewJavascriptBridge || host.flutter_inappwebview);
		if (handlers) {
			return (method, params, _id, settle) => {
				// Android holds answers back until `init`, which throws the second time.
				if (handlers.init && initialized !== handlers) handlers.init(() => {});
				initialized = handlers;
				return handlers.callHandler(method, params, settle);
			};
		}
	}

	/** Calls `use` once found, or without it after `limit` milliseconds. Returns the cleanup. */
	function whenFound(limit: number, use: (send?: Send) => void): () => void {
		let timer: ReturnType<typeof setTimeout> | undefined;
		function check() {
			const send = find();
			if (send || limit <= 0) return use(send);
			limit -= CHECK_INTERVAL;
			timer = setTimeout(check, CHECK_INTERVAL);
		}
		check();
		return () => clearTimeout(timer);
	}

	return {
		/** False if not yet injected. */
		available: () => !!find(),
		/** Calls `use` once available, within ten seconds: some apps inject it late. Returns the cleanup. */
		onAvailable: (use: () => void) => whenFound(MAX_WAIT, (send) => send && use()),
		/** Resolves with `data`. Rejects without a timely answer of code 0. */
		call: async (method: string, params: object = {}): Promise<unknown> => {
			const send = await new Promise<Send | undefined>((resolve) => whenFound(MAX_CALL_WAIT, resolve));
			return new Promise((resolve, reject) => {
				if (!send) throw new Error('no native app');
				setTimeout(reject, timeout, new Error(`${method}: no answer in time`));
				// Unique across reloads.
				const id = `${Date.now()}-${count++}`;
				const settle: Settle = (answer) => resolve(Promise.resolve(answer).then(read));
				waiting.set(id, settle);
				const reply: any = send(method, params, id, settle);
				// Handlers with reply (iOS 14) and Flutter return promises.
				if (reply && reply.then) settle(reply);
			});
		},
	};
}

/** See {@link createBridge}. */
export type Bridge = ReturnType<typeof createBridge>;

/** Throws if the app refused or the answer is not JSON. */
function read(answer: any): unknown {
	if (typeof answer === 'string') answer = JSON.parse(answer);
	const { code = 0, message = 'refused', data } = answer || {};
	if (code && +code !== 0) throw new Error(message);
	return data;
}
