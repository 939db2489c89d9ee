type Reader = (record: Record<string, unknown>) => unknown;

/** Shorter texts are not cut. */
const MIN_CUT = 20;

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

function namesRead(read: Reader, record: Record<string, unknown>): string[] {
	const names = new Set<string>();
	read(
		new Proxy(record, {
			get(target, name) {
				if (typeof name === 'string') names.add(name);
				return Reflect.get(target, name);
			},
		}),
	);
	return [...names];
}

/** Probes a reader with a record: what it reads, and whether each field matters to it. */
export function probeFields(read: Reader, record: Record<string, unknown>) {
	const result = (changes: Record<string, unknown>) => JSON.stringify(read({ ...record, ...changes }));
	const whole = result({});
	const changesNothing = (name: string, value: unknown) => result({ [name]: value }) === whole;
	const names = namesRead(read, record);
	const present = names.filter((name) => !isEmpty(record[name]));
	const isNumeric = (value: unknown) => typeof value !== 'object' && Number.isFinite(Number(value));
	const unreadable = present.filter((name) => {
		const value = record[name];
		if (Array.isArray(value) && !value.length) return false;
		// A number may be what the reader takes for a missing one.
		return isNumeric(value) ? changesNothing(name, Number(value) + 1) : changesNothing(name, undefined);
	});
	const cut = present.filter((name) => {
		const value = record[name];
		return (
			typeof value === 'string' &&
			value.trim().length > MIN_CUT &&
			!unreadable.includes(name) &&
			// In place of the last character, as engines read times also without it.
			changesNothing(name, `${value.trim().slice(0, -1)}~`)
		);
	});
	return {
		/** Fields that it reads. */
		read: names,
		/** Fields that it reads and the record lacks. */
		missing: names.filter((name) => isEmpty(record[name])),
		/** Fields that change nothing, because it cannot read them. */
		unreadable,
		/** Texts of which the end changes nothing. */
		cut,
	};
}

/** See {@link probeFields}. */
export type FieldFacts = ReturnType<typeof probeFields>;
