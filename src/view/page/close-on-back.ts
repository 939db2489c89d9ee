/**
 * Calls `close` on Back, by a history entry with the page's state. Returns the cleanup, which removes the entry.
 */
export function closeOnBack(close: () => void): () => void {
	let hasPopped = false;
	function onPopState() {
		hasPopped = true;
		close();
	}
	history.pushState(history.state, '');
	addEventListener('popstate', onPopState);
	return () => {
		removeEventListener('popstate', onPopState);
		if (!hasPopped) history.back();
	};
}
