/** Who opened which live (spec §2). A field that the address lacks is empty. */
export interface Visit {
	id: string;
	userId: string;
	token: string;
}

/** Reads the visit from the query, or from a query inside the hash; the first that is not empty counts. A `+` stays a `+`: tokens in base64 have it, and spaces have not. */
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
 * The address without `token` and `userId`, all else as it was.
 * Keep the address from before: iOS WeChat checks the share signature against the one the document was opened with,
 * whatever `replaceState` did since.
 */
export function withoutSecrets(href: string): string {
	return href
		.replace(/([?&])(?:(?:token|userId)(?:=[^&#]*)?&)+/g, '$1')
		.replace(/[?&](?:token|userId)(?:=[^&#]*)?(?=#|$)/g, '');
}

/** Keeps the visit for reloads of this live, whose address has no token any more. `storage` may throw: some web views forbid it. */
export function rememberVisit(storage: () => Storage, visit: Visit): void {
	try {
		storage().setItem('visit:' + visit.id, JSON.stringify(visit));
	} catch {
		// Without storage a reload is anonymous.
	}
}

/** The visit kept for this live, else one with the id alone. */
export function recallVisit(storage: () => Storage, id: string): Visit {
	try {
		const { userId, token } = JSON.parse(storage().getItem('visit:' + id)!);
		return { id, userId: '' + (userId || ''), token: '' + (token || '') };
	} catch {
		return { id, userId: '', token: '' };
	}
}
