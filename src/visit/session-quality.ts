/** `sessionStorage` keys: picked by the viewer, watched last. */
type Key = 'picked' | 'watched';

/** Name of a quality; '' for none. */
export function readQuality(key: Key): string {
	try {
		return sessionStorage.getItem(key) || '';
	} catch {
		return '';
	}
}

/** Keeps a name for the session. */
export function rememberQuality(key: Key, name: string): void {
	try {
		sessionStorage.setItem(key, name);
	} catch {
		// Blocked.
	}
}
