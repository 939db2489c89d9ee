/** One arranged misbehaviour. */
export interface Fault {
	/** Start of the paths it is for, query ignored; with `$` at its end, exactly that path (`/$` is the document alone). */
	path: string;
	/** Only requests of this method; absent: all. */
	method?: string;
	/** How many requests it takes: 1 when absent; -1 for all until the reset; 0 removes the faults of this path. */
	times?: number;
	/** Answer with this status instead of the real answer. */
	status?: number;
	/** Wait this long before anything else, milliseconds. On its own the real answer follows. */
	delayMs?: number;
	/** Answer with this body (200 unless `status` says otherwise); anything but a string is sent as JSON. */
	body?: unknown;
	/** Leave what this regular expression matches out of the real answer's body. */
	without?: string;
	/** Content type that goes with `body`. */
	contentType?: string;
	/** Never answer. */
	hang?: boolean;
	/** Destroy the connection after half of the answer's body. */
	cut?: boolean;
}

/** True when the value can be used as a fault. */
export function isFault(value: unknown): value is Fault {
	const fault = value as Fault;
	return typeof fault === 'object' && fault !== null && typeof fault.path === 'string' && fault.path !== '';
}

const matches = (fault: Fault, method: string, path: string) =>
	(fault.path.endsWith('$') ? path === fault.path.slice(0, -1) : path.startsWith(fault.path)) &&
	(fault.method === undefined || fault.method.toUpperCase() === method);

/** The faults in wait, first arranged first. */
export function createFaults() {
	let faults: (Fault & { times: number })[] = [];
	return {
		set(fault: Fault): void {
			const times = fault.times ?? 1;
			if (times === 0) faults = faults.filter((f) => f.path !== fault.path);
			else faults = [...faults, { ...fault, times }];
		},
		/** The fault for a request, used up by one; null when there is none. */
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
