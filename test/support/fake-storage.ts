/** Makes an empty `localStorage`, whose keys can be listed. */
export function fakeStorage(): void {
	const storage = Object.create({
		getItem: (key: string) => (Object.hasOwn(storage, key) ? storage[key] : null),
		setItem: (key: string, value: string) => (storage[key] = value),
		removeItem: (key: string) => delete storage[key],
		get length() {
			return Object.keys(storage).length;
		},
	});
	Object.assign(globalThis, { localStorage: storage });
}
