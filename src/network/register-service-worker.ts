type Container = Pick<ServiceWorkerContainer, 'controller' | 'register' | 'getRegistration'>;

/**
 * Registers the service worker, refreshes one that answered this visit, or removes one unless enabled. Replaces that of
 * an earlier site, which has another script; leaves alone that of a deployment in a folder above. Never rejects.
 *
 * @param container missing in old engines, web views and on plain http
 */
export async function registerServiceWorker(container: Container | undefined, enabled: boolean): Promise<void> {
	if (!container) return;
	try {
		const registration = await container.getRegistration();
		const active = registration && registration.active;
		const isOwn = !!active && active.scriptURL === new URL('service-worker.js', location.href).href;
		if (!enabled) {
			if (isOwn) await registration!.unregister();
		} else if (container.controller && isOwn) active!.postMessage('refresh');
		else await container.register('service-worker.js');
	} catch (error) {
		console.info(`Service worker: ${error}`);
	}
}
