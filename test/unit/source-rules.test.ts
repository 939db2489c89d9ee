/** Rules of sources that neither the formatter nor the type-check knows. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../support/root.ts';

const it = suite('source rules');

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
	.map((name) => name.replaceAll('\\', '/'))
	.filter((name) => /\.tsx?$/.test(name))
	.map((name) => ({
		name,
		code: readFileSync(join(root, 'src', name), 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, ''),
	}));

for (const [what, files, refused, samples] of [
	[
		'call nothing that browsers of the floor lack and the bundler keeps',
		/^(?!build\/|check\/|visit-log\/)/,
		/\.(?:flat|flatMap|at|replaceAll|matchAll|fromEntries|allSettled|any)\(/,
		['list.flatMap(f);', 'list.at(-1);', 'Object.fromEntries(list);'],
	],
	[
		'have no text for people outside src/texts.ts and that of diagnose.html',
		/^(?!texts\.ts$|diagnose\/diagnosis-texts\.ts$|config\.ts$|api\/examples\.ts$|safe\/fields\.ts$)/,
		/\p{Script=Han}/u,
		["return '重试';"],
	],
	[
		'name no constant, and no variable that means two things, without a use',
		/^/,
		/\b(?:const|let) (?:MUCH|LITTLE|FAR|HELD|MORE|PLENTY|LATE|BURST|PATIENCE|left|given|vain|goTo|isTold)\b/,
		['const FAR = 10;', 'let left = 3;'],
	],
] as const)
	it(`should ${what}`, () => {
		for (const sample of samples) assert.match(sample, refused);
		const read = sources.filter(({ name }) => files.test(name));
		assert.ok(read.length > 100);
		const lines = read.flatMap(({ name, code }) => code.split('\n').map((line) => `${name}: ${line.trim()}`));
		const found = lines.filter((line) => refused.test(line));
		assert.equal(found, []);
	});

it.run();
