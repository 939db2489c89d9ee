import { signal } from '@preact/signals';

/** State of a fetched value. */
export interface Remote<T> {
	data: T | null;
	error: unknown;
	loading: boolean;
}

/** Creates a fetched value, which drops late answers to older requests; `loading` if already requested. */
export function createRemote<T>(loading = false) {
	const state = signal<Remote<T>>({ data: null, error: null, loading });
	let requests = 0;
	return {
		state,
		/** Keeps the old data meanwhile. Never rejects. */
		load(fetchData: () => Promise<T>): Promise<void> {
			const request = ++requests;
			const settle = (next: Remote<T>) => {
				if (request === requests) state.value = next;
			};
			state.value = Object.assign({}, state.value, { loading: true });
			return fetchData().then(
				(data) => settle({ data, error: null, loading: false }),
				(error) => {
					// As text, because ky's errors hold the request with its token.
					console.warn(`${error}`);
					settle({ data: state.value.data, error, loading: false });
				},
			);
		},
	};
}
