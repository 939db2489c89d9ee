/**
 * uvu as every test file sees it: the same functions, with a running account of what was declared and what ran.
 * uvu 0.5.6 exits 0 when a `before` throws, when `.run()` is forgotten, and beside a forgotten `.only`.
 * The account goes line by line, as JSON, to the descriptor named in TEST_ACCOUNT_FD; `run-file.ts` judges the last line.
 */
import { writeSync } from 'node:fs';
import * as uvu from 'uvu';
import { SkippedTest } from './skip-test.ts';

/** A test process's own report. */
export interface Account {
	/** Tests declared so far. */
	declared: number;
	/** The test or hook that is running, else empty. */
	running: string;
	/** Calls of `.only`, which must not stay in a file. */
	onlyCalls: number;
	/** Calls of `.skip`, which must not stay in a file. */
	skipCalls: number;
	/** Why tests called `skipTest`, one reason each. */
	skipped: string[];
	/** Suites whose `.run()` is missing. */
	notRun: string[];
	/** Hooks that threw, a sentence each. */
	brokenHooks: string[];
}

interface SuiteAccount {
	name: string;
	declared: number;
	run: number;
}

type Callback = uvu.Callback<any>;
type Test = uvu.Test<any>;

const descriptor = Number(process.env.TEST_ACCOUNT_FD);
const suites: SuiteAccount[] = [];
const skipped: string[] = [];
const brokenHooks: string[] = [];
let running = '';
let onlyCalls = 0;
let skipCalls = 0;

function report(): void {
	if (!descriptor) return;
	const account: Account = {
		declared: suites.reduce((sum, suite) => sum + suite.declared, 0),
		running,
		onlyCalls,
		skipCalls,
		skipped,
		notRun: suites.filter((suite) => suite.run < suite.declared).map((suite) => suite.name),
		brokenHooks,
	};
	writeSync(descriptor, `${JSON.stringify(account)}\n`);
}

/** Runs a test or hook with its name in the account. */
async function runNamed(name: string, run: Callback, context: unknown): Promise<void> {
	running = name;
	report();
	try {
		await run(context);
	} finally {
		running = '';
		report();
	}
}

function withAccount(real: Test, name: string): Test {
	const account: SuiteAccount = { name, declared: 0, run: 0 };
	suites.push(account);

	const declare = (title: string, test: Callback): Callback => {
		account.declared++;
		report();
		return async (context) => {
			try {
				await runNamed(title, test, context);
			} catch (error) {
				if (!(error instanceof SkippedTest)) throw error;
				skipped.push(`${title}: ${error.message}`);
				report();
			}
		};
	};

	const hooks = (kind: 'before' | 'after'): Test['before'] =>
		Object.assign(
			(hook: Callback) =>
				real[kind](async (context: unknown) => {
					try {
						await runNamed(`the ${kind} hook of ${name}`, hook, context);
					} catch (error) {
						brokenHooks.push(`the ${kind} hook of "${name}" threw: ${error}`);
						report();
						throw error;
					}
				}),
			{ each: real[kind].each },
		);

	return Object.assign((title: string, test: Callback) => real(title, declare(title, test)), {
		only(title: string, test: Callback) {
			onlyCalls++;
			real.only(title, declare(title, test));
		},
		skip(title?: string, test?: Callback) {
			skipCalls++;
			real.skip(title, test);
			report();
		},
		before: hooks('before'),
		after: hooks('after'),
		run() {
			account.run = account.declared;
			real.run();
			report();
		},
	}) as Test;
}

/** uvu's `suite`, with an account. */
export const suite = (title = '', context?: any): Test => withAccount(uvu.suite(title, context), title);
/** uvu's `test`, with an account. */
export const test = withAccount(uvu.test, 'test');
