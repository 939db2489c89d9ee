/** Calls into the provider's native app. The contract is in `README.md` beside this file. */
export interface Bridge {
	/** Whether the app's object exists now; it may still be injected later. */
	available(): boolean;
	/** Resolves with `data` of the app's answer. Rejects with an `Error` when there is no app, no answer in time, or a code that is not 0. */
	call(method: string, params?: object): Promise<unknown>;
}

export interface BridgeOptions {
	/** Milliseconds a call may take. */
	timeout?: number;
	/**
	 * Whether the user agent names the provider's app. Only then are objects used that other apps have too:
	 * `WebViewJavascriptBridge`, `ReactNativeWebView`, `flutter_inappwebview`.
	 */
	insideApp?: boolean;
}

/** Milliseconds between checks for an object that the app injects after document start. */
const CHECK_INTERVAL = 100;
/** How often the object is checked for, so for three seconds. */
const MAX_CHECKS = 30;

type Settle = (answer: unknown) => void;
type Send = (method: string, params: object, id: string, settle: Settle) => unknown;

/** Makes the bridge to the object or message handler called `name`; one a page, because it owns the global `<name>Callback`. */
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
				// By name even when it is not a function: on old Android its type is "object", and a detached method throws.
				object[object[method] ? method : 'postMessage'](JSON.stringify({ id, method, params }));
		}

		const handlers = insideApp && (host.WebViewJavascriptBridge || host.flutter_inappwebview);
		if (handlers) {
			return (method, params, _id, settle) => {
				// On Android answers are held back until init, which throws the second time.
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
				// With the time in it, an answer to a call from before a reload matches no call of this page.
				const id = `${Date.now()}-${count++}`;
				const settle: Settle = (answer) => resolve(Promise.resolve(answer).then(read));
				waiting.set(id, settle);
				const reply: any = send(method, params, id, settle);
				// A handler with reply (iOS 14) and Flutter answer with a promise, the others through the callback.
				if (reply && reply.then) settle(reply);
			});
		},
	};
}

/** The data of an answer; throws when the app refused or the answer is not JSON. */
function read(answer: any): unknown {
	if (typeof answer === 'string') answer = JSON.parse(answer);
	const { code = 0, message = 'refused', data } = answer || {};
	if (+code) throw new Error(message);
	return data;
}
