import type { Emitter, Listener } from './events.ts';

/** The methods by which the SDK's objects are emitters. Those that add or remove listeners return the object. */
export interface EmitterMethods<T> {
	on(event: string, listener: Listener): T;
	once(event: string, listener: Listener): T;
	/** Removes one listener, or all listeners of an event. */
	off(event: string, listener?: Listener): T;
	/** Removes the listeners of an event, or of all events. */
	removeAllListeners(event?: string): T;
	emit(event: string, payload?: unknown): void;
}

/**
 * Gives an emitter the methods of the SDK's.
 *
 * @param self the object that has these methods
 */
export function emitterMethods<T>({ on, once, off, emit }: Emitter, self: () => T): EmitterMethods<T> {
	const chained =
		<Arguments extends unknown[]>(call: (...args: Arguments) => void) =>
		(...args: Arguments): T => {
			call(...args);
			return self();
		};
	return { on: chained(on), once: chained(once), off: chained(off), removeAllListeners: chained(off), emit };
}
