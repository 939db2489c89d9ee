import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { growth, grown } from '../../../src/build/growth.mjs';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const it = suite('growth of modules');

it('should list the modules of the parts that have grown, the most grown first', () => {
	const before = { app: { a: 10, b: 20, c: 30 }, more: { a: 1 } };
	const now = { app: { a: 15, b: 20, c: 29, d: 7 }, more: { a: 100 } };
	assert.equal(grown(before, now, ['app']), ['  +7  app: d', '  +5  app: a']);
});

it('should build the last commit, or the one before where nothing was changed since', async () => {
	const folder = temporaryFolder('growth');
	const git = (...args: string[]) =>
		execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, stdio: 'pipe' });
	const commit = (bytes: number) => {
		mkdirSync(join(folder, 'src'), { recursive: true });
		writeFileSync(join(folder, 'src/a.mjs'), `// ${bytes}`);
		writeFileSync(
			join(folder, 'build.mjs'),
			`export const compile = async () => ({ modules: { app: { a: ${bytes} } } });`,
		);
		git('add', '.');
		git('commit', '-qm', `${bytes}`);
	};
	const lines = () => growth(folder, { app: { a: 50 } }, ['app']);
	git('init', '-q');
	commit(10);
	commit(20);
	assert.equal(await lines(), ['Minified bytes since the last commit:', '  +40  app: a']);
	writeFileSync(join(folder, 'src/a.mjs'), '// changed');
	assert.equal(await lines(), ['Minified bytes since the last commit:', '  +30  app: a']);
});

it.run();
