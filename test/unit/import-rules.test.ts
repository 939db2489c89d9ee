import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../support/root.ts';

/**
 * Rooms of `src/`, rooms in them and files beside them: the packages, rooms and files that each may import besides itself and
 * the types of `config.ts`; of `type:…` the types alone. A room in another one may import what that may, but of it only what
 * is named. Our own: dependency-cruiser 18 reads TypeScript before 7 only, from Node 22 on; a linter wants a block a room.
 */
const RULES: Record<string, string> = {
	'config.ts': '',
	'polyfills.ts': '',
	'texts.ts': '',
	network: '',
	visit: '',
	safe: 'dompurify texts.ts',
	rts: '',
	'rts/play': '',
	'rts/publish': 'rts/play',
	'rts/sdk': 'rts/play rts/publish',
	media: '',
	api: 'ky network/retry-delay.ts safe rts/play/retry-after.ts texts.ts',
	// Types of hls.js alone; the script hls brings it.
	player: 'hls.js media network rts safe texts.ts',
	'player/core': 'player/act player/link player/rules player/watch',
	'player/link': 'player/core player/watch',
	'player/watch': 'player/act player/core',
	'player/rules': 'player/core player/watch',
	'player/act': 'player/core player/link player/watch',
	'player/report': 'player/core player/act player/rules player/watch',
	models:
		'@preact/signals api/page-sizes.ts network player/core/source.ts player/core/status.ts safe/is-date.ts ' +
		'safe/plain-text.ts safe/spread-demand.ts safe/url.ts texts.ts type:visit type:safe type:rts type:api type:player type:view type:share type:native',
	view:
		'react react-dom react-dom/client static network/failure.ts network/online.ts player/core/owed.ts player/core/status.ts ' +
		'player/watch/buffered-end.ts safe/foreign-image.ts safe/is-date.ts safe/nickname.ts safe/without-gaps.ts texts.ts type:models',
	'view/chat': 'view/page',
	'view/dialogs': 'view/chat view/guide view/page type:safe',
	'view/guide': '@preact/signals safe view/page',
	'view/introduction': 'view/page view/stage',
	'view/news': 'view/page',
	// Hooks of Preact itself, in one file.
	'view/page': 'preact view/stage view/tabs',
	'view/stage': 'view/page',
	'view/tabs': 'view/introduction view/page view/stage',
	share: 'network visit safe texts.ts',
	native: 'visit safe texts.ts',
	// A page of its own.
	diagnose: 'player/core/is-hls.ts rts/play/address.ts visit/engine.ts type:api',
	'visit-log': 'node:* build visit/engine.ts visit/visit.ts diagnose/code.ts',
	// Node's, and the page's own readers and words.
	check:
		'werift node:* api build media rts safe config.ts texts.ts player/act/plain-offers.ts player/act/play-fallback.ts ' +
		'player/core/first-address.ts player/core/list-qualities.ts ' +
		'player/core/policy.ts player/core/is-hls.ts player/core/source.ts player/rules/failures.ts share/share-card.ts ' +
		'view/stage/stage-message.ts visit/leaving-url.ts visit/visit.ts type:player',
};

/** `entry` sees every room, and `build` is the build's own code, which is not TypeScript. */
const FREE = ['entry', 'build'];

/** The head and boot scripts carry these, so they stay free of ky. */
const WITHOUT_PACKAGES = ['api/sign-request.ts', 'api/sign.ts', 'api/envelope.ts', 'api/fetch-live.ts'];

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

/** A circle in a graph of modules, each with what it imports; empty where there is none. */
function findCircle(graph: Record<string, string[]>): string[] {
	const left = new Set(Object.keys(graph));
	const next = (module = '') => graph[module]!.find((name) => left.has(name));
	for (let size = 0; size !== left.size;) {
		size = left.size;
		for (const module of left) if (!next(module)) left.delete(module);
	}
	const path: string[] = [];
	let [at] = left;
	for (; at && !path.includes(at); at = next(at)) path.push(at);
	return at ? [...path.slice(path.indexOf(at)), at] : [];
}

/** Finds violations in a file, a sentence each. `path` is relative to `src`. */
function violations(path: string, source: string): string[] {
	const [room = ''] = path.split('/');
	if (FREE.includes(room)) return [];
	if (RULES[room] === undefined) return [`${path}: ${room} is no room of the house`];
	const folder = posix.dirname(path);
	const place = folder in RULES ? folder : room;
	const allowed = ['type:config.ts', place, ...`${RULES[room]} ${RULES[place]}`.split(' ')];
	return importsOf(source).flatMap(({ from, typeOnly }) => {
		const isPackage = !from.startsWith('.');
		const name = isPackage ? from.replace(/^node:.*/, 'node:*') : posix.join('src', folder, from).replace(/^src\//, '');
		const covers = (rule: string) => name === rule || (!isPackage && name.startsWith(`${rule}/`));
		return allowed.some((rule) => covers(typeOnly ? rule.replace('type:', '') : rule)) &&
			!(isPackage && WITHOUT_PACKAGES.includes(path))
			? []
			: [`${path}: ${place} may not import ${typeOnly ? 'types of ' : ''}${name}`];
	});
}

const it = suite('import rules');

/** Every module of `src`, with its text. */
const modules: [path: string, source: string][] = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
	.map((name) => name.replaceAll('\\', '/'))
	.filter((name) => /\.(tsx?|mjs)$/.test(name) && !name.endsWith('.d.ts'))
	.map((name) => [name, readFileSync(join(root, 'src', name), 'utf8')]);

it('should hold in every source file', () => {
	assert.ok(modules.length > 50);
	const found = modules.flatMap(([path, source]) => violations(path, source));
	assert.equal(found, []);
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
		.filter((path) => /^(?!\.).*\.(tsx?|mjs)$/.test(path) && !graph[path]);
	assert.equal(unknown, [], 'every import is followed');
	assert.equal(findCircle(graph), []);
	assert.equal(findCircle({ a: ['b'], b: ['c', 'd'], c: [], d: ['e'], e: ['b'] }), ['b', 'd', 'e', 'b']);
});

/** A refused import for each kind of rule. */
for (const [path, source] of [
	['visit/visit.ts', `import type { Live } from '../api/complete-live.ts';`],
	['rts/sdk/client.ts', `import 'webrtc-adapter';`],
	['api/sign.ts', `const ky = await import('ky');`],
	['api/request.ts', `import { defaults } from '../config.ts';`],
	['player/watch/watch.ts', `import { a } from '../rules/trial.ts';`],
	['player/extend-player.ts', `export { share } from '../share/share-card.ts';`],
	['models/chat.ts', `import { createApi, type Api } from '../api/request.ts';`],
	['share/share-card.ts', `import share from '../../static/share.png';`],
	['config.ts', `import type { Visit } from './visit/visit.ts';`],
	['utils/text.ts', ''],
	['helpers.ts', ''],
] as const)
	it(`should refuse in ${path}: ${source || 'being there'}`, () => assert.is(violations(path, source).length, 1));

it.run();
