// In the HTML: each byte is paid before the first paint.
import { IS_SDK } from './is-sdk.ts';

/** Listener of an event. */
// eslint-disable-next-line -- the payload differs by event, as in the SDK
export type Listener = (payload?: any) => void;

/** Events by the SDK's names. */
export interface Emitter {
	on(event: string, listener: Listener): void;
	once(event: string, listener: Listener): void;
	/** Removes one listener, an event's, or all. */
	off(event?: string, listener?: Listener): void;
	emit(event: string, payload?: unknown): void;
	/** Not in the page's build. */
	listeners?(event: string): Listener[];
}

/** Makes an exception of the page's an uncaught error. */
export const throwLater = (error: unknown): unknown =>
	setTimeout(() => {
		throw error;
	});

/** Creates an emitter. Listeners' exceptions become uncaught errors and stop nothing. */
export function createEmitter(): Emitter {
	let entries: [event: string, listener: Listener, once?: boolean][] = [];
	const off: Emitter['off'] = (event, listener) => {
		entries =
			IS_SDK && event === undefined
				? []
				: entries.filter((entry) => entry[0] !== event || (listener && entry[1] !== listener));
	};
	const emitter = {
		off,
		on: (event: string, listener: Listener) => {
			entries.push([event, listener]);
		},
		emit: (event: string, payload: unknown) => {
			for (const entry of entries.slice()) {
				if (entry[0] !== event || !entries.includes(entry)) continue;
				if (IS_SDK && entry[2]) entries = entries.filter((each) => each !== entry);
				try {
					entry[1](payload);
				} catch (error) {
					throwLater(error);
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
