import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../support/root.ts';

interface Rule {
	/** Packages a room may import. */
	packages: string[];
	/** Rooms, and single files of others, that it may import. */
	rooms: string[];
	/** Rooms it may import types of. */
	types: string[];
}

const ROOMS = ['network', 'visit', 'safe', 'rts', 'api', 'player', 'models', 'view', 'share', 'native'];

/** The rooms of `src/`. Every room may import its own files and the types of `config.ts`. */
const RULES: Record<string, Rule> = {
	network: { packages: [], rooms: [], types: [] },
	visit: { packages: [], rooms: [], types: [] },
	safe: { packages: ['dompurify'], rooms: ['texts.ts'], types: [] },
	rts: { packages: [], rooms: [], types: [] },
	api: { packages: ['ky'], rooms: ['safe', 'rts/play/retry-after.ts', 'texts.ts'], types: [] },
	// Types alone; the script hls brings it.
	player: { packages: ['hls.js'], rooms: ['network', 'rts', 'safe', 'texts.ts'], types: [] },
	models: {
		packages: ['@preact/signals'],
		rooms: ['api/page-sizes.ts', 'network', 'player/core/status.ts', 'safe/plain-text.ts', 'safe/url.ts', 'texts.ts'],
		types: ROOMS,
	},
	view: {
		packages: ['react', 'react-dom', 'react-dom/client'],
		rooms: ['network/failure.ts', 'network/online.ts', 'player/core/status.ts', 'safe/foreign-image.ts', 'texts.ts'],
		types: ['models'],
	},
	share: { packages: [], rooms: ['network', 'visit', 'safe', 'texts.ts'], types: [] },
	native: { packages: [], rooms: ['visit', 'safe', 'texts.ts'], types: [] },
	// Node's, and the page's own readers and words.
	check: {
		packages: ['werift', 'node:*'],
		rooms: [
			'api',
			'build',
			'rts',
			'safe',
			'config.ts',
			'texts.ts',
			'player/act/play-fallback.ts',
			'player/core/list-qualities.ts',
			'player/core/policy.ts',
			'player/core/source.ts',
			'player/rules/failures.ts',
			'share/share-card.ts',
			'view/stage/stage-message.ts',
			'visit/visit.ts',
		],
		types: ['player'],
	},
};

/** Rooms inside a room, and which of the others each one may import. */
const INNER: Record<string, Record<string, string[]>> = {
	player: {
		core: ['act', 'rules', 'watch'],
		watch: ['act', 'core'],
		rules: ['core', 'watch'],
		act: ['core', 'watch'],
		report: ['core', 'act', 'rules', 'watch'],
	},
	rts: { play: [], publish: ['play'], sdk: ['play', 'publish'] },
	view: {
		chat: ['page'],
		dialogs: ['chat', 'page'],
		introduction: ['page', 'stage'],
		news: ['page'],
		page: ['stage', 'tabs'],
		stage: ['page'],
		tabs: ['introduction', 'page', 'stage'],
	},
};

/** Whether a file of a room may import from another one of it. */
function isInside(path: string, target: string): boolean {
	const [place = '', from, to] = [path.split('/')[1], dirname(path), dirname(target)].map((name) => basename(name!));
	const allowed = INNER[place]?.[from!];
	return !allowed || from === to || allowed.includes(to!);
}

/** Rooms without rules: `entry` sees every room, and `build` is the build's own code, which is not TypeScript. */
const FREE = ['entry', 'build'];

/** Files in `src/` itself, and what they import. */
const TOP_FILES: Record<string, string[]> = {
	config: [],
	polyfills: [],
	texts: [],
};

/** The head and boot scripts carry these, so they stay free of ky. */
const WITHOUT_PACKAGES = ['src/api/sign-request.ts', 'src/api/sign.ts', 'src/api/envelope.ts', 'src/api/fetch-live.ts'];

/** What a module imports. */
interface Import {
	from: string;
	/** Only types, which are gone when it runs. */
	typeOnly: boolean;
}

