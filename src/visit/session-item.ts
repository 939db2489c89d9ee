// In the HTML: each byte is paid before the first paint.
import type { Visit } from './visit.ts';

/** What a tab keeps of a user and a live: tab, scroll and draft; a picked quality. */
type Kind = 'place' | 'picked';

/** Name of an item in `sessionStorage`. */
export const sessionItem = (kind: Kind, { userId, id }: Pick<Visit, 'userId' | 'id'>): string =>
	kind + ':' + userId + ' ' + id;
