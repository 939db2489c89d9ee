/** Adds a listener; returns a function that removes it. */
export function listen(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
	target.addEventListener(type, listener);
	return () => target.removeEventListener(type, listener);
}
