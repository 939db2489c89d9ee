import { mock } from 'node:test';
import { setup } from '../support/dom.ts';

/** Replaces a property; returns what puts it back. */
function replace(object: object, name: string, value: unknown): () => void {
	const before = Object.getOwnPropertyDescriptor(object, name);
	Object.defineProperty(object, name, { value, configurable: true, writable: true });
	return () => (before ? Object.defineProperty(object, name, before) : Reflect.deleteProperty(object, name));
}

/** Replaces document, clock and `Math.random`, and globals by their names. */
export function startClock(random: () => number, globals: Record<string, unknown>) {
	setup();
	mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_700_000_000_000 });
	const start = Date.now();
	const { setTimeout } = globalThis;
	/** As in browsers: what is longer than 31 bits, or negative, is up at once. */
	const wrapped = (run: () => void, delay = 0, ...rest: unknown[]) =>
		setTimeout(run, delay >= 0 && delay < 2 ** 31 ? delay : 0, ...(rest as []));
	const now = () => Date.now() - start;
	// `mock.method` would keep a record of each call.
	const restore = [
		replace(performance, 'now', now),
		replace(Math, 'random', random),
		...Object.entries({ ...globals, setTimeout: wrapped }).map(([name, value]) => replace(globalThis, name, value)),
	];
	return {
		/** Milliseconds since the start. */
		now,
		tick: (step: number) => mock.timers.tick(step),
		/** Puts back the real ones. */
		end() {
			for (const undo of restore) undo();
			mock.timers.reset();
		},
	};
}
