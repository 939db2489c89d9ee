/** Lists in the documentation, compared with the code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BUDGETS } from '../../src/build/budgets.mjs';
import { defaults } from '../../src/config.ts';
import { root } from '../support/root.ts';

const it = suite('documentation');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Each text of the documentation, relative to the top folder. */
const texts = ['', 'src', 'test', '.github']
	.flatMap((folder) =>
		existsSync(join(root, folder))
			? readdirSync(join(root, folder), { recursive: folder !== '', encoding: 'utf8' }).map((name) =>
					join(folder, name),
				)
			: [],
	)
	// The bench installs the packages of its peer.
	.filter((path) => path.endsWith('.md') && !path.includes('node_modules'));

const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

/** Code in the first two cells of each row below a heading that begins with code. */
function rowsOf(text: string, heading: string): [first: string[], second: string[]][] {
	const section = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
	return [...section.matchAll(/^\| (`.*?) \| (.*?) \|/gm)].map(([, ...cells]) => [
		codeIn(cells[0]!),
		codeIn(cells[1]!),
	]);
}
const firstCells = (text: string, heading: string) => rowsOf(text, heading).map(([cell]) => cell);

/** All sources of the product, by path. */
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
	.filter((path) => /\.(tsx?|mjs)$/.test(path))
	.map((path) => [path, read(join('src', path))] as const);

/** The anchor of a heading, as code hosts make it. */
const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\d\s-]/gu, '')
		.trim()
		.replaceAll(' ', '-');

/** All settings with their defaults; an empty record is one as a whole. */
const settingsOf = (value: object, path: string[] = []): [name: string, usual: unknown][] =>
	Object.entries(value).flatMap(([name, inner]) =>
		inner && typeof inner === 'object' && !Array.isArray(inner) && Object.keys(inner).length
			? settingsOf(inner, [...path, name])
			: [[[...path, name].join('.'), inner]],
	);

it('should list every setting with its default once, and no other', () => {
	const listed = rowsOf(read('src/docs/settings.md'), 'Settings').flatMap(([names, usual]) =>
		// One default may be that of all names in a row.
		names.map((name, index) => [name, JSON.parse(usual[index] ?? usual[0]!)]),
	);
	assert.equal(Object.fromEntries(listed), Object.fromEntries(settingsOf(defaults)));
	assert.is(listed.length, settingsOf(defaults).length);
});

it('should name findings that the check knows', () => {
	const code = sources.filter(([path]) => path.startsWith('check')).join();
	const unknown = firstCells(read('src/docs/deploy.md'), 'Check').flat();
	const missing = unknown.filter((id) => !/^--|^\{/.test(id) && !code.includes(`'${id}'`));
	assert.equal(missing, []);
});

it('should give sizes that are within the budgets, and at most a tenth below them', () => {
	const sizes: [path: string, phrase: string, name: string][] = [
		['README.md', 'weigh N kB', 'html, app, preact'],
		['README.md', 'a live stream loads N kB', 'a visit to a live'],
		['src/README.md', 'index.html .N kB', 'index.html'],
		['src/rts/README.md', 'of the size .N kB', 'rts, whole'],
		['src/rts/README.md', 'plays only, in N kB', 'rts, play half'],
		['src/docs/decisions/images-give-way.md', 'the HTML again, N kB', 'index.html'],
	];
	for (const [path, phrase, name] of sizes) {
		const [, kilobytes] = new RegExp(phrase.replace('N', '(\\d+)')).exec(read(path)) ?? [];
		const { limit = 0 } = BUDGETS.find((budget) => budget.name === name)!;
		assert.ok(Number(kilobytes) * 1000 <= limit && Number(kilobytes) * 1000 > limit * 0.9, `${phrase} for ${limit}`);
	}
});

it('should list every command', () => {
	const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
	const listed = firstCells(read('test/README.md'), 'Commands')
		.flat()
		.map((command) => command.replace(/^npm (?:run )?/, ''));
	// npm itself runs `prepack`.
	assert.equal([...listed, 'prepack'].sort(), Object.keys(scripts).sort());
});

it('should have no paragraph over 500 characters, and decisions of at most 15 lines beside tables', () => {
	const long = texts
		.filter((path) => path !== 'CHANGELOG.md')
		.flatMap((path) => {
			const prose = read(path).replace(/```[^]*?```|^\|.*$/gm, '');
			const paragraphs = prose.split(/\n\s*\n|\n(?=- |\d+\. )/);
			if (path.includes('decisions') && prose.split(/\n(?!\n)/).length > 16) paragraphs.push(`${path} `.repeat(50));
			return paragraphs.filter(({ length }) => length > 500).map((text) => `${path}: ${text.slice(0, 60)}`);
		});
	assert.equal(long, []);
});

it('should have no cell of a table over 60 words, and no sentence over 40', () => {
	const count = (text: string) => text.match(/[\w'.-]+/g)?.length ?? 0;
	const long = texts
		.filter((path) => !/CHANGELOG|bench/.test(path))
		.flatMap((path) => {
			const prose = read(path).replace(/```[^]*?```|\]\([^)]*\)/g, '');
			const parts = prose.split('\n').flatMap((line) => (line[0] === '|' ? line.split(/(?<!\\)\|/) : [line]));
			const isCell = (text: string) => prose.includes(`|${text}|`);
			return parts.flatMap((part) => {
				const sentences = part.replace(/`[^`]*`/g, 'code').split(/(?<=[.!?])\s/);
				return (isCell(part) && count(part) > 60 ? [part] : []).concat(sentences.filter((text) => count(text) > 40));
			});
		});
	assert.equal(long, []);
});

it('should name files in comments that exist', () => {
	const folders = ['src', 'test'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }),
	);
	const names = folders.concat(texts, 'build.mjs');
	const missing = sources.flatMap(([path, code]) =>
		[...code.matchAll(/`([\w/-]+\.(?:tsx?|mjs|css|md))`/g)].flatMap(([, name = '']) =>
			names.some((file) => `/${file}`.endsWith(`/${name}`)) ? [] : [`${path}: ${name}`],
		),
	);
	assert.equal(missing, []);
});

it('should link to files and headings that exist', () => {
	for (const path of texts)
		for (const [, target = ''] of read(path).matchAll(/\]\(((?!\w+:)[^)\s]+)\)/g)) {
			const [name = '', anchor] = target.split('#');
			const file = name ? join(dirname(path), name) : path;
			assert.ok(existsSync(join(root, file)), `${path}: ${target}`);
			if (anchor)
				assert.ok(
					[...read(file).matchAll(/^#+ (.+)$/gm)].some(([, heading]) => anchorOf(heading!) === anchor),
					`${path}: ${target}`,
				);
		}
});

it('should lead from heads of modules to every decision, and from the front page of the sources', () => {
	const decisions = readdirSync(join(root, 'src/docs/decisions')).sort();
	const linkedFrom = (text: string) => [...text.matchAll(/decisions\/([\w-]+\.md)/g)].map(([, name]) => name!);
	const heads = sources.flatMap(([, code]) => linkedFrom(/^\/\*\*[^]*?\*\//.exec(code)?.[0] ?? ''));
	assert.equal([...new Set(heads)].sort(), decisions);
	assert.equal(linkedFrom(read('src/README.md')).sort(), decisions);
	for (const name of linkedFrom(sources.join())) assert.ok(decisions.includes(name), name);
});

it.run();
