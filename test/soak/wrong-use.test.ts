/** `npm start` used wrongly; `test/unit/build.test.ts` does the same to the build. */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtPage } from '../support/built-page.ts';
import { openCopy, runNode } from '../support/repository-copy.ts';

const it = suite('wrong use');

let copy: string;
it.before(() => void (copy = openCopy()));
it.after(() => rmSync(copy, { recursive: true, force: true }));

const MAIN = ['--import', 'tsx', 'test/origin/main.ts'];

/** Runs the stand-in backend as `npm start` does, until it refuses; answers with what it said. */
async function refusal(env: NodeJS.ProcessEnv): Promise<string> {
	const { code, stderr } = await runNode(MAIN, copy, { PORT: '0', ...env });
	assert.is(code, 1);
	return stderr;
}

it('should say which Node is needed', async () => {
	const older = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } })`;
	assert.equal(await runNode(['--import', older, 'build.mjs'], copy), {
		code: 1,
		stdout: '',
		stderr: 'Node 20 or later is needed; this is Node 18.20.4.',
	});
});

it('should build what npm packs of a clone in which nothing was built', () => {
	const options = { cwd: copy, encoding: 'utf8' } as const;
	const printed = execFileSync('npm', ['pack', '--json', '--dry-run', '--offline'], options);
	const [{ files }] = JSON.parse(printed.slice(printed.search(/^\[/m)));
	const paths = files.map(({ path }: { path: string }) => path);
	for (const path of ['dist/rts.js', 'dist/rts.global.js', 'dist/types/index.d.ts'])
		assert.ok(paths.includes(path), path);
});

it('should say that a port is in use before it looks for a page or builds one', async () => {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
	const { port } = server.address() as AddressInfo;
	const message = await refusal({ PORT: `${port}` });
	server.close();
	assert.is(message, `Port ${port} is already in use; choose another one with PORT=8081 npm start.`);
});

/** Starts a program of Node's as npm does, by a shell that it replaces, and passes on what it prints. */
const byShell = (program: string[]) => [
	'-e',
	`require('child_process').spawn('exec node ${program.join(' ')}', { shell: true, stdio: 'inherit' })`,
];

const WATCHER = ['build.mjs', '--watch'];

const reachable = (origin: string) =>
	fetch(origin).then(
		() => true,
		() => false,
	);

for (const [what, args, signal, env] of [
	['its terminal is closed', MAIN, 'SIGHUP', {}],
	['npm is killed', byShell(MAIN), 'SIGKILL', { npm_lifecycle_event: 'start' }],
	['npm is killed during development', byShell(WATCHER), 'SIGKILL', { npm_lifecycle_event: 'dev' }],
	['the watcher is killed', WATCHER, 'SIGKILL', { npm_lifecycle_event: '' }],
] as const)
	it(`should leave nothing behind when ${what}`, async () => {
		cpSync(builtPage({}), join(copy, 'dist'), { recursive: true });
		const program = spawn(process.execPath, args, { cwd: copy, env: { ...process.env, PORT: '0', ...env } });
		const origin = await new Promise<string>((resolve) => {
			let output = '';
			program.stdout.setEncoding('utf8').on('data', (text) => {
				const [url] = /http:\S+(?=\/\?)/.exec((output += text)) ?? [];
				if (url) resolve(url);
			});
		});
		assert.is((await fetch(origin)).status, 200);
		if (signal === 'SIGHUP')
			assert.is(
				await refusal({ PORT: new URL(origin).port }),
				`Port ${new URL(origin).port} is already in use; choose another one with PORT=8081 npm start.`,
			);
		const ended = new Promise((resolve) => program.stdout.once('close', resolve));
		program.kill(signal);
		while (await reachable(origin)) await new Promise((resolve) => setTimeout(resolve, 50));
		// The last of the processes that could print.
		await ended;
	});

it.run();
