import { readdirSync, readFileSync } from 'node:fs';

const read = (path: string): string => {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		// The process has ended.
		return '';
	}
};

/** MB that a browser's processes have to themselves, by its profile: what they share counts by its part. */
export function memoryOf(profile: string): number {
	const parents = new Map<string, string>();
	const found = new Set<string>();
	for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
		parents.set(id, /\) \S (\d+)/.exec(read(`/proc/${id}/stat`))?.[1] ?? '');
		if (read(`/proc/${id}/cmdline`).includes(profile)) found.add(id);
	}
	for (let size = 0; size < found.size;) {
		size = found.size;
		for (const [id, parent] of parents) if (found.has(parent)) found.add(id);
	}
	const kB = [...found].map((id) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${id}/smaps_rollup`))?.[1] ?? 0));
	return kB.reduce((sum, each) => sum + each, 0) / 1000;
}
