export const PAGE = 'https://live.example.com/live/';

export function memory(): Storage {
	const kept = new Map<string, string>();
	return {
		getItem: (key: string) => kept.get(key) ?? null,
		setItem: (key: string, value: string) => void kept.set(key, value),
		removeItem: (key: string) => void kept.delete(key),
	} as unknown as Storage;
}

/** A history entry as the browser keeps it: its URL and its state. */
export function entry(query: string, state: unknown = null) {
	const history = {
		url: PAGE + query,
		state,
		replaceState(next: unknown, _title: string, url: string) {
			history.state = structuredClone(next);
			history.url = url;
		},
	};
	return history;
}
