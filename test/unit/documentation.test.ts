/** Lists in the documentation, compared with the code. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BUDGETS } from '../../src/build/budgets.mjs';
import { defaults } from '../../src/config.ts';
import { COLUMNS, STATES } from '../bench/crowd/states.ts';
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

/** Code in the first cell of each row below a heading. */
function firstCells(text: string, heading: string): string[][] {
	const section = text.split(/^##+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
	return [...section.matchAll(/^\| (`.*?) \|/gm)].map(([, cell]) =>
		[...cell!.matchAll(/`([^`]+)`/g)].map(([, code]) => code!),
	);
}

/** The anchor of a heading, as code hosts make it. */
const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\d\s-]/gu, '')
		.trim()
		.replaceAll(' ', '-');

it('should introduce the product in at most 120 lines', () => {
	assert.ok(read('README.md').split('\n').length <= 121);
});

/** Names of all settings; an empty record is one as a whole. */
const settingsOf = (value: object, path: string[] = []): string[] =>
	Object.entries(value).flatMap(([name, inner]) =>
		inner && typeof inner === 'object' && !Array.isArray(inner) && Object.keys(inner).length
			? settingsOf(inner, [...path, name])
			: [[...path, name].join('.')],
	);

it('should list every setting once, and no other', () => {
	assert.equal(firstCells(read('src/README.md'), 'Settings').flat().sort(), settingsOf(defaults).sort());
});

it('should give sizes that are within the budgets, and at most a tenth below them', () => {
	const sizes = { 'weigh N kB': ['index.html', 'app'], 'a live stream loads N kB': ['a visit to a live'] };
	for (const [phrase, names] of Object.entries(sizes)) {
		const [, kilobytes] = new RegExp(phrase.replace('N', '(\\d+)')).exec(read('README.md')) ?? [];
		const limit = BUDGETS.reduce((sum, budget) => sum + (names.includes(budget.name) ? budget.limit : 0), 0);
		assert.ok(Number(kilobytes) * 1000 <= limit && Number(kilobytes) * 1000 > limit * 0.9, `${phrase} for ${limit}`);
	}
});

it('should list every command', () => {
	const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
	const listed = firstCells(read('test/README.md'), 'Commands')
		.flat()
		.map((command) => command.replace(/^npm (?:run )?/, ''));
	assert.equal(listed.sort(), Object.keys(scripts).sort());
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

it('should show what a crowd requests as it is printed', () => {
	const [, table = ''] = /^\| \| (requests per minute [^]*?)\n\n/m.exec(read('test/README.md'))!;
	const [head, , ...rows] = table.split('\n').map((row) => row.split('|').map((cell) => cell.trim()));
	assert.equal(head!.slice(0, -1), COLUMNS);
	const titles = STATES.flatMap(({ windows }) => windows.map(({ title }) => title));
	assert.equal(
		rows.map(([, title]) => title),
		titles,
	);
});

it('should show no table twice', () => {
	const tables = texts.flatMap((path) =>
		[...read(path).matchAll(/^\|.*\|\n\| ?-.*\|\n((?:\|.*\|\n)+)/gm)].map(([, rows]) => rows!.replace(/ +/g, ' ')),
	);
	assert.ok(tables.length > 15);
	assert.is(new Set(tables).size, tables.length);
});

it.run();
