import { IS_SDK } from './is-sdk.ts';

/** A listener of one of the client's events. */
// eslint-disable-next-line -- the payload differs by event, as in the SDK
export type Listener = (payload?: any) => void;

/** The events of a client or of a local stream, by the names the SDK uses. */
export interface Emitter {
	on(event: string, listener: Listener): void;
	once(event: string, listener: Listener): void;
	/** Removes one listener, all listeners of an event, or all listeners. */
	off(event?: string, listener?: Listener): void;
	emit(event: string, payload?: unknown): void;
	/** The listeners of an event; only in the client with the SDK's whole interface. */
	listeners?(event: string): Listener[];
}

/** Makes an emitter. A listener that throws stops neither the others nor the client: its error becomes an uncaught error. */
export function createEmitter(): Emitter {
	let entries: [event: string, listener: Listener, once?: boolean][] = [];
	const off: Emitter['off'] = (event, listener) => {
		entries =
			event === undefined ? [] : entries.filter((entry) => entry[0] !== event || (listener && entry[1] !== listener));
	};
	const emitter = {
		off,
		on: (event: string, listener: Listener) => {
			entries.push([event, listener]);
		},
		emit: (event: string, payload: unknown) => {
			for (const entry of entries.slice()) {
				if (entry[0] !== event || entries.indexOf(entry) < 0) continue;
				if (IS_SDK && entry[2]) entries.splice(entries.indexOf(entry), 1);
				try {
					entry[1](payload);
				} catch (error) {
					setTimeout(() => {
						throw error;
					});
				}
			}
		},
	} as Emitter;
	if (IS_SDK) {
		emitter.once = (event, listener) => {
			entries.push([event, listener, true]);
		};
		emitter.listeners = (event) => entries.filter((entry) => entry[0] === event).map(([, listener]) => listener);
	}
	return emitter;
}
