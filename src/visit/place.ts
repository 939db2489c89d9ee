import { sessionItem } from './session-item.ts';
import type { Visit } from './visit.ts';

/** Where a visitor is on the page of a live, and the visitor's own half-written message. */
export interface Place {
	tab: string;
	/** Pixels by tab. */
	scroll: Record<string, number>;
	draft: string;
}

/** Whether this is a reload, or Back or Forward. */
export const isReturn = (): boolean => !!performance.navigation && performance.navigation.type > 0;

/** Reads the place of this session, of this user on this live, after a return; else an empty one. */
export function readPlace(visit: Visit, returned: boolean): Place {
	try {
		const { tab, scroll, draft } = JSON.parse(
			(returned && sessionStorage.getItem(sessionItem('place', visit))) || '{}',
		);
		return { tab: `${tab || ''}`, scroll: Object.assign({}, scroll), draft: `${draft || ''}` };
	} catch {
		// Blocked.
		return { tab: '', scroll: {}, draft: '' };
	}
}

/** Keeps a place for the session. */
export function writePlace(visit: Visit, place: Place): void {
	try {
		sessionStorage.setItem(sessionItem('place', visit), JSON.stringify(place));
	} catch {
		// Blocked or full.
	}
}
