/** Message to the service worker: cache the scripts that were not needed so far. */
export const KEEP_SCRIPTS = 'keep-scripts';

/** Has the service worker keep them, which a later deployment removes from the server. Never rejects. */
export const askToKeep = (container: ServiceWorkerContainer | undefined): void => {
	// Resolves only where there is a worker.
	if (container) container.ready.then(({ active }) => active && active.postMessage(KEEP_SCRIPTS)).catch(() => {});
};
