/** Where a visitor is on the page of a live, and the visitor's own half-written message. */
export interface Place {
	tab: string;
	/** Pixels by tab. */
	scroll: Record<string, number>;
	draft: string;
}

const keyOf = (liveId: string) => `place:${liveId}`;

/** Whether this is a reload, or Back or Forward. */
export const isReturn = (): boolean => !!performance.navigation && performance.navigation.type > 0;

/** Reads the place of this session after a return; else an empty one. */
export function readPlace(liveId: string, returned: boolean): Place {
	try {
		const { tab, scroll, draft } = JSON.parse((returned && sessionStorage.getItem(keyOf(liveId))) || '{}');
		return { tab: `${tab || ''}`, scroll: Object.assign({}, scroll), draft: `${draft || ''}` };
	} catch {
		// Blocked.
		return { tab: '', scroll: {}, draft: '' };
	}
}

/** Keeps a place for the session. */
export function writePlace(liveId: string, place: Place): void {
	try {
		sessionStorage.setItem(keyOf(liveId), JSON.stringify(place));
	} catch {
		// Blocked or full.
	}
}
