/** The streaming client as a package in another project: its types, a bundler, a script tag. Nothing is fetched. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import esbuild from 'esbuild';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { demo } from '../support/demo-config.ts';
import { builtPage } from '../support/built-page.ts';
import { root } from '../support/root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const it = suite('package');

const folder = temporaryFolder('package');
const project = join(folder, 'project');
const installed = join(project, 'node_modules/live-page');
let files: string[] = [];

it.before(() => {
	// Other parts of the repository: a built page, sources.
	const source = join(folder, 'source');
	for (const name of ['package.json', 'README.md', 'LICENSE', 'src/rts', 'src/config.ts'])
		cpSync(join(root, name), join(source, name), { recursive: true });
	cpSync(builtPage(demo), join(source, 'dist'), { recursive: true });
	execFileSync(process.execPath, [join(root, 'src/build/declarations.mjs'), join(source, 'dist/types')]);
	const options = { cwd: source, encoding: 'utf8' } as const;
	const [{ filename, files: packed }] = JSON.parse(
		execFileSync('npm', ['pack', '--json', '--offline', '--ignore-scripts'], options),
	);
	files = packed.map(({ path }: { path: string }) => path);

	mkdirSync(installed, { recursive: true });
	writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
	execFileSync('tar', ['-xzf', join(source, filename), '-C', installed, '--strip-components=1']);
});

it('should hold the client, its types and texts, and nothing of the page', () => {
	assert.equal(files.filter((path) => !/^dist\/types\/[\w/-]+\.d\.ts$/.test(path)).sort(), [
		'LICENSE',
		'README.md',
		'dist/rts.global.js',
		'dist/rts.js',
		'package.json',
		'src/rts/README.md',
	]);
	assert.ok(files.includes('dist/types/index.d.ts'));
});

it('should bring no other package, and not be publishable by accident', () => {
	const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
	assert.equal([manifest.dependencies, manifest.scripts.install, manifest.private], [undefined, undefined, true]);
});

/** The compiler's output for a module of the project. */
function compile(text: string, module: string, moduleResolution: string): string {
	writeFileSync(join(project, 'main.ts'), text);
	const compilerOptions = { strict: true, noEmit: true, target: 'es2020', module, moduleResolution, types: [] };
	writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
	const tsc = join(root, 'node_modules/typescript/bin/tsc');
	return spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' }).stdout;
}

const USE = `import AliRTS, { checkSupport, createClient, type IConfig } from 'live-page/rts';
export const config: IConfig = { playConfig: { playTimeOut: 5000 } };
// @ts-expect-error A text is no time: the types are there.
export const wrong: IConfig = { playConfig: { playTimeOut: '5 s' } };
export const play = async (video: HTMLVideoElement) => {
	const stream = await createClient(config).subscribe('artc://play.example.com/app/stream');
	stream.play(video);
};
export const code = checkSupport('', { webrtc: false }).errorCode;
export const same = AliRTS.createClient === createClient;
`;

for (const [module, resolution] of Object.entries({ node16: 'node16', esnext: 'bundler' }))
	it(`should have types where modules are resolved as by ${resolution}`, () =>
		assert.is(compile(USE, module, resolution), ''));

it('should work in a bundle', async () => {
	writeFileSync(join(project, 'main.ts'), USE);
	const { outputFiles } = await esbuild.build({
		entryPoints: [join(project, 'main.ts')],
		bundle: true,
		write: false,
		format: 'esm',
		target: 'es2020',
	});
	const { code, same } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0]!.text)}`);
	assert.equal([code, same], [10110, true]);
});

it('should make one global as a script', () => {
	const page = createContext({ navigator: { userAgent: '' } });
	runInContext('self = window = globalThis', page);
	const before = Object.keys(page);
	runInContext(readFileSync(join(installed, 'dist/rts.global.js'), 'utf8'), page);
	const added = Object.keys(page).filter((name) => !before.includes(name));
	assert.equal(added, ['AliRTS']);
	assert.is(runInContext('typeof AliRTS.createClient', page), 'function');
});

it.run();
