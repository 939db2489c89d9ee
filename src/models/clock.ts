/** Milliseconds of a clock for durations, which goes on evenly when somebody sets the time of the device. */
export function now(): number {
	return performance.now();
}
