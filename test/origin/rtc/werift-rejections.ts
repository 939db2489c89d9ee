/** Origins that are running in this process: they share one listener. */
let running = 0;

const isFromWerift = (reason: unknown) =>
	reason instanceof Error && /[\\/]node_modules[\\/]werift[\\/]/.test(reason.stack ?? '');

function onRejection(reason: unknown): void {
	if (isFromWerift(reason)) {
		console.warn('[origin] unhandled rejection in werift:', reason);
		return;
	}
	// Node ends the process on an unhandled rejection only when nobody listens. As the only listener, do the same.
	if (process.listenerCount('unhandledRejection') === 1) {
		queueMicrotask(() => {
			throw reason;
		});
	}
}

/**
 * HACK(werift 0.24.4): some of its promises are never awaited and reject when a peer disconnects during the handshake, which
 * would end the process. They are logged instead; other rejections keep Node's default. Remove when werift handles them.
 * @returns removes the listener
 */
export function logWeriftRejections(): () => void {
	if (running++ === 0) process.on('unhandledRejection', onRejection);
	let active = true;
	return () => {
		if (!active) return;
		active = false;
		if (--running === 0) process.off('unhandledRejection', onRejection);
	};
}
