import type { Visit } from './visit.ts';

/** Items of users, by name (`session-item.ts`). */
const ITEM = /^(place|picked):/;

/** Removes the items of other users, as the URL has named this one, or has signed out. */
export function forgetOtherUsers({ userId }: Pick<Visit, 'userId'>): void {
	try {
		for (const name of Object.keys(sessionStorage))
			if (ITEM.test(name) && !name.includes(`:${userId} `)) sessionStorage.removeItem(name);
	} catch {
		// Blocked.
	}
}
