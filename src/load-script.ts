/** Milliseconds a script of another host may take. */
const TIME_LIMIT = 10_000;

/** Loads a script from another host; rejects when that fails or takes too long. */
export function loadScript(address: string): Promise<unknown> {
	return new Promise((resolve, reject) => {
		const script = document.createElement('script');
		const fail = () => reject(new Error('script not loaded'));
		script.onload = resolve;
		script.onerror = fail;
		script.src = address;
		document.head.append(script);
		setTimeout(fail, TIME_LIMIT);
	});
}
