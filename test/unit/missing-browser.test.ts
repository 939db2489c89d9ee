import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../support/root.ts';

const it = suite('missing browser');

it('should be named before the unit files and at the end, its files skipped, the command failed', () => {
	const words = ['unit', 'e2e', 'import-rules', 'policy-bridges'];
	const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'test/run.ts'), ...words], {
		cwd: root,
		encoding: 'utf8',
		env: { ...process.env, CHROMIUM_PATH: '/missing' },
	});
	const sentence = 'CHROMIUM_PATH names /missing, and no file is there.';
	const [before, unit, ...rest] = stdout.trimEnd().split('\n');
	assert.is(before, `      1 browser files are skipped. ${sentence}`);
	assert.match(unit!, /^ok +test\/unit\/import-rules/);
	assert.is(rest.at(-2), sentence);
	assert.match(rest.at(-1)!, /^[1-9]\d* passed, 0 failed, 1 skipped$/);
	assert.is(status, 1);
});

it.run();
