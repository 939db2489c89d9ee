// time limit: 180 s
/** `npm start` used wrongly; `test/unit/build.test.ts` does the same to the build. */
import { spawn } from 'node:child_process';
import {
	appendFileSync,
	cpSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { builtPage } from '../support/built-page.ts';
import { root } from '../support/root.ts';

const it = suite('wrong use');

/** Runs a program in a folder until it ends. `said` is what it wrote to stderr. */
function run(args: string[], cwd: string, env = {}): Promise<{ code: number | null; said: string }> {
	return new Promise((resolve) => {
		const child = spawn(process.execPath, args, {
			cwd,
			env: { ...process.env, ...env },
			stdio: ['ignore', 'ignore', 'pipe'],
		});
		let said = '';
		child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
		child.once('close', (code) => resolve({ code, said: said.trim() }));
	});
}

/** Runs the stand-in backend as `npm start` does. */
const start = (PORT: string, cwd: string) => run(['--import', 'tsx', 'test/origin/main.ts'], cwd, { PORT });

/** Does something with a copy of what a build and the backend need, and of the built page if it is wanted. */
async function withCopy(act: (copy: string) => Promise<void>, { built = false } = {}) {
	const copy = mkdtempSync(join(tmpdir(), 'copy-'));
	try {
		for (const name of ['build.mjs', 'package.json', 'tsconfig.json', 'src', 'static', 'test/origin', 'test/fixtures'])
			cpSync(join(root, name), join(copy, name), { recursive: true });
		if (built) cpSync(builtPage({}), join(copy, 'dist'), { recursive: true });
		symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
		await act(copy);
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}
}

it('should say which port is in use, and how to choose another', () =>
	withCopy(
		async (copy) => {
			const server = createServer().listen(0, '0.0.0.0');
			await new Promise((resolve) => server.once('listening', resolve));
			const { port } = server.address() as AddressInfo;
			try {
				assert.equal(await start(`${port}`, copy), {
					code: 1,
					said: `Port ${port} is already in use; choose another one with PORT=8081 npm start.`,
				});
			} finally {
				server.close();
			}
		},
		{ built: true },
	));

it('should say what a port is', () =>
	withCopy(
		async (copy) => {
			assert.equal(await start('http', copy), {
				code: 1,
				said: 'PORT must be a number from 0 to 65535, not "http".',
			});
		},
		{ built: true },
	));

it('should keep the page that was built when the next build fails, and build again once it can', () =>
	withCopy(
		async (copy) => {
			const build = () => run(['build.mjs'], copy);
			const page = () =>
				readdirSync(join(copy, 'dist'), { recursive: true }).map(
					(name) => `${name} ${statSync(join(copy, 'dist', `${name}`)).mtimeMs}`,
				);
			const before = page();
			const client = join(copy, 'src/rts/index.ts');
			appendFileSync(client, "export const number: number = 'text';\n");
			assert.equal(await build(), { code: 1, said: 'build: the declarations of src/rts could not be made' });
			assert.equal(page(), before);
			writeFileSync(client, readFileSync(client, 'utf8').replace("'text'", '5'));
			assert.is((await build()).code, 0);
			assert.is.not(`${page()}`, `${before}`);
		},
		{ built: true },
	));

it('should say that there is no built page, and what builds one', () =>
	withCopy(async (copy) => {
		assert.equal(await start('0', copy), {
			code: 1,
			said: 'There is no built page in dist/; run "npm run build" first.',
		});
	}));

it('should name the static file that is missing and the module that imports it, and build nothing', () =>
	withCopy(async (copy) => {
		rmSync(join(copy, 'static/news.svg'));
		const { code, said } = await run(['build.mjs'], copy);
		assert.is(code, 1);
		assert.match(said, /src\/view\/news\.tsx:\d+:\d+: ERROR: Could not resolve "\.\.\/\.\.\/static\/news\.svg"/);
		assert.is(existsSync(join(copy, 'dist')), false);
	}));

it.run();
