import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createBundler } from '../../../src/build/bundle.mjs';
import { deriveShared, leftBy } from '../../../src/build/shared-modules.mjs';
import { root } from '../../support/root.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const it = suite('shared modules');

const LONG = `return [${Array.from({ length: 60 }, (_, index) => index)}][value]`;
const SOURCES = {
	'entry/first.ts':
		"import shared from 'shared:first'; import { held, other } from '../held.ts'; import { half } from '../half.ts'; import { short } from '../short.ts'; use(shared, held, other, half, short);",
	'entry/second.ts':
		"import shared from 'shared:second'; import { held } from '../held.ts'; import { useState } from 'react'; use(shared, held, useState);",
	'entry/third.ts':
		"import shared from 'shared:third'; import { held } from '../held.ts'; import { half, rest } from '../half.ts'; import { short } from '../short.ts'; import { late } from '../late.ts'; use(shared, held, half, rest, short, late);",
	'entry/fourth.ts': "import { held } from '../held.ts'; import { late } from '../late.ts'; use(held, late);",
	'entry/fifth.ts': "import { late } from '../late.ts'; use(late);",
	'late.ts': `export const late = (value: number) => { ${LONG}; };`,
	'held.ts': `import { half } from './half.ts'; export const held = (value: number) => { half(1); ${LONG}; }; export const other = 1; export const unused = 2;`,
	'half.ts': `export const half = (value: number) => { ${LONG}; }; export const rest = (value: number) => { ${LONG}; };`,
	'short.ts': 'export const short = () => 1;',
};

it('should leave what an earlier script holds anyway, whole and worth a name, and list what each script takes', async () => {
	const folder = temporaryFolder('share');
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
	mkdirSync(join(folder, 'src/entry'), { recursive: true });
	for (const [name, text] of Object.entries(SOURCES)) writeFileSync(join(folder, 'src', name), text);
	const bundler = createBundler({ root: folder, target: ['chrome63'] });
	const { takes } = await deriveShared(
		bundler,
		join(folder, 'src'),
		['first.ts', 'second.ts', 'third.ts'],
		['fourth.ts', 'fifth.ts'],
		(script, from) => from !== 'third' || script === 'fourth',
	);
	// The first script has no `rest`, which its neighbour needs too; nobody later takes `other`.
	assert.equal(leftBy('first', takes), [['held.ts', 'held']]);
	assert.equal(leftBy('second', takes), []);
	assert.equal(leftBy('preact', takes), [['react', 'useState']]);
	assert.equal(takes.third, { first: { 'held.ts': ['held'] } });
	// The fifth may run before the third.
	assert.equal(takes.fourth, { first: { 'held.ts': ['held'] }, third: { 'late.ts': ['late'] } });
	assert.equal(takes.fifth, {});
});

it.run();
