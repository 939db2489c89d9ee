/** Milliseconds. */
const MAX_AGE = 30 * 24 * 3600_000;
/** Values per kind; the oldest go first. */
const MAX_COUNT = 50;

const keyOf = (kind: string, name: string) => `${kind}:${name}`;

/** Reads a kept value; '' for none, or without storage. Forgets one older than `maxAge` milliseconds. */
export function recall(kind: string, name: string, maxAge = MAX_AGE): string {
	try {
		const item = localStorage.getItem(keyOf(kind, name))!;
		const age = Date.now() - parseInt(item);
		// Negative after the clock was set back.
		if (age >= 0 && age < maxAge) return item.replace(/\d+ /, '');
		forget(kind, name);
	} catch {
		// Blocked.
	}
	return '';
}

/** Removes a value. Throws if storage is blocked. */
export const forget = (kind: string, name: string): void => localStorage.removeItem(keyOf(kind, name));

/** Keeps a line for 30 days; '' forgets it. */
export function remember(kind: string, name: string, value: string): void {
	try {
		if (value) localStorage.setItem(keyOf(kind, name), `${Date.now()} ${value}`);
		else forget(kind, name);
		const timeOf = (key: string) => parseInt(localStorage.getItem(key)!);
		const keys = Object.keys(localStorage).filter((key) => key.startsWith(keyOf(kind, '')));
		keys
			.sort((a, b) => timeOf(b) - timeOf(a))
			.forEach((key, index) => {
				if (index >= MAX_COUNT || Date.now() - timeOf(key) >= MAX_AGE) localStorage.removeItem(key);
			});
	} catch {
		// Blocked or full.
	}
}
