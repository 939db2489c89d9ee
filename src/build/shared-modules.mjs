/**
 * Finds out which modules scripts share: one that an earlier script holds anyway, with all that later scripts import from
 * it, is left there for them. `preact` holds what the others import of Preact and its signals.
 */
import { basename } from 'node:path';
import { leaveShared, offererOf, takeShared } from './plugins.mjs';

/**
 * @typedef {import('./plugins.mjs').Shared} Shared
 * @typedef {ReturnType<typeof import('./bundle.mjs').createBundler>} Bundler
 */

/** Name of an entry's script. @param {string} entry */
export const nameOf = (entry) => basename(entry).replace(/\.\w+$/, '');

const LIBRARY = ['preact', 'react', 'react/jsx-runtime', 'react-dom/client', '@preact/signals'];

/** Characters, before they are minified, that later scripts must save together: a name that is left costs the HTML some. */
const MIN_SAVED = 150;

/** Characters by which a text defines a name; 0: it does not. @param {string} text @param {string} name */
function definitionOf(text, name) {
	const [found = ''] = text
		.split(/^(?=(?:var|let|const|class|(?:async )?function\*?) )/m)
		// One that two modules have gets a number.
		.filter((definition) => new RegExp(`^[\\w *]+ ${name}\\d*\\b`).test(definition));
	return found.length;
}

/**
 * Splits an outline into the texts of its modules.
 * @param {string} outline
 */
const modulesIn = (outline) =>
	outline
		.split(/^\/\/ src\//m)
		.slice(1)
		.map((text) => /** @type {const} */ ([text.slice(0, text.indexOf('\n')), text]));

/**
 * Exports that other scripts use of a script, as `[module, name]`, in the order of the array that holds them.
 * @param {string} script
 * @param {Record<string, Shared>} takes
 */
export function leftBy(script, takes) {
	const taken = Object.values(takes).flatMap((shared) =>
		Object.entries(shared[script] ?? {}).flatMap(([module, names]) => names.map((name) => `${module} ${name}`)),
	);
	return [...new Set(taken)].sort().map((pair) => /** @type {[module: string, name: string]} */ (pair.split(' ')));
}

/**
 * Derives what scripts share from their imports.
 * @param {Bundler} bundler
 * @param {string} src folder of the sources
 * @param {string[]} leaving scripts that leave something, in the order in which they run
 * @param {string[]} later scripts that run after all of these
 * @param {(script: string, from: string) => boolean} mayTake whether a script follows one of those that leave something
 * @returns {Promise<{ offersTo: (script: string) => Shared, takes: Record<string, Shared> }>} all exports of the modules
 * that a script may take; by script, those that it uses
 */
export async function deriveShared(bundler, src, leaving, later, mayTake = () => true) {
	/** All exports of the modules that are shared, by script. @type {Shared} */
	const offers = { preact: await exportsOf(LIBRARY) };
	/** Those of the scripts before one that leaves something itself. @type {Record<string, Shared>} */
	const earlier = { preact: {} };
	const offersTo = (/** @type {string} */ script) =>
		Object.fromEntries(Object.entries(earlier[script] ?? offers).filter(([from]) => mayTake(script, from)));

	/**
	 * By entry; one serves for all offers that are equal in the modules that it imports.
	 * @type {Record<string, ReturnType<typeof makeOutline>[]>}
	 */
	const outlines = {};
	/** The offered exports that a script uses, and its text. @param {string} entry */
	async function outline(entry) {
		const offered = offersTo(nameOf(entry));
		const known = (outlines[entry] ??= []);
		const same = (await Promise.all(known)).find(({ imported }) =>
			Object.entries(imported).every(([module, script]) => script === offererOf(offered, module)),
		);
		if (same) return same;
		const made = makeOutline(entry, offered);
		known.push(made);
		return made;
	}
	/** @param {string} entry @param {Shared} offered */
	async function makeOutline(entry, offered) {
		/** Modules that it and its modules import, with those that offer them. @type {Record<string, string | undefined>} */
		const imported = {};
		const take = takeShared(
			src,
			offered,
			(...names) => `/* @__PURE__ */ taken(${JSON.stringify(names.join(' '))})`,
			imported,
		);
		const text = await bundler.outline(`entry/${entry}`, [leaveShared(src, []), take]);
		/** @type {Shared} */
		const taken = {};
		for (const [, script = '', module = '', name = ''] of text.matchAll(/ taken\("(\S+) (\S+) (\S+)"\)/g))
			((taken[script] ??= {})[module] ??= []).push(name);
		return { text, taken, imported };
	}
	/** Exports by module; none of one with a default, which has no name. @param {string[]} modules */
	async function exportsOf(modules) {
		const exports = await bundler.exportsOf(modules);
		const named = exports.map((names) => names.filter((name) => name !== 'default'));
		return Object.fromEntries(modules.map((module, index) => [module, named[index] ?? []]));
	}

	for (const [index, entry] of leaving.entries()) {
		const script = nameOf(entry);
		earlier[script] = { ...offers };
		const held = new Map(modulesIn((await outline(entry)).text));
		held.delete(`entry/${entry}`);
		offers[script] = await exportsOf([...held.keys()]);
		// A module that is not left is imported by the later scripts themselves, with what it imports.
		for (let modules = Infinity; modules > Object.keys(offers[script] ?? {}).length;) {
			modules = Object.keys(offers[script] ?? {}).length;
			const users = await Promise.all([...leaving.slice(index + 1), ...later].map(outline));
			offers[script] = Object.fromEntries(
				Object.entries(offers[script] ?? {}).filter(([module]) => {
					const taken = users.flatMap(({ taken }) => taken[script]?.[module] ?? []);
					const sizes = taken.map((name) => definitionOf(held.get(module) ?? '', name));
					return !taken.length || (sizes.every(Boolean) && sizes.reduce((sum, size) => sum + size) >= MIN_SAVED);
				}),
			);
		}
	}
	const takes = [...leaving, ...later].map(async (entry) => [nameOf(entry), (await outline(entry)).taken]);
	return { offersTo, takes: Object.fromEntries(await Promise.all(takes)) };
}
