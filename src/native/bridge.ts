/** Calls into the provider's native app (contract: `README.md` beside this file). */
export interface Bridge {
	/** Whether the app's object exists; it may still be injected later. */
	available(): boolean;
	/**
	 * Resolves with `data` of the app's answer. Rejects without an app or timely answer, or with a code other than 0.
	 */
	call(method: string, params?: object): Promise<unknown>;
}

export interface BridgeOptions {
	/** Milliseconds per call. */
	timeout?: number;
	/**
	 * Whether the user agent names the provider's app. Allows objects other apps have too: `WebViewJavascriptBridge`,
	 * `ReactNativeWebView`, `flutter_inappwebview`.
	 */
	insideApp?: boolean;
}

/** Milliseconds between checks for an object injected after document start. */
const CHECK_INTERVAL = 100;
/** Checks for the object: three seconds of them. */
const MAX_CHECKS = 30;

type Settle = (answer: unknown) => void;
type Send = (method: string, params: object, id: string, settle: Settle) => unknown;

/**
 * Creates the bridge to the object or message handler `name`; one per page, as it owns the global `<name>Callback`.
 */
export function createBridge(name: string, { timeout = 10_000, insideApp = false }: BridgeOptions = {}): Bridge {
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
				// By name: on old Android a method's type is "object", and a detached one throws.
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

	return {
		available: () => !!find(),
		call: async (method, params = {}) => {
			let send = find();
			for (let check = 0; !send && check < MAX_CHECKS; check++) {
				await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL));
				send = find();
			}
			return new Promise((resolve, reject) => {
				if (!send) throw new Error('no native app');
				setTimeout(reject, timeout, new Error(`${method}: no answer in time`));
				// The time distinguishes calls from those before a reload.
				const id = `${Date.now()}-${count++}`;
				const settle: Settle = (answer) => resolve(Promise.resolve(answer).then(read));
				waiting.set(id, settle);
				const reply: any = send(method, params, id, settle);
				// Handlers with reply (iOS 14) and Flutter answer by promise, others by callback.
				if (reply && reply.then) settle(reply);
			});
		},
	};
}

/** Data of an answer; throws if the app refused or it is not JSON. */
function read(answer: any): unknown {
	if (typeof answer === 'string') answer = JSON.parse(answer);
	const { code = 0, message = 'refused', data } = answer || {};
	if (+code) throw new Error(message);
	return data;
}
