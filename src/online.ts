import { limitRate } from './limit-rate.ts';

/** Calls `act` when the network is back: at once, and rarely while it flaps. Returns a function that stops it. */
export function onOnline(act: () => void): () => void {
	let stopped = false;
	const announce = limitRate(() => stopped || act());
	addEventListener('online', announce);
	return () => {
		stopped = true;
		removeEventListener('online', announce);
	};
}

/**
 * Announces another kind of network, such as cellular after Wi-Fi, as `online`, which Chromium does not. Returns a function
 * that stops it.
 */
export function announceNetworkChange(): () => void {
	const { connection } = navigator as { connection?: Partial<EventTarget> & { type?: string } };
	if (!connection || !connection.addEventListener) return () => {};
	let { type } = connection;
	const onChange = () => {
		if (type !== connection.type) dispatchEvent(new Event('online'));
		type = connection.type;
	};
	connection.addEventListener('change', onChange);
	return () => connection.removeEventListener!('change', onChange);
}
