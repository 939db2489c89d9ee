import { limitRate } from './limit-rate.ts';

/** Calls `act` when the network is back: at once, but rarely while it flaps. Returns the cleanup. */
export function onOnline(act: () => void): () => void {
	let stopped = false;
	const announce = limitRate(() => stopped || act());
	addEventListener('online', announce);
	return () => {
		stopped = true;
		removeEventListener('online', announce);
	};
}

/** Announces a change of network, such as Wi-Fi to cellular, as `online`; Chromium does not. Returns the cleanup. */
export function announceNetworkChange(): () => void {
	const { connection } = navigator as { connection?: Partial<EventTarget> & { type?: string } };
	if (!connection || !connection.addEventListener) return () => {};
	let { type } = connection;
	const onChange = () => {
		const isOther = type !== connection.type;
		type = connection.type;
		if (isOther && type !== 'none') dispatchEvent(new Event('online'));
	};
	connection.addEventListener('change', onChange);
	return () => connection.removeEventListener!('change', onChange);
}
