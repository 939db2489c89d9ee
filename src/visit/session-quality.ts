/** `sessionStorage` keys of the quality picked by the viewer and the one watched last. */
type Key = 'picked' | 'watched';

/** Reads the name of a quality; '' for none or blocked storage. */
export function readQuality(key: Key): string {
	try {
		return sessionStorage.getItem(key) || '';
	} catch {
		return '';
	}
}

/** Keeps the name of a quality for the session. */
export function rememberQuality(key: Key, name: string): void {
	try {
		sessionStorage.setItem(key, name);
	} catch {
		// Storage is blocked.
	}
}
