/** What a module imports. */
export interface Import {
	from: string;
	/** Only types, which are gone when it runs. */
	typeOnly: boolean;
}

/** The imports of a module, types included. Comment lines begin otherwise and do not match. */
export function importsOf(source: string): Import[] {
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