/** The imports of a module, types included. Comment lines begin otherwise and do not match. */
function importsOf(source: string): Import[] {
	const statements = source.matchAll(
		/^[ \t]*(?:import|export)\s+(type\s+)?(?:([^'"`;()=]*?)\s*from\s*)?['"]([^'"]+)['"]/gm,
	);
	const calls = source.matchAll(/^(?!\s*(?:\*|\/\/)).*?\b(?:import|require)\(\s*['"]([^'"]+)['"]/gm);
	return [
		...[...statements].map(([, type, names = '', from = '']) => ({
			from,
			typeOnly: Boolean(type) || /^\{\s*type [^,]*(?:,\s*type [^,]*)*,?\s*\}$/.test(names.trim()),
		})),
		...[...calls].map(([, from = '']) => ({ from, typeOnly: false })),
	];
}

/** The first circle in a graph of modules, each with what it imports; undefined where there is none. */
function findCircle(graph: Record<string, string[]>): string[] | undefined {
	const cleared = new Set<string>();
	const search = (module: string, path: string[]): string[] | undefined => {
		if (path.includes(module)) return [...path.slice(path.indexOf(module)), module];
		if (cleared.has(module)) return undefined;
		for (const next of graph[module] ?? []) {
			const circle = search(next, [...path, module]);
			if (circle) return circle;
		}
		cleared.add(module);
		return undefined;
	};
	for (const module of Object.keys(graph)) {
		const circle = search(module, []);
		if (circle) return circle;
	}
	return undefined;
}

/** Finds violations in a file, a sentence each. `path` is relative to the top folder. */
function violations(path: string, source: string): string[] {
	const [, place = '', ...rest] = path.split('/');
	if (!rest.length) {
		const name = place.replace(/\.tsx?$/, '');
		const imports = TOP_FILES[name];
		if (!imports) return [`${path}: files outside a room are ${Object.keys(TOP_FILES).join(', ')}`];
		return importsOf(source)
			.filter(({ from }) => !imports.includes(from))
			.map(({ from }) => `${path}: ${name} may not import ${from}`);
	}
	if (FREE.includes(place)) return [];
	const rule = RULES[place];
	if (!rule) return [`${path}: ${place} is no room of the house`];

	return importsOf(source).flatMap(({ from, typeOnly }) => {
		const sentence = `${path}: ${place} may not import ${typeOnly ? 'types of ' : ''}${from}`;
		if (!from.startsWith('.')) {
			return rule.packages.includes(from.replace(/^node:.*/, 'node:*')) && !WITHOUT_PACKAGES.includes(path)
				? []
				: [sentence];
		}
		const target = posix.join(posix.dirname(path), from);
		if (/^src\/config(\.ts)?$/.test(target) && !rule.rooms.includes('config.ts'))
			return typeOnly ? [] : [`${sentence}, only its types`];
		const [top, room = ''] = target.split('/');
		if (place === 'view' && /^static\/[^/]+\.(svg|png)$/.test(target)) return [];
		if (top !== 'src') return [sentence];
		const imports = [room, target.slice('src/'.length)];
		return (room === place && isInside(path, target)) ||
			rule.rooms.some((name) => imports.includes(name)) ||
			(typeOnly && rule.types.includes(room))
			? []
			: [sentence];
	});
}

const it = suite('import rules');

/** Every module of `src`, with its text. */
const modules: [path: string, source: string][] = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
	.map((name) => `src/${name.replaceAll('\\', '/')}`)
	.filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.endsWith('.d.ts'))
	.map((name) => [name, readFileSync(join(root, name), 'utf8')]);

it('should hold in every source file', () => {
	assert.ok(modules.length > 50);
	assert.equal(
		modules.flatMap(([path, source]) => violations(path, source)),
		[],
	);
});

it('should find no import circle, types included', () => {
	const graph = Object.fromEntries(
		modules.map(([path, source]) => [
			path,
			importsOf(source)
				.filter(({ from }) => from.startsWith('.'))
				.map(({ from }) => posix.join(posix.dirname(path), from)),
		]),
	);
	const unknown = Object.values(graph)
		.flat()
		.filter((path) => /^src\/.*\.(tsx?|mjs)$/.test(path) && !graph[path]);
	assert.equal(unknown, [], 'every import is followed');
	assert.equal(findCircle(graph), undefined);
	assert.equal(findCircle({ a: ['b'], b: ['c', 'd'], c: [], d: ['e'], e: ['b'] }), ['b', 'd', 'e', 'b']);
});

/** A refused import for each kind of rule. */
for (const [path, source] of [
	['src/visit/visit.ts', `import type { Live } from '../api/live.ts';`],
	['src/rts/sdk/client.ts', `import 'webrtc-adapter';`],
	['src/api/sign.ts', `const ky = await import('ky');`],
	['src/api/request.ts', `import { defaults } from '../config.ts';`],
	['src/player/watch/watch.ts', `import { a } from '../rules/trial.ts';`],
	['src/player/extend-player.ts', `export { share } from '../share/share-card.ts';`],
	['src/models/chat.ts', `import { createApi, type Api } from '../api/request.ts';`],
	['src/share/share-card.ts', `import share from '../../static/share.png';`],
	['src/config.ts', `import type { Visit } from './visit/visit.ts';`],
	['src/utils/text.ts', ''],
	['src/helpers.ts', ''],
] as const)
	it(`should refuse in ${path}: ${source || 'being there'}`, () => assert.is(violations(path, source).length, 1));

it.run();
