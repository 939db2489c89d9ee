import type { Test } from 'uvu';

interface Timer {
	at: number;
	/** Milliseconds; 0: once. */
	every: number;
	run: () => void;
}

const STEP = 10;

/** Gives a suite a main thread that may stand, as on a busy phone: its clock goes on, and what has become due runs once afterwards. */
export function withMainThread(it: Test) {
	const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
	const now = performance.now.bind(performance);
	const timers = new Map<number, Timer>();
	let [time, ids] = [0, 0];
	const add = (run: () => void, delay = 0, every = 0) => {
		timers.set(++ids, { at: time + delay, every, run });
		return ids;
	};
	const remove = (id: number) => void timers.delete(id);
	function stands(milliseconds: number) {
		time += milliseconds;
		for (const [id, timer] of [...timers].filter(([, { at }]) => at <= time)) {
			if (!timers.has(id)) continue;
			if (timer.every) timer.at = time + timer.every;
			else timers.delete(id);
			timer.run();
		}
	}
	it.before.each(() => {
		timers.clear();
		Object.assign(performance, { now: () => time });
		Object.assign(globalThis, {
			setTimeout: add,
			setInterval: (run: () => void, every: number) => add(run, every, every),
			clearTimeout: remove,
			clearInterval: remove,
		});
	});
	it.after.each(() => {
		Object.assign(performance, { now });
		Object.assign(globalThis, { setTimeout, setInterval, clearTimeout, clearInterval });
	});
	return {
		stands,
		runs(milliseconds: number) {
			for (let left = milliseconds; left > 0; left -= STEP) stands(STEP);
		},
	};
}
