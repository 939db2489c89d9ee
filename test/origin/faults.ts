/** A fault to inject into matching requests. */
export interface Fault {
	/** Prefix of the request paths, without the query; with `$` at its end the exact path (`/$` is the document only). */
	path: string;
	/** Only requests with this method; absent: all. */
	method?: string;
	/** Number of requests it applies to: 1 by default; -1: all until the reset; 0 removes the faults of this path. */
	times?: number;
	/** Respond with this status instead of the real response. */
	status?: number;
	/** Wait before anything else, milliseconds. Given alone, the real response follows. */
	delayMs?: number;
	/** Respond with this body (status 200 by default); anything but a string is sent as JSON. */
	body?: unknown;
	/** Remove what this regular expression matches from the body of the response. */
	without?: string;
	/** Content type of `body`. */
	contentType?: string;
	/** Headers that the response has as well. */
	headers?: Record<string, string>;
	/** Never respond. */
	hang?: boolean;
	/** Destroy the connection after half of the response body. */
	cut?: boolean;
}

/** True when the value has the fields a fault needs. */
export function isFault(value: unknown): value is Fault {
	const fault = value as Fault;
	return typeof fault === 'object' && fault !== null && typeof fault.path === 'string' && fault.path !== '';
}

const matches = (fault: Fault, method: string, path: string) =>
	(fault.path.endsWith('$') ? path === fault.path.slice(0, -1) : path.startsWith(fault.path)) &&
	(fault.method === undefined || fault.method.toUpperCase() === method);

/** The faults to inject, applied in the order in which they were set. */
export function createFaults() {
	let faults: (Fault & { times: number })[] = [];
	return {
		set(fault: Fault): void {
			const times = fault.times ?? 1;
			if (times === 0) faults = faults.filter((f) => f.path !== fault.path);
			else faults = [...faults, { ...fault, times }];
		},
		/** The fault for a request, counted down by one; null when there is none. */
		take(method: string, path: string): Fault | null {
			const fault = faults.find((f) => matches(f, method, path));
			if (!fault) return null;
			if (fault.times > 0) fault.times -= 1;
			if (fault.times === 0) faults = faults.filter((f) => f !== fault);
			return fault;
		},
		clear(): void {
			faults = [];
		},
	};
}
