import type { Emitter, Listener } from '../play/events.ts';

/** Methods of the SDK's emitters. */
export interface EmitterMethods<T> {
	on(event: string, listener: Listener): T;
	once(event: string, listener: Listener): T;
	/** Removes one listener, or an event's. */
	off(event: string, listener?: Listener): T;
	/** Removes an event's listeners, or all. */
	removeAllListeners(event?: string): T;
	/** Returns whether there were listeners. */
	emit(event: string, payload?: unknown): boolean;
	listeners(event: string): Listener[];
}

/** Adds the SDK's emitter methods. */
export function addEmitterMethods<T extends object>(
	self: T,
	{ on, once, off, emit, listeners }: Emitter,
): T & EmitterMethods<T> {
	const chained =
		(call: (event?: any, listener?: any) => void) =>
		(event?: string, listener?: Listener): T => {
			call(event, listener);
			return self;
		};
	const methods: EmitterMethods<T> = {
		on: chained(on),
		once: chained(once),
		off: chained(off),
		removeAllListeners: chained(off),
		emit: (event, payload) => {
			const found = !!listeners!(event)[0];
			emit(event, payload);
			return found;
		},
		listeners: listeners!,
	};
	return Object.assign(self, methods);
}
