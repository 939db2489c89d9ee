/** The result of a promise, or a rejection after so many milliseconds. */
export function withTimeout<T>(promise: Promise<T>, timeout: number): Promise<T> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(reject, timeout, new Error('no answer in time'));
		promise.then(resolve, reject).then(() => clearTimeout(timer));
	});
}
