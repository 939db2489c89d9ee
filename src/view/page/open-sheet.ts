/** The entry of a sheet that has closed is still to be removed: browsers go back later. */
let isLeaving = false;

/**
 * Begins what covers the page: short messages go above it (class `choosing`), and Back calls `close`, by a history entry
 * with the page's state. Returns the cleanup, which removes the entry.
 */
export function openSheet(close: () => void): () => void {
	const stage = document.querySelector('.stage');
	let hasEntry = false;
	function addEntry() {
		hasEntry = true;
		history.pushState(history.state, '');
	}
	function onPopState() {
		if (!hasEntry) return addEntry();
		hasEntry = false;
		close();
	}
	if (!isLeaving) addEntry();
	addEventListener('popstate', onPopState);
	stage?.classList.add('choosing');
	return () => {
		removeEventListener('popstate', onPopState);
		stage?.classList.remove('choosing');
		if (!hasEntry) return;
		isLeaving = true;
		addEventListener('popstate', () => (isLeaving = false), { once: true });
		history.back();
	};
}
