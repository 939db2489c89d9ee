/**
 * Begins what covers the page: short messages go above it (class `choosing`), and Back calls `close`, by a history entry
 * with the page's state. Returns the cleanup, which removes the entry.
 */
export function openSheet(close: () => void): () => void {
	const stage = document.querySelector('.stage');
	let hasPopped = false;
	function onPopState() {
		hasPopped = true;
		close();
	}
	history.pushState(history.state, '');
	addEventListener('popstate', onPopState);
	stage?.classList.add('choosing');
	return () => {
		removeEventListener('popstate', onPopState);
		stage?.classList.remove('choosing');
		if (!hasPopped) history.back();
	};
}
