/** Types of the streaming client in the oldest compiler that is promised (`src/rts/README.md`). */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { npmArchive } from '../support/npm-archive.ts';
import { root } from '../support/root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const it = suite('least TypeScript');

const [, version] = /TypeScript: (\d\.\d)/.exec(readFileSync(join(root, 'src/rts/README.md'), 'utf8'))!;
const COMPILER = {
	name: 'typescript@4.7.4',
	integrity: 'sha512-C0WQT0gezHuw6AdY1M2jxUO83Rjf0HP7Sk1DtXj6j1EwkQNZrHAg2XPWlq62oqEhYvONq5pkC2Y9oPljWToLmQ==',
};
const USE = `import { createClient, type IConfig } from 'live-page/rts';
export const config: IConfig = { playConfig: { playTimeOut: 5000 } };
// @ts-expect-error A text is no time: the types are there.
export const wrong: IConfig = { playConfig: { playTimeOut: '5 s' } };
export const playing: Promise<string> = createClient(config).startLiveStream('artc://a/b/c', document.createElement('video'));
`;

it('should have types in the version that the text names', () => {
	assert.ok(COMPILER.name.startsWith(`typescript@${version}.`));
	const folder = temporaryFolder('types');
	const write = (path: string, content: string | Buffer) => writeFileSync(join(folder, path), content);
	mkdirSync(join(folder, 'lib'));
	for (const [path, content] of npmArchive(COMPILER)) if (/^lib\/[\w.-]+$/.test(path)) write(path, content);
	execFileSync(process.execPath, [
		join(root, 'src/build/declarations.mjs'),
		join(folder, 'node_modules/live-page/dist/types'),
	]);
	cpSync(join(root, 'package.json'), join(folder, 'node_modules/live-page/package.json'));
	write('package.json', '{ "type": "module" }');
	write('main.ts', USE);
	const options = ['--noEmit', '--strict', '--target', 'es2020', '--module', 'node16', '--moduleResolution', 'node16'];
	const { stdout } = spawnSync(process.execPath, ['lib/tsc.js', ...options, 'main.ts'], {
		cwd: folder,
		encoding: 'utf8',
	});
	assert.is(stdout, '');
});

it.run();
