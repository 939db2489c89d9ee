import '../../support/dom.ts';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bootShared, headShared } from '../../../src/entry/shared.ts';
import { SHARED_MODULES } from '../../../src/entry/shared-modules.mjs';
import { root } from '../../support/run-file.ts';

const it = suite('shared functions');
const shared: Record<string, unknown> = { ...headShared, ...bootShared };

it('should be named by module for the build', () => {
	assert.equal(Object.values(SHARED_MODULES).flat().sort(), Object.keys(shared).sort());
});

for (const [file, names] of Object.entries(SHARED_MODULES))
	it(`should be the exports of ${file}`, async () => {
		const module = await import(join(root, 'src', file));
		for (const name of names) assert.is(module[name], shared[name], name);
	});

it('should each be in one of the two scripts', () => {
	assert.equal(
		Object.keys(headShared).filter((name) => name in bootShared),
		[],
	);
});

it.run();
