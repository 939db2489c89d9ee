/** A call under way, which the test settles. */
interface PendingCall<T> {
	argument: unknown;
	resolve(value?: T): Promise<void>;
	reject(reason?: string): Promise<void>;
}

/** A fake call that stays pending until the test settles it, and the list of its calls. @param settle waits for what follows */
export function fakeCall<T>(settle: () => Promise<void>) {
	const calls: PendingCall<T>[] = [];
	const call = (argument?: unknown) =>
		new Promise<T>((resolve, reject) => {
			calls.push({
				argument,
				resolve: (value) => (resolve(value as T), settle()),
				reject: (reason = '') => (reject(Object.assign(new Error('no'), { reason })), settle()),
			});
		});
	return { call, calls };
}
