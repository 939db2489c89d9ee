// In the HTML: each byte is paid before the first paint.
import type { Visit } from './visit.ts';

/** Items that a tab keeps for a user and a live. `place`: tab, scroll and draft; `picked`: quality. */
type Kind = 'place' | 'picked';

/** Name of an item in `sessionStorage`. */
export const sessionItem = (kind: Kind, { userId, id }: Pick<Visit, 'userId' | 'id'>): string =>
	kind + ':' + userId + ' ' + id;
