/** Thrown by `skipTest`; the account of the test file counts the test as skipped. */
export class SkippedTest extends Error {}

/**
 * Ends the running test and counts it as skipped, for an engine or tool that is not installed.
 * `reason` is printed with the results.
 */
export function skipTest(reason: string): never {
	throw new SkippedTest(reason);
}
