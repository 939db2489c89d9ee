type Container = Pick<ServiceWorkerContainer, 'controller' | 'register' | 'getRegistration'>;

/**
 * Registers the service worker, refreshes one that answered this visit, or removes one unless enabled. Leaves alone that
 * of a deployment in a folder above. Never rejects.
 *
 * @param container missing in old engines, web views and on plain http
 */
export async function registerServiceWorker(container: Container | undefined, enabled: boolean): Promise<void> {
	if (!container) return;
	try {
		const registration = await container.getRegistration();
		const own = registration && registration.scope === new URL('.', location.href).href ? registration : undefined;
		if (!enabled) await own?.unregister();
		else if (container.controller && own?.active) own.active.postMessage('refresh');
		else await container.register('service-worker.js');
	} catch (error) {
		console.info(`Service worker: ${error}`);
	}
}
