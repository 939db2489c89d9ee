/** An import, with the text of its statement. */

export interface Import {
	from: string;
	/** Only types, which are gone when it runs. */
	typeOnly: boolean;
	/** An `import` or `export … from` statement, not a call. */
	statement: boolean;
	/** The whole statement. */
	text: string;
}

/** The imports of a module, types included. Comment lines begin otherwise and do not match. */
export function importsOf(source: string): Import[] {
	const statements = source.matchAll(
		/^[ \t]*(?:import|export)\s+(type\s+)?(?:([^'"`;()=]*?)\s*from\s*)?['"]([^'"]+)['"]/gm,
	);
	const calls = source.matchAll(/^(?!\s*(?:\*|\/\/)).*?\b(?:import|require)\(\s*['"]([^'"]+)['"]/gm);
	const named = /^\{(.*)\}$/s;
	return [
		...[...statements].map(([text, type, names = '', from = '']) => {
			const list = named
				.exec(names.trim())?.[1]
				?.split(',')
				.map((name) => name.trim())
				.filter(Boolean);
			return {
				from,
				typeOnly: Boolean(type) || Boolean(list?.length && list.every((name) => name.startsWith('type '))),
				statement: true,
				text,
			};
		}),
		...[...calls].map(([text, from = '']) => ({ from, typeOnly: false, statement: false, text })),
	];
}

/** The first circle in a graph of modules, each with what it imports; undefined where there is none. */
export function findCircle(graph: Record<string, string[]>): string[] | undefined {
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
