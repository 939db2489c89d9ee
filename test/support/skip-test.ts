import { suite, type Test } from 'uvu';

/** Begins the line that counts a test as skipped. */
export const SKIPPED = 'skipped: ';

/** Counts the running test as skipped, for an engine or tool that is not installed. The test has to return then. */
export function skipTest(reason: string): void {
	console.log(`\n${SKIPPED}${reason}`);
}

/** Creates a suite whose tests are all skipped, for the reason given as `missing`. */
export function suiteUnless(missing: string, title: string): Test {
	const it = suite(title);
	if (!missing) return it;
	const hook = Object.assign(() => {}, { each() {} });
	const skipped = (name: string) => it(name, () => skipTest(missing));
	return Object.assign(skipped, it, { before: hook, after: hook });
}
