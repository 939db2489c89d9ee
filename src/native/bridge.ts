/** Calls into the provider's native app. What the app has to offer is in `README.md` beside this file. */
export interface Bridge {
	/** Whether the app's object is there now; it may still appear later. */
	available(): boolean;
	/** Answers with the `data` of the app's answer. Rejects with an `Error` when there is no app, no answer in time, or a refusal. */
	call(method: string, params?: object): Promise<unknown>;
}

export interface BridgeOptions {
	/** Milliseconds a call may take. */
	timeLimit?: number;
	/**
	 * Whether the user agent says that this is the provider's app. Only then do objects count that other apps have too:
	 * `WebViewJavascriptBridge`, `ReactNativeWebView`, `flutter_inappwebview`.
	 */
	insideApp?: boolean;
}

/** Milliseconds between looks for an object that the app injects after document start, and how often to look. */
const LOOK_INTERVAL = 100;
const LOOKS = 30;

type Settle = (answer: unknown) => void;
type Send = (method: string, params: object, id: string, settle: Settle) => unknown;

/** Makes the bridge to the object or message handler called `name`; one a page, for it owns the global `<name>Callback`. */
export function createBridge(name: string, { timeLimit = 10_000, insideApp = false }: BridgeOptions = {}): Bridge {
	const host = window as any;
	const waiting = new Map<string, Settle>();
	let count = 0;
	let begun: unknown;

	host[name + 'Callback'] = (id: string, answer: unknown) => {
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
				// By name even when it is not a function: old Android says "object", and a detached method throws.
				object[object[method] ? method : 'postMessage'](JSON.stringify({ id, method, params }));
		}

		const handlers = insideApp && (host.WebViewJavascriptBridge || host.flutter_inappwebview);
		if (handlers) {
			return (method, params, _id, settle) => {
				// On Android answers wait for init, which throws the second time.
				if (handlers.init && begun != handlers) handlers.init(() => {});
				begun = handlers;
				return handlers.callHandler(method, params, settle);
			};
		}
	}

	return {
		available: () => !!find(),
		call: async (method, params = {}) => {
			let send = find();
			for (let look = 0; !send && look < LOOKS; look++) {
				await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL));
				send = find();
			}
			return new Promise((resolve, reject) => {
				if (!send) throw new Error('no native app');
				// What comes after the first of answer and time limit finds the promise settled.
				setTimeout(reject, timeLimit, new Error(method + ': no answer in time'));
				// With the time in it, an answer to the page before a reload meets no call of this one.
				const id = Date.now() + '-' + count++;
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
	if (typeof answer == 'string') answer = JSON.parse(answer);
	const { code = 0, message = 'refused', data } = answer || {};
	if (+code) throw new Error(message);
	return data;
}
