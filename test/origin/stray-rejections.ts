let users = 0;

/** werift starts tasks nobody waits for; when a peer vanishes at the wrong moment some of them reject. */
const isStray = (reason: unknown) =>
	reason instanceof Error && /[\\/]node_modules[\\/]werift[\\/]/.test(reason.stack ?? '');

function onRejection(reason: unknown): void {
	if (isStray(reason)) {
		console.warn('[origin] stray rejection in werift:', reason);
		return;
	}
	// As if this listener were not there: with no other listener Node would end the process.
	if (process.listenerCount('unhandledRejection') === 1) {
		queueMicrotask(() => {
			throw reason;
		});
	}
}

/** Keeps werift's stray rejections from ending the process, and says that there was one. @returns how to stop it */
export function guardStrayRejections(): () => void {
	if (users++ === 0) process.on('unhandledRejection', onRejection);
	let active = true;
	return () => {
		if (!active) return;
		active = false;
		if (--users === 0) process.off('unhandledRejection', onRejection);
	};
}
