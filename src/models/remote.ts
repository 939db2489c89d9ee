import { type Signal, signal } from '@preact/signals';

/** The one shape of every remote thing. */
export interface Remote<T> {
	data: T | null;
	error: unknown;
	loading: boolean;
}

/** A remote thing that can be asked for; a late answer for an old question is dropped. */
export interface RemoteModel<T> {
	state: Signal<Remote<T>>;
	/** Asks, keeping the old data meanwhile; never rejects. */
	load(ask: () => Promise<T>): Promise<void>;
}

export function createRemote<T>(loading = false): RemoteModel<T> {
	const state = signal<Remote<T>>({ data: null, error: null, loading });
	let question = 0;
	return {
		state,
		load(ask) {
			const mine = ++question;
			const settle = (next: Remote<T>) => {
				if (mine === question) state.value = next;
			};
			state.value = { ...state.value, loading: true };
			return ask().then(
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
