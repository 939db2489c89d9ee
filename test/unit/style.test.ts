/** Rules of style that neither the formatter nor the type-check knows. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { importsOf } from '../support/imports.ts';
import { root } from '../support/root.ts';
import { codeOf } from '../support/source-text.ts';

/** The peer of the bench is written as anyone would; this file holds what the rules refuse. */
const EXEMPT = /^test\/bench\/peer\/|^test\/unit\/style\.test\.ts$/;

interface Rule {
	name: string;
	/** Finds violations in a file, a sentence each. */
	check(source: string, path: string): string[];
	allowed: string[];
	refused: string[];
}

const RULES: Rule[] = [
	{
		name: 'relative imports carry their extension',
		check: (source) =>
			importsOf(source)
				.filter(({ from }) => from.startsWith('.') && !/\.\w+$/.test(from))
				.map(({ from }) => `${from} has no extension`),
		allowed: [`import { a } from './a.ts';`, `import './page.css';`, `import { a } from 'preact/hooks';`],
		refused: [`import { a } from './a';`, `export * from '../a';`, `const a = await import('./a');`],
	},
	{
		name: 'a module is imported by one statement',
		check(source) {
			const modules = importsOf(source).flatMap(({ text, from }) => (/^\s*import\b[^(]*$/.test(text) ? [from] : []));
			return modules
				.filter((from, index) => modules.indexOf(from) !== index)
				.map((from) => `${from} is imported twice`);
		},
		allowed: [`import { a, type B } from './a.ts';\nexport { c } from './a.ts';`],
		refused: [`import { a } from './a.ts';\nimport type { B } from './a.ts';`],
	},
	{
		name: 'an import of types only is an `import type`',
		check: (source) =>
			importsOf(source)
				.filter(({ text, typeOnly }) => typeOnly && !/^\s*(?:import|export)\s+type\b/.test(text))
				.map(({ from }) => `${from}: write "import type"`),
		allowed: [`import type { A } from './a.ts';`, `import { type A, b } from './a.ts';`],
		refused: [`import { type A, type B } from './a.ts';`],
	},
	{
		name: 'constants of a module that are numbers, texts or regular expressions are UPPER_SNAKE_CASE',
		check: (source) =>
			[
				...source.matchAll(
					/^(?:export )?const (\w+)(?:: [^=\n]+)? =\s+(?:-?[\d.][\w.]*|'[^'\n]*'|\/(?![*/]).*\/\w*);$/gm,
				),
			]
				.map(([, name = '']) => name)
				.filter((name) => !/^[A-Z][A-Z\d_]*$/.test(name))
				.map((name) => `${name} is a constant`),
		allowed: [`const PAGE_SIZE = 20;`, `\tconst size = 20;`, `const half = size / 2;`, `const text = read('a');`],
		refused: [
			`const pageSize = 20;`,
			`export const name = 'a';`,
			`const pattern = /a/g;`,
			`const time: number = 1_000;`,
		],
	},
	{
		name: 'values are compared with === and !==',
		check: (source) =>
			codeOf(source)
				.match(/.*[^=!<>](?:==|!=)(?!=).*/g)
				?.map((line) => line.trim()) ?? [],
		allowed: [`a === b;`, `a !== b;`, `const f = (a) => a;`, `// a == b`, `const text = 'a == b';`, `a <= b;`],
		refused: [`if (a == b) c();`, `a != null;`],
	},
	{
		name: 'nothing is called that browsers of the floor lack and the bundler keeps',
		check: (source, path) =>
			/^src\/(?!build\/|check\/)/.test(path)
				? (codeOf(source).match(/\.(?:flat|flatMap|at|replaceAll|matchAll|fromEntries|allSettled|any)\(/g) ?? [])
				: [],
		allowed: [`flatten(list);`, `format.attach(a);`],
		refused: [`list.flatMap(f);`, `list.at(-1);`, `Object.fromEntries(list);`],
	},
	{
		name: 'file names are kebab-case',
		check: (_source, path) =>
			/^README\.md$|^[a-z\d]+(?:-[a-z\d]+)*(?:\.[a-z\d]+(?:-[a-z\d]+)*)*\.(?:tsx?|mjs|js|css)$/.test(basename(path))
				? []
				: ['rename it'],
		allowed: [],
		refused: [],
	},
	{
		name: 'texts for people stand in src/texts.ts',
		check: (source, path) =>
			/^src\/(?!texts\.ts$|config\.ts$|api\/examples\.ts$|safe\/fields\.ts$).*\.tsx?$/.test(path)
				? (source.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '').match(/.*\p{Script=Han}.*/gu) ?? []).map((line) =>
						line.trim(),
					)
				: [],
		allowed: [`/** 互动空间 (spec §2). */`, `\t// 直播`, `return texts.RETRY;`],
		refused: [`return '重试';`, `<b>重试</b>`],
	},
];

/** Every source file of ours, relative to the top folder. */
const files = ['src', 'test']
	.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
			(name) => `${folder}/${name.replaceAll('\\', '/')}`,
		),
	)
	.concat('build.mjs', 'README.md')
	.filter((path) => /\.(?:tsx?|mjs|js|css|md)$/.test(path) && !EXEMPT.test(path));

const it = suite('style');

for (const { name, check, allowed, refused } of RULES) {
	it(`should hold everywhere: ${name}`, () => {
		assert.ok(files.length > 250);
		const broken = files.flatMap((path) =>
			check(readFileSync(join(root, path), 'utf8'), path).map((sentence) => `${path}: ${sentence}`),
		);
		assert.equal(broken, []);
	});
	for (const source of allowed)
		it(`should allow: ${source.replace(/\n/g, ' ')}`, () => assert.equal(check(source, 'src/a.ts'), []));
	for (const source of refused)
		it(`should refuse: ${source.replace(/\n/g, ' ')}`, () => assert.is(check(source, 'src/a.ts').length, 1));
}

it('should check the version of Node before anything else in each program that a command starts', () => {
	const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
	const programs = Object.values(scripts).flatMap(
		(command) => /^(?:node|tsx) .*?(\S+\.(?:mjs|ts))/.exec(command)?.[1] ?? [],
	);
	assert.ok(programs.length > 7);
	for (const path of programs) {
		const [first] = importsOf(readFileSync(join(root, path), 'utf8'));
		assert.match(first!.from, /\/node-version\.mjs$/, path);
	}
});

it.run();
