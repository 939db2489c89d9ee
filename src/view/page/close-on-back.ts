/**
 * Calls `close` on Back, by a history entry with the page's state. Returns the cleanup, which removes the entry.
 */
export function closeOnBack(close: () => void): () => void {
	let left = false;
	function onPopState() {
		left = true;
		close();
	}
	history.pushState(history.state, '');
	addEventListener('popstate', onPopState);
	return () => {
		removeEventListener('popstate', onPopState);
		if (!left) history.back();
	};
}
