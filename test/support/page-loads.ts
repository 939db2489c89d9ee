import { mock } from 'node:test';

/** How long a load of the page's HTML takes, by its method: milliseconds from its request to its last byte. */
export interface PageLoad {
	time: number;
	/** Missing: the browser tells no size. */
	transferSize?: number;
}

/**
 * Answers loads of the page's HTML, and tells their timings later, as browsers do. `null`: the browser keeps none. Returns the
 * requests, and the observers that are left.
 */
export function fakePageLoads(url: string, loadOf: (method: string) => PageLoad | null) {
	const requests: unknown[] = [];
	const observers = new Set<FakeObserver>();
	class FakeObserver {
		constructor(readonly notify: (list: { getEntries(): unknown[] }) => void) {}
		observe = () => void observers.add(this);
		disconnect = () => void observers.delete(this);
	}
	Object.assign(globalThis, { PerformanceObserver: FakeObserver });
	mock.method(globalThis, 'fetch', async (...request: [string, RequestInit]) => {
		requests.push(request);
		const load = loadOf(request[1].method!);
		const elsewhere = { name: 'https://elsewhere.example/', requestStart: 0, responseEnd: 1, transferSize: 1 };
		const own = load && {
			name: url,
			requestStart: 1000,
			responseEnd: 1000 + load.time,
			transferSize: load.transferSize,
		};
		const entries = own ? [elsewhere, own] : [elsewhere];
		setImmediate(() => observers.forEach(({ notify }) => notify({ getEntries: () => entries })));
		return { url, text: async () => '' };
	});
	return { requests, observers };
}
