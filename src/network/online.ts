import { limitRate } from './failure-limit.ts';

/** Whether the browser says that it is offline. Some err: what still arrives proves them wrong. */
export const saysOffline = (): boolean => navigator.onLine === false;

/**
 * Calls `act` when the network is back, or is another one, such as cellular after Wi-Fi, which Chromium announces only
 * as a change of the connection. Returns the cleanup.
 */
export function onNetwork(act: () => void): () => void {
	const { connection } = navigator as { connection?: Partial<EventTarget> & { type?: string } };
	let type = connection && connection.type;
	const onChange = () => {
		const isOther = type !== connection!.type;
		type = connection!.type;
		if (isOther && type !== 'none') act();
	};
	addEventListener('online', act);
	if (connection && connection.addEventListener) connection.addEventListener('change', onChange);
	return () => {
		removeEventListener('online', act);
		if (connection && connection.removeEventListener) connection.removeEventListener('change', onChange);
	};
}

/** As {@link onNetwork}: at once, but rarely while the network flaps. */
export function onOnline(act: () => void): () => void {
	let stopped = false;
	const stop = onNetwork(limitRate(() => stopped || act()));
	return () => {
		stopped = true;
		stop();
	};
}
