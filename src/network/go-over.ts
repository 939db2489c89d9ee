/**
 * Goes over to the server's build, once, where a page's own scripts are gone, as after a deployment. Part of
 * `service-worker.js`, which has one name in all builds: a page whose bundle cannot be loaded runs the server's.
 *
 * @param bundle name of the bundle of the server's build
 */
export function goOver(bundle: string): void {
	const { state } = history;
	if (document.documentElement.innerHTML.includes(bundle) || Object(state).movedTo === bundle) return;
	history.replaceState(Object.assign({}, state, { movedTo: bundle }), '');
	location.reload();
}
