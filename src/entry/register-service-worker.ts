/** The part of `navigator.serviceWorker` that is used. */
type Container = Pick<ServiceWorkerContainer, 'controller' | 'register' | 'getRegistration'>;

/**
 * Registers the service worker for later visits; one that answered this visit looks for changes instead. Where the
 * deployment has none, removes one of an earlier deployment. Never rejects: a failure is logged, and the page does
 * without.
 *
 * @param container `navigator.serviceWorker`, which old engines, web views and plain http lack
 */
export async function registerServiceWorker(container: Container | undefined, enabled: boolean): Promise<void> {
	if (!container) return;
	try {
		if (!enabled) await (await container.getRegistration())?.unregister();
		else if (container.controller) container.controller.postMessage('refresh');
		else await container.register('service-worker.js');
	} catch (error) {
		console.info(`Service worker: ${error}`);
	}
}
