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

const size = (brotli: number): Size => ({ name: 'bundle', raw: 5000, gzip: 1500, brotli, limit: 1000 });

it('should print the sizes of a build within its budgets', async () => {
	const { log, error, code } = await run(async () => [size(1000)]);
	assert.is(log.length, 1);
	assert.match(log[0]!, /^bundle +5000 +1500 +1000 +1000 +0$/m);
	assert.equal([error, code], [[], 0]);
});

it('should fail, with sizes and a sentence for each, when budgets are exceeded', async () => {
	const { log, error, code } = await run(async () => [size(1001), size(900), size(1200)]);
	assert.is(log.length, 1);
	assert.equal(
		error[0]!.split('\n').map((sentence) => sentence.split(':')[0]),
		['bundle is 1 bytes over its budget of 1000', 'bundle is 200 bytes over its budget of 1000'],
	);
	assert.is(code, 1);
});

it('should only warn, in one sentence, when a deployment exceeds budgets', async () => {
	const { log, error, code } = await run(async () => [size(1001), size(1002)], ['--config', 'deployment.json']);
	assert.equal([log.length, code], [1, 0]);
	assert.equal(error, ['Budgets are exceeded, which is for developers of the page; a deployment may ignore it.']);
});

it('should fail in one sentence when the build throws', async () => {
	const { log, error, code } = await run(() =>
		Promise.reject(new Error('config: the file must be an object, not null')),
	);
	assert.equal([log, error, code], [[], ['config: the file must be an object, not null'], 1]);
});

it('should pass the options of the command line', async () => {
	const options: unknown[] = [];
	const build: Build = async (given) => {
		options.push(given);
		return [];
	};
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
