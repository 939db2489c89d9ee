type Container = Pick<ServiceWorkerContainer, 'controller' | 'register' | 'getRegistration'>;

/**
 * Registers the service worker, refreshes one that answered this visit, or removes one unless enabled. Never rejects.
 *
 * @param container missing in old engines, web views and on plain http
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
