import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second in /proc on Linux (`getconf CLK_TCK`), the same on all its architectures. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
	parent: number;
	/** Milliseconds of the process and of the children it has waited for. */
	milliseconds: number;
}

/** Reads /proc/<pid>/stat; undefined where there is none. See proc(5). */
function processTimes(pid: number | 'self'): ProcessTimes | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The second field is a name in parentheses that may hold spaces.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
		return { parent: Number(fields[1]), milliseconds: (ticks * 1000) / TICKS_PER_SECOND };
	} catch {
		return undefined;
	}
}

/** Processor time of this process and of its ended children in milliseconds; undefined except on Linux. */
export const ownCpuTime = (): number | undefined => processTimes('self')?.milliseconds;

/**
 * Processor time in milliseconds of a process that is running, with all processes below it.
 * Chromium ends without waiting for its children, so their time is in no other account.
 */
export function treeCpuTime(pid: number): number {
	const all = new Map<number, ProcessTimes>();
	try {
		for (const name of readdirSync('/proc')) {
			const times = /^\d+$/.test(name) && processTimes(Number(name));
			if (times) all.set(Number(name), times);
		}
	} catch {
		return 0;
	}
	const isBelow = (one: number): boolean => one === pid || (all.has(one) && isBelow(all.get(one)!.parent));
	return [...all].reduce((sum, [one, { milliseconds }]) => (isBelow(one) ? sum + milliseconds : sum), 0);
}
