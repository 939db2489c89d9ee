/** Parts of a deployment that are checked. */
export type Group = 'page' | 'api' | 'stream' | 'replay' | 'sharing';

/** Groups in the order of the output. */
export const GROUPS: Group[] = ['page', 'api', 'stream', 'replay', 'sharing'];

/** A rule's result; `passed` has no `fix`. A `note` leaves the exit status at 0. */
export interface Result {
	group: Group;
	id: string;
	level: 'fault' | 'note' | 'passed';
	/** One sentence: what is wrong, or what holds. */
	message: string;
	/** The change that mends it, and where. */
	fix: string;
}

/** A fault and the change that mends it. */
type Wrong = [message: string, fix: string];

/** Collects the results of a group. @param results of all groups */
export function createRules(group: Group, results: Result[] = []) {
	const add = (level: Result['level'], id: string, message: string, fix = '') =>
		void results.push({ group, id, level, message, fix });
	const expectAs =
		(level: 'fault' | 'note') =>
		(id: string, holds: boolean, passed: string, wrong: Wrong): void =>
			holds ? add('passed', id, passed) : add(level, id, ...wrong);
	return {
		group,
		results,
		pass: (id: string, message: string) => add('passed', id, message),
		note: (id: string, wrong: Wrong) => add('note', id, ...wrong),
		fault: (id: string, wrong: Wrong) => add('fault', id, ...wrong),
		/** Passes, or adds a fault. */
		expect: expectAs('fault'),
		/** Passes, or adds a note. */
		advise: expectAs('note'),
	};
}

/** See {@link createRules}. */
export type Rules = ReturnType<typeof createRules>;

/** Names in a sentence; the rest is counted. */
const MAX_NAMES = 4;

/** Commas, and “and” before the last. */
const LIST = new Intl.ListFormat('en-GB');

/** Lists names for a sentence. */
export function listOf(names: readonly string[]): string {
	const more = names.length - MAX_NAMES + 1;
	return LIST.format(more > 1 ? [...names.slice(0, MAX_NAMES - 1), `${more} more`] : names);
}

/** Milliseconds as seconds with one decimal. */
export const inSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** Milliseconds as whole minutes, at least 0. */
export const inMinutes = (milliseconds: number): string => `${Math.max(0, Math.round(milliseconds / 60_000))} min`;

/** Joins results of several things of one kind; those with the same to say share one, which begins with the names. */
export function mergeByName(all: { name: string; results: Result[] }[]): Result[] {
	const merged: { names: string[]; result: Result }[] = [];
	for (const { name, results } of all)
		for (const result of results) {
			const same = merged.find(({ result: { id, message } }) => message === result.message && id === result.id);
			if (same) same.names.push(name);
			else merged.push({ names: [name], result });
		}
	return merged.map(({ names, result }) => ({
		...result,
		message: names[0] ? `${listOf(names)}: ${result.message}` : result.message,
	}));
}
