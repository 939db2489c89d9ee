import { type Signal, signal } from '@preact/signals';

/** The one shape of everything that is fetched. */
export interface Remote<T> {
	data: T | null;
	error: unknown;
	loading: boolean;
}

/** Something that can be fetched again; a late answer to an older request is dropped. */
export interface RemoteModel<T> {
	state: Signal<Remote<T>>;
	/** Fetches, keeping the old data meanwhile; never rejects. */
	load(fetchData: () => Promise<T>): Promise<void>;
}

/** Makes a remote without data. `loading` is true where the first request is already under way. */
export function createRemote<T>(loading = false): RemoteModel<T> {
	const state = signal<Remote<T>>({ data: null, error: null, loading });
	let requests = 0;
	return {
		state,
		load(fetchData) {
			const request = ++requests;
			const settle = (next: Remote<T>) => {
				if (request === requests) state.value = next;
			};
			state.value = Object.assign({}, state.value, { loading: true });
			return fetchData().then(
				(data) => settle({ data, error: null, loading: false }),
				(error) => {
					// As text: an error of ky holds its request, and that the token.
					console.warn(`${error}`);
					settle({ data: state.value.data, error, loading: false });
				},
			);
		},
	};
}
