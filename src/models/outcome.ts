/** Outcome of a write: `reason` is the server's for a refusal; '' for none. */
export interface Outcome {
	done: boolean;
	reason: string;
}

/** Returns the outcome of a write; logs its error. */
export const outcomeOf = (write: Promise<unknown>): Promise<Outcome> =>
	write.then(
		() => ({ done: true, reason: '' }),
		(error) => {
			console.warn(`${error}`);
			return { done: false, reason: `${Object(error).reason || ''}` };
		},
	);
