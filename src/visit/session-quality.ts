/** The quality that the viewer has picked in this session, and the one watched last: their names, by the keys in `sessionStorage`. */
type Key = 'picked' | 'watched';

/** The name of a quality; '' for none, and where storage is blocked. */
export function readQuality(key: Key): string {
	try {
		return sessionStorage.getItem(key) || '';
	} catch {
		return '';
	}
}

/** Keeps the name of a quality for the session; where storage is blocked, it lasts as long as the page. */
export function rememberQuality(key: Key, name: string): void {
	try {
		sessionStorage.setItem(key, name);
	} catch {
		// Blocked.
	}
}
