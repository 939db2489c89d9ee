import type { Emitter } from './events.ts';

/** State of a connection, with the SDK's numbers. */
export enum ConnectStatus {
	/** Lost for good. */
	DISCONNECTED = 0,
	CONNECTING = 1,
	CONNECTED = 2,
	/** Lost, and the browser is trying to get it back. */
	RECONNECTING = 3,
}

/** Payload of `connectStatusChange`. */
export interface ConnectStatusEvent {
	status: ConnectStatus;
}

/** The states that change the status; `completed` is of ICE, for engines without a state of the connection (Chrome before 72, Firefox before 113). */
const STATUS: Record<string, ConnectStatus | undefined> = {
	connected: ConnectStatus.CONNECTED,
	completed: ConnectStatus.CONNECTED,
	disconnected: ConnectStatus.RECONNECTING,
	failed: ConnectStatus.DISCONNECTED,
};

/** Emits `connectStatusChange` for each new status of a connection, the first of them `CONNECTING`. Closing the connection here is none. */
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
