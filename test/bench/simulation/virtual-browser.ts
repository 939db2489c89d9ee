import { mock } from 'node:test';
import { setup } from '../../support/dom.ts';

/** The page's HTML. */
const PAGE_BYTES = 13_200;

interface Timings {
	getEntries(): unknown[];
}

/** Replaces a property; returns what puts it back. */
function replace(object: object, name: string, value: unknown): () => void {
	const before = Object.getOwnPropertyDescriptor(object, name);
	Object.defineProperty(object, name, { value, configurable: true, writable: true });
	return () => (before ? Object.defineProperty(object, name, before) : Reflect.deleteProperty(object, name));
}

/** Replaces document, clock, chance, and the fetching of the page's HTML, by which the spare rate is measured. */
export function startBrowser(random: () => number, transfer: (bytes: number) => Promise<number>) {
	setup();
	mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_700_000_000_000 });
	const start = Date.now();
	const now = () => Date.now() - start;
	const observers = new Set<(list: Timings) => void>();

	async function fetchPage() {
		const requestStart = now();
		const responseEnd = await transfer(PAGE_BYTES);
		const url = location.origin + location.pathname;
		const entry = { name: url, requestStart, responseEnd, transferSize: PAGE_BYTES };
		observers.forEach((notify) => notify({ getEntries: () => [entry] }));
		return { url, text: async () => '' };
	}

	class FakeObserver {
		constructor(readonly notify: (list: Timings) => void) {}
		observe() {
			observers.add(this.notify);
		}
		disconnect() {
			observers.delete(this.notify);
		}
	}

	const restore = [
		replace(performance, 'now', now),
		replace(Math, 'random', random),
		replace(globalThis, 'fetch', fetchPage),
		replace(globalThis, 'PerformanceObserver', FakeObserver),
	];
	return {
		/** Milliseconds since the start. */
		now,
		tick: (step: number) => mock.timers.tick(step),
		/** Lets promises settle. */
		settle: () => new Promise<void>((resolve) => setImmediate(resolve)),
		end() {
			for (const undo of restore) undo();
			mock.timers.reset();
		},
	};
}
