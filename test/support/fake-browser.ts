import { mock } from 'node:test';
import { suite, type Test } from 'uvu';
import type { RtsError } from '../../src/rts/play/errors.ts';
import { FakeMediaStream, FakePeer, type PeerPlan } from './fake-browser/connection.ts';
import { FakeRequest } from './fake-browser/request.ts';
import { NativeEvent } from './native-event.ts';
import { rejection as rejectionOf } from './rejection.ts';

export * from './fake-browser/connection.ts';
export * from './fake-browser/element.ts';
export * from './fake-browser/request.ts';

/** The fake globals of a test, with a mocked clock. */
export type FakeBrowser = ReturnType<typeof openFakeBrowser>;
/** A call of `fetch`. */
type FetchCall = RequestInit & { url: string };

/** Milliseconds since the epoch when a test starts; not 0, so that a difference is not a sum. */
const START_TIME = 1_700_000_000_000;
/** Default user agent: Chrome on Android. */
const CHROME =
	'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36';

/** What the globals that a test has replaced were before. */
let replaced: [name: string, before: PropertyDescriptor | undefined][] = [];

/** Replaces globals until the end of a test in a fake browser. */
export function setGlobals(globals: Record<string, unknown>): void {
	for (const name in globals) {
		replaced.push([name, Object.getOwnPropertyDescriptor(globalThis, name)]);
		Object.defineProperty(globalThis, name, { value: globals[name], configurable: true, writable: true });
	}
}

/** Creates a suite whose tests get fake globals and a clock each, as their context. */
export function suiteInFakeBrowser(title: string): Test<FakeBrowser> {
	const it = suite<FakeBrowser>(title);
	it.before.each((context) => void openFakeBrowser(context));
	it.after.each(() => {
		for (const [name, before] of replaced.reverse())
			if (before) Object.defineProperty(globalThis, name, before);
			else delete (globalThis as Record<string, unknown>)[name];
		replaced = [];
		mock.timers.reset();
	});
	return it;
}

/** Sets the fake globals and starts the clock; the test's context becomes the browser. */
function openFakeBrowser(context: object) {
	const target = new EventTarget();
	const document = new EventTarget();
	let listeners: [event: string, listener: unknown][] = [];
	const timers = new Set<unknown>();
	mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: START_TIME });
	const browser = Object.assign(context, {
		/** Plans of the next connections, in order; the last one is used for all further ones. */
		plans: [{}] as PeerPlan[],
		peers: [] as FakePeer[],
		requests: [] as FakeRequest[],
		/** Calls of `fetch`, which are answered with 200 and an empty body unless `fetchReply` says otherwise. */
		fetches: [] as FetchCall[],
		fetchReply: (_call: FetchCall): Response | Promise<Response> => new Response(''),
		/** URLs of the images that were requested. */
		images: [] as string[],
		/** Whether they come. */
		answersImages: true,
		/** Content of `localStorage`. */
		storage: new Map<string, string>(),
		/** Settles pending promises. */
		async settle(): Promise<void> {
			for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
		},
		/** Advances the clock in steps of 50 ms and settles promises after each. */
		async pass(milliseconds: number): Promise<void> {
			await browser.settle();
			for (let passed = 0; passed < milliseconds; passed += 50) {
				mock.timers.tick(Math.min(50, milliseconds - passed));
				await browser.settle();
			}
		},
		/** Dispatches an event on window and document. */
		fire(event: string): void {
			for (const each of [target, document]) each.dispatchEvent(new Event(event));
		},
		/** Hides the page, or shows it again. */
		hide(hidden = true): void {
			Object.assign(document, { hidden });
			browser.fire('visibilitychange');
		},
		/** Answers the last request with what the server sends a viewer or publisher, and settles what follows. */
		async reply(): Promise<void> {
			await browser.settle();
			browser.last().request.answer();
			await browser.settle();
		},
		/** Answers the request of a call, and awaits the call. */
		async answer<T>(call: Promise<T>): Promise<T> {
			await browser.reply();
			return call;
		},
		/** Number of window listeners and timers that are not removed. */
		leftovers: () => listeners.length + timers.size,
		/** The most recent connection and request. */
		last: () => ({ peer: browser.peers.at(-1)!, request: browser.requests.at(-1)! }),
	});
	const { images, peers, requests, storage } = browser;
	// The timers of node:test go on when they are cleared in their own callback.
	const start = (set: typeof setInterval, repeats: boolean) => (run: (x?: any) => void, delay?: number, x?: any) => {
		const timer = set(() => {
			if (timers.has(timer) && (repeats || timers.delete(timer))) run(x);
		}, delay ?? 0);
		timers.add(timer);
		return timer;
	};
	const stop = (clear: typeof clearTimeout) => (timer: never) => {
		timers.delete(timer);
		clear(timer);
	};

	setGlobals({
		setTimeout: start(setTimeout as typeof setInterval, false),
		clearTimeout: stop(clearTimeout),
		setInterval: start(setInterval, true),
		clearInterval: stop(clearInterval),
		performance: { now: () => Date.now() },
		location: { href: 'https://live.example.com/page', origin: 'https://live.example.com' },
		navigator: { userAgent: CHROME },
		document,
		window: {},
		addEventListener: (...args: Parameters<EventTarget['addEventListener']>) => {
			listeners.push([args[0], args[1]]);
			target.addEventListener(...args);
		},
		removeEventListener: (...args: Parameters<EventTarget['removeEventListener']>) => {
			listeners = listeners.filter(([event, listener]) => event !== args[0] || listener !== args[1]);
			target.removeEventListener(...args);
		},
		localStorage: {
			getItem: (key: string) => storage.get(key) ?? null,
			setItem: (key: string, value: string) => storage.set(key, value),
		},
		Event: NativeEvent,
		MediaStream: FakeMediaStream,
		Image: class {
			onload = () => {};
			set src(address: string) {
				images.push(address);
				if (browser.answersImages) void Promise.resolve().then(() => this.onload());
			}
		},
		fetch: async (url: string, init: RequestInit) => {
			const call = Object.assign({ url }, init);
			browser.fetches.push(call);
			return browser.fetchReply(call);
		},
		XMLHttpRequest: class extends FakeRequest {
			constructor() {
				super();
				requests.push(this);
			}
		},
		RTCPeerConnection: class extends FakePeer {
			constructor(configuration?: RTCConfiguration) {
				super(browser.plans.length > 1 ? browser.plans.shift()! : browser.plans[0]!);
				this.configuration = configuration;
				peers.push(this);
			}
		},
	});
	return browser;
}

/** The error of the client that something rejects with. */
export const rejection = rejectionOf as (promise: Promise<unknown>) => Promise<RtsError>;

/** A failure on the way to a connection, and its error. */
export type NegotiationFailure = [
	what: string,
	plan: PeerPlan,
	act: ((request: FakeRequest) => void) | undefined,
	code: number,
	message: string,
	traceId?: string,
];
