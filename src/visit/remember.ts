/** Milliseconds. */
const MAX_AGE = 30 * 24 * 3600_000;
/** Values per kind; the oldest go first. */
const MAX_COUNT = 50;

/** Keeps a line for 30 days; '' forgets it. */
export function remember(kind: string, name: string, value: string): void {
	try {
		const prefix = `${kind}:`;
		if (value) localStorage.setItem(prefix + name, `${Date.now()} ${value}`);
		else localStorage.removeItem(prefix + name);
		const timeOf = (key: string) => parseInt(localStorage.getItem(key)!);
		const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
		keys
			.sort((a, b) => timeOf(b) - timeOf(a))
			.forEach((key, index) => {
				if (index >= MAX_COUNT || Date.now() - timeOf(key) >= MAX_AGE) localStorage.removeItem(key);
			});
	} catch {
		// Blocked or full.
	}
}
