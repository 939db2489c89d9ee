// In the HTML: each byte is paid before the first paint.
/** Milliseconds. */
const MAX_AGE = 30 * 24 * 3600_000;

/** Reads a kept value; '' for none, or without storage. Forgets one that has reached `maxAge` milliseconds: 0, any. */
export function recall(kind: string, name: string, maxAge = MAX_AGE): string {
	try {
		const key = kind + ':' + name;
		const item = localStorage.getItem(key)!;
		const age = Date.now() - parseInt(item);
		// Negative after the clock was set back.
		if (age >= 0 && age < maxAge) return item.replace(/\d+ /, '');
		localStorage.removeItem(key);
	} catch {
		// Blocked.
	}
	return '';
}
