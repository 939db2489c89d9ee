/** Runs something in a time zone. */
export function inZone(zone: string, act: () => void): void {
	const { TZ } = process.env;
	process.env.TZ = zone;
	try {
		act();
	} finally {
		if (TZ) process.env.TZ = TZ;
		else delete process.env.TZ;
	}
}
