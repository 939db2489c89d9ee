/** Milliseconds. */
const MAX_AGE = 30 * 24 * 3600_000;
/** Values per kind; the oldest go first. */
const MAX_COUNT = 50;

/** Reads a kept value; '' for none, or without storage. */
export function recall(kind: string, name: string): string {
	try {
		const [at, value] = localStorage.getItem(`${kind}:${name}`)!.split(' ') as [string, string];
		return Date.now() - +at < MAX_AGE ? value : '';
	} catch {
		return '';
	}
}

/** Queries may be signed anew. */
const replayName = (liveId: string, url: string) => `${liveId} ${url.replace(/[?#].*/, '')}`;

/** Position in seconds; 0 for the start. */
export const replayPosition = (liveId: string, url: string): number => +recall('position', replayName(liveId, url));

/** Keeps a position in seconds; 0 forgets it. */
export const rememberPosition = (liveId: string, url: string, seconds: number): void =>
	remember('position', replayName(liveId, url), seconds ? seconds.toFixed(1) : '');

/** Keeps a value without spaces for 30 days; '' forgets it. */
export function remember(kind: string, name: string, value: string): void {
	try {
		const key = `${kind}:${name}`;
		if (value) localStorage.setItem(key, `${Date.now()} ${value}`);
		else localStorage.removeItem(key);
		const timeOf = (key: string) => parseInt(localStorage.getItem(key)!);
		const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${kind}:`));
		keys
			.sort((a, b) => timeOf(b) - timeOf(a))
			.forEach((key, index) => {
				if (index >= MAX_COUNT || Date.now() - timeOf(key) >= MAX_AGE) localStorage.removeItem(key);
			});
	} catch {
		// Blocked or full.
	}
}
