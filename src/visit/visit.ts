/** The query parameters of spec §2; one that the URL lacks is ''. */
export interface Visit {
	id: string;
	userId: string;
	token: string;
}

/**
 * Reads the visit from the query, or from a query inside the hash; the first value that is not empty counts.
 * A `+` is kept: tokens in base64 contain it, and none contains a space.
 */
export function readVisit(href: string): Visit {
	return { id: parameter(href, 'id'), userId: parameter(href, 'userId'), token: parameter(href, 'token') };
}

function parameter(href: string, name: string): string {
	const value = (href.match('[?&]' + name + '=([^&#]+)') || ['', ''])[1]!;
	try {
		return decodeURIComponent(value);
	} catch {
		return value;
	}
}

/**
 * The URL without `token` and `userId`, all else unchanged. Keep the original one for sharing: WeChat on iOS checks the
 * signature against the URL the document was opened with, regardless of `replaceState`.
 */
export function withoutSecrets(href: string): string {
	return href
		.replace(/([?&])(?:(?:token|userId)(?:=[^&#]*)?&)+/g, '$1')
		.replace(/[?&](?:token|userId)(?:=[^&#]*)?(?=#|$)/g, '');
}

/** Stores the visit for reloads of this live, whose URL has no token any more. `storage` may throw: some web views forbid it. */
export function rememberVisit(storage: () => Storage, visit: Visit): void {
	try {
		storage().setItem(`visit:${visit.id}`, JSON.stringify(visit));
	} catch {
		// Without storage a reload is anonymous.
	}
}

/** The stored visit of this live, else one with the id alone. */
export function recallVisit(storage: () => Storage, id: string): Visit {
	try {
		const { userId, token } = JSON.parse(storage().getItem(`visit:${id}`)!);
		return { id, userId: `${userId || ''}`, token: `${token || ''}` };
	} catch {
		return { id, userId: '', token: '' };
	}
}
