/** `npm start` used wrongly; `test/unit/build.test.ts` does the same to the build. */
import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtPage } from '../support/built-page.ts';
import { runNode, withCopy } from '../support/repository-copy.ts';

const it = suite('wrong use');

/** Runs the stand-in backend as `npm start` does, until it refuses; answers with what it said. */
async function refusal(PORT: string, copy: string): Promise<string> {
	const { code, stderr } = await runNode(['--import', 'tsx', 'test/origin/main.ts'], copy, { PORT });
	assert.is(code, 1);
	return stderr;
}

/** Puts a built page into a copy. */
const addPage = (copy: string) => cpSync(builtPage({}), join(copy, 'dist'), { recursive: true });

it('should say which port is in use, and how to choose another', () =>
	withCopy(async (copy) => {
		addPage(copy);
		const server = createServer().listen(0, '0.0.0.0');
		await new Promise((resolve) => server.once('listening', resolve));
		const { port } = server.address() as AddressInfo;
		try {
			assert.is(
				await refusal(`${port}`, copy),
				`Port ${port} is already in use; choose another one with PORT=8081 npm start.`,
			);
		} finally {
			server.close();
		}
	}));

it('should say what a port is', () =>
	withCopy(async (copy) => {
		addPage(copy);
		assert.is(await refusal('http', copy), 'PORT must be a number from 0 to 65535, not "http".');
	}));

it('should say which Node is needed', () =>
	withCopy(async (copy) => {
		const older = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } })`;
		assert.equal(await runNode(['--import', older, 'build.mjs'], copy), {
			code: 1,
			stdout: '',
			stderr: 'Node 20 or later is needed; this is Node 18.20.4.',
		});
	}));

it('should say that there is no built page, and what builds one', () =>
	withCopy(async (copy) => {
		assert.is(await refusal('0', copy), 'There is no built page in dist/; run "npm run build" first.');
	}));

/** Starts a program that prints an address; answers with it once that can be requested. */
async function started(args: string[], cwd: string) {
	const program = spawn(process.execPath, args, { cwd, env: { ...process.env, PORT: '0' } });
	const output = await new Promise<string>((resolve) => program.stdout.setEncoding('utf8').once('data', resolve));
	const [url = ''] = /http:\S+/.exec(output) ?? [];
	assert.is((await fetch(url)).status, 200);
	return { program, url };
}

const MAIN = ['--import', 'tsx', 'test/origin/main.ts'];
/** Starts it as npm does, with a shell between, and passes on what it prints. */
const PARENT = `require('child_process').spawn('node ${MAIN.join(' ')}; exit', { shell: true, stdio: 'inherit' })`;

it('should leave nothing behind after a signal, when its terminal is closed, and when its parent is killed', () =>
	withCopy(async (copy) => {
		addPage(copy);
		const endings: [args: string[], signal: NodeJS.Signals][] = [
			[MAIN, 'SIGINT'],
			[MAIN, 'SIGTERM'],
			[MAIN, 'SIGHUP'],
			[['-e', PARENT], 'SIGKILL'],
		];
		await Promise.all(
			endings.map(async ([args, signal]) => {
				const { program, url } = await started(args, copy);
				program.kill(signal);
				const reachable = () =>
					fetch(url).then(
						() => true,
						() => false,
					);
				while (await reachable()) await new Promise((resolve) => setTimeout(resolve, 50));
			}),
		);
	}));

it('should not start when npm was killed before it', () =>
	withCopy(async (copy) => {
		addPage(copy);
		// The shell outlives its parent, and starts the program then.
		const shell = `while kill -0 $PPID 2> /dev/null; do sleep 0.05; done; node ${MAIN.join(' ')}; exit`;
		const parent = `require('child_process').spawn(${JSON.stringify(shell)}, { shell: true, stdio: 'inherit' }); setTimeout(process.exit, 200)`;
		const env = { npm_lifecycle_event: 'start', PORT: '0' };
		assert.is((await runNode(['-e', parent], copy, env)).stderr, 'npm has ended; nothing was started.');
	}));

it.run();
