import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runCommand } from '../../../src/build/command.mjs';
import type { Size } from '../../../src/build/sizes.mjs';

const it = suite('build command');
const { log, error } = console;
it.after.each(() => void Object.assign(console, { log, error }));

type Build = Parameters<typeof runCommand>[1];

/** Runs the command with a build of the test's; answers with what it printed and its exit code. */
async function run(build: Build, args: string[] = []) {
	const printed = { log: [] as string[], error: [] as string[] };
	Object.assign(console, {
		log: (text: string) => void printed.log.push(text),
		error: (text: string) => void printed.error.push(text),
	});
	const before = process.exitCode;
	process.exitCode = undefined;
	await runCommand('/repository', build, args);
	const code = process.exitCode ?? 0;
	process.exitCode = before;
	return { ...printed, code };
}

const size = (brotli: number): Size => ({ name: 'bundle', parts: ['app'], raw: 5000, gzip: 1500, brotli, limit: 1000 });

for (const [what, brotlis, args, error, code] of [
	['print the sizes of a build within its budgets', [1000], [], [], 0],
	[
		'fail, with sizes and a sentence for each, when budgets are exceeded',
		[1001, 900, 1200],
		[],
		[
			'bundle is 1 bytes over its budget of 1000.',
			'bundle is 200 bytes over its budget of 1000.',
			'The last commit could not be built to compare with (spawn git ENOENT).',
		],
		1,
	],
	['say nothing of budgets that a deployment exceeds', [1001, 1002], ['--config', 'deployment.json'], [], 0],
] as const)
	it(`should ${what}`, async () => {
		const printed = await run(async () => ({ sizes: brotlis.map(size), modules: {} }), [...args]);
		assert.is(printed.log.length, 1);
		assert.match(printed.log[0]!, new RegExp(`^bundle +5000 +1500 +${brotlis[0]} +1000 +${1000 - brotlis[0]}$`, 'm'));
		assert.equal([printed.error, printed.code], [error, code]);
	});

it('should fail in one sentence when the build throws', async () => {
	const printed = await run(() => Promise.reject(new Error('config: the file must be an object, not null')));
	assert.equal(printed, { log: [], error: ['config: the file must be an object, not null'], code: 1 });
});

it('should pass the options of the command line', async () => {
	const options: unknown[] = [];
	const build: Build = async (given) => (options.push(given), { sizes: [], modules: {} });
	await run(build, []);
	await run(build, ['--config', 'deployment.json', '--out', '/srv/page']);
	assert.equal(options, [
		{ config: undefined, out: '/repository/dist', development: undefined },
		{ config: 'deployment.json', out: '/srv/page', development: undefined },
	]);
});

for (const [args, mistake] of [
	[['--colour'], "Unknown option '--colour'"],
	[['my.json'], "Unexpected argument 'my.json'"],
	[['--config'], "Option '--config <value>' argument missing"],
] as const)
	it(`should refuse ${args} in one sentence, and build nothing`, async () => {
		const printed = await run(() => Promise.reject(new Error('built')), [...args]);
		const error = [`${mistake}; the options are --config file.json, --out folder and --watch.`];
		assert.equal(printed, { log: [], error, code: 1 });
	});

it.run();
