// In the HTML: each byte is paid before the first paint.
/** Key of the quality watched last, which says what the link carries; picks have those of {@link sessionItem}. */
export const WATCHED = 'watched';

/** Name of a quality; '' for none. */
export function readQuality(key: string): string {
	try {
		return sessionStorage.getItem(key) || '';
	} catch {
		return '';
	}
}

/** Keeps a name for the session. */
export function rememberQuality(key: string, name: string): void {
	try {
		sessionStorage.setItem(key, name);
	} catch {
		// Blocked.
	}
}
