import type { Emitter } from '../play/events.ts';

/** State of a connection, in the SDK's numbers. */
export enum ConnectStatus {
	/** Lost for good. */
	DISCONNECTED = 0,
	CONNECTING = 1,
	CONNECTED = 2,
	/** Lost; the browser is trying to reconnect. */
	RECONNECTING = 3,
}

/** Payload of `connectStatusChange`. */
export interface ConnectStatusEvent {
	status: ConnectStatus;
}

/** By connection state, or by ICE state (`completed`) in Chrome before 72 and Firefox before 113. */
const STATUS: Record<string, ConnectStatus | undefined> = {
	connected: ConnectStatus.CONNECTED,
	completed: ConnectStatus.CONNECTED,
	disconnected: ConnectStatus.RECONNECTING,
	failed: ConnectStatus.DISCONNECTED,
};

/** Emits `connectStatusChange` for each new status, from `CONNECTING` on; not when closed locally. */
export function watchStatus(pc: RTCPeerConnection, emit: Emitter['emit']): void {
	let last: ConnectStatus | undefined;
	const set = (status = last): void => {
		if (status === last) return;
		last = status;
		emit('connectStatusChange', { status });
	};
	const check = (): void => set(STATUS[pc.connectionState || pc.iceConnectionState]);
	for (const event of ['connectionstatechange', 'iceconnectionstatechange']) pc.addEventListener(event, check);
	set(ConnectStatus.CONNECTING);
	check();
}
