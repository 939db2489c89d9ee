/**
 * uvu as every test file sees it: the same functions, with a running account of what was declared and what ran.
 * uvu 0.5.6 exits 0 when a `before` throws, when `.run()` is forgotten, and beside a forgotten `.only`.
 * The account goes line by line, as JSON, to the descriptor named in TEST_ACCOUNT_FD; `run-file.ts` judges the last line.
 */
import { writeSync } from 'node:fs';
import * as uvu from 'uvu';

const descriptor = Number(process.env.TEST_ACCOUNT_FD);

/** @typedef {{ name: string, declared: number, run: number }} Watched */

/** @type {Watched[]} */
const suites = [];
let running = '';
let only = 0;
let skipped = 0;
/** @type {string[]} */
const brokenHooks = [];

function tell() {
	if (!descriptor) return;
	const account = {
		declared: suites.reduce((sum, suite) => sum + suite.declared, 0),
		running,
		only,
		skipped,
		notRun: suites.filter((suite) => suite.run < suite.declared).map((suite) => suite.name),
		brokenHooks,
	};
	writeSync(descriptor, JSON.stringify(account) + '\n');
}

/**
 * @param {import('uvu').Test<any>} real
 * @param {string} name
 * @returns {import('uvu').Test<any>}
 */
function watch(real, name) {
	/** @type {Watched} */
	const suite = { name, declared: 0, run: 0 };
	suites.push(suite);

	/** @type {(title: string, test: import('uvu').Callback<any>) => import('uvu').Callback<any>} */
	const declare = (title, test) => {
		suite.declared++;
		tell();
		return async (context) => {
			running = title;
			tell();
			try {
				await test(context);
			} finally {
				running = '';
				tell();
			}
		};
	};

	/** @type {(kind: 'before' | 'after') => import('uvu').Test<any>['before']} */
	const watchHook = (kind) =>
		Object.assign(
			/** @param {import('uvu').Callback<any>} hook */
			(hook) =>
				real[kind](async (context) => {
					running = `the ${kind} hook of ${name}`;
					tell();
					try {
						await hook(context);
					} catch (error) {
						brokenHooks.push(`the ${kind} hook of "${name}" threw: ${error}`);
						throw error;
					} finally {
						running = '';
						tell();
					}
				}),
			{ each: real[kind].each },
		);

	return Object.assign(
		/** @type {(title: string, test: import('uvu').Callback<any>) => void} */
		(title, test) => real(title, declare(title, test)),
		{
			/** @type {import('uvu').Test<any>['only']} */
			only: (title, test) => {
				only++;
				real.only(title, declare(title, test));
			},
			/** @type {import('uvu').Test<any>['skip']} */
			skip: (title, test) => {
				skipped++;
				real.skip(title, test);
				tell();
			},
			before: watchHook('before'),
			after: watchHook('after'),
			run: () => {
				suite.run = suite.declared;
				real.run();
				tell();
			},
		},
	);
}

/** @type {typeof uvu.suite} */
export const suite = (title = '', context) => watch(uvu.suite(title, context), title);
export const test = watch(uvu.test, 'test');
export const exec = uvu.exec;
