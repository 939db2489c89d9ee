import { mock } from 'node:test';
import { setup } from '../../support/dom.ts';
import { settle } from '../../support/player.ts';
import { PlainRequest, PlainResponse } from './http-messages.ts';

/** Milliseconds the virtual clock moves at once. */
const STEP = 100;

/** Replaces a method. Returns what puts it back. */
function replace<Name extends string, Method>(object: Record<Name, Method>, name: Name, method: Method): () => void {
	const before = object[name];
	object[name] = method;
	return () => void (object[name] = before);
}

/** Replaces document, clock and `Math.random`, the same for all pages. Returns what moves the clock, and what puts back the real ones. */
export function startClock(random: () => number) {
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
		// Failures here are intended.
		replace(console, 'warn', () => {}),
		replace(globalThis, 'fetch', fetch),
		replace<'Request', unknown>(globalThis, 'Request', PlainRequest),
		replace<'Response', unknown>(globalThis, 'Response', PlainResponse),
		replace(globalThis, 'setTimeout', wrapped as typeof setTimeout),
	];
	return {
		/** Milliseconds since the start. */
		now,
		async advanceTo(time: number) {
			while (now() < time) {
				mock.timers.tick(STEP);
				await settle();
			}
		},
		end() {
			for (const undo of restore) undo();
			mock.timers.reset();
		},
	};
}
