type OnRejection = (reason: unknown) => void;

/** Of all who use werift in this process: they share one listener. */
const users = new Set<OnRejection>();

const isFromWerift = (reason: unknown) =>
	reason instanceof Error && /[\\/]node_modules[\\/]werift[\\/]/.test(reason.stack ?? '');

function onRejection(reason: unknown): void {
	if (isFromWerift(reason)) return users.forEach((notify) => notify(reason));
	// Node ends the process on an unhandled rejection only when nobody listens. As the only listener, do the same.
	if (process.listenerCount('unhandledRejection') === 1)
		queueMicrotask(() => {
			throw reason;
		});
}

/**
 * HACK(werift 0.24.4): some of its promises are never awaited, and reject when the other side goes away in the handshake,
 * which would end the process. Remove when werift handles them.
 *
 * @param notify called with each, in place of that
 * @returns stops it
 */
export function catchWeriftRejections(notify: OnRejection = () => {}): () => void {
	if (!users.size) process.on('unhandledRejection', onRejection);
	users.add(notify);
	return () => {
		if (users.delete(notify) && !users.size) process.off('unhandledRejection', onRejection);
	};
}
