/** Milliseconds after which a value is forgotten. */
const MAX_AGE = 30 * 24 * 3600_000;
/** Values of a kind that are kept; the oldest go first. */
const MAX_COUNT = 50;

/** The value that this browser has kept under a kind, such as `upright`, and a name; '' where there is none, or no storage. */
export function recall(kind: string, name: string): string {
	try {
		const [at, value] = localStorage.getItem(`${kind}:${name}`)!.split(' ') as [string, string];
		return Date.now() - +at < MAX_AGE ? value : '';
	} catch {
		return '';
	}
}

/** A name for the position in a replay, whose URL may be signed anew at each visit. */
const replayName = (liveId: string, url: string) => `${liveId} ${url.replace(/[?#].*/, '')}`;

/** Seconds into a replay at which this browser left it; 0 for its start. */
export const replayPosition = (liveId: string, url: string): number => +recall('position', replayName(liveId, url));

/** Keeps where this browser is in a replay, in seconds; 0 forgets it. */
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
		// Forbidden or full.
	}
}
