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

/** Code in the first cell of each row below a heading. */
function firstCells(text: string, heading: string): string[][] {
	const section = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
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

/** Names of all settings; an empty record is one as a whole. */
const settingsOf = (value: object, path: string[] = []): string[] =>
	Object.entries(value).flatMap(([name, inner]) =>
		inner && typeof inner === 'object' && !Array.isArray(inner) && Object.keys(inner).length
			? settingsOf(inner, [...path, name])
			: [[...path, name].join('.')],
	);

it('should list every setting once, and no other', () => {
	assert.equal(firstCells(read('src/docs/settings.md'), 'Settings').flat().sort(), settingsOf(defaults).sort());
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
	// npm itself runs `prepack`.
	assert.equal([...listed, 'prepack'].sort(), Object.keys(scripts).sort());
});

it('should have no paragraph over 500 characters, and decisions of at most 15 lines', () => {
	const long = texts
		.filter((path) => !/^(CHANGELOG|src.docs.(deploy|quicker)|src.rts)/.test(path))
		.flatMap((path) => {
			const prose = read(path).replace(/```[^]*?```|^\|.*$/gm, '');
			const paragraphs = prose.split(/\n\s*\n|\n(?=- |\d+\. )/);
			if (path.includes('decisions') && read(path).split('\n').length > 16) paragraphs.push(`${path} `.repeat(50));
			return paragraphs.filter(({ length }) => length > 500).map((text) => `${path}: ${text.slice(0, 60)}`);
		});
	assert.equal(long, []);
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

it.run();
