/** The query parameters of spec §2; one that the URL lacks is ''. */
export interface Visit {
	id: string;
	userId: string;
	token: string;
}

function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** Writes the names of the parameters plainly: a link may have them after `&amp;`, or percent-encoded. */
const withPlainNames = (href: string): string =>
	href.replace(/([?&#])(?:\w+;)?([\w%]+)(?==)/g, (all, separator, name) =>
		/^(id|userId|token)$/.test(decode(name)) ? separator + decode(name) : all,
	);

/**
 * Reads the visit from the query or the hash; the first value that is not empty counts.
 * A `+` is kept: tokens in base64 contain it, and none contains a space.
 */
export function readVisit(href: string): Visit {
	const parameter = (name: string) => decode((withPlainNames(href).match(`[?&#]${name}=([^&#]+)`) || ['', ''])[1]!);
	return { id: parameter('id'), userId: parameter('userId'), token: parameter('token') };
}

/**
 * The URL without `token` and `userId`. Keep the original one for sharing: WeChat on iOS checks the
 * signature against the URL the document was opened with, regardless of `replaceState`.
 */
export function withoutSecrets(href: string): string {
	return withPlainNames(href)
		.replace(/([?&#])(?:(?:token|userId)(?:=[^&#]*)?&)+/g, '$1')
		.replace(/[?&#](?:token|userId)(?:=[^&#]*)?(?=#|$)/g, '');
}

/** Prefix of the names under which visits are stored. */
const STORED = 'visit:';

/**
 * The visit of this history entry. One that the URL names, even with empty values, is taken out of the visible address
 * and stored under a random key that the entry's state holds: reload, Back and Forward return to it, and another entry
 * for the same live is not affected. Without either the visit has the id alone. Code that adds an entry to the history
 * has to keep `history.state.visit`. `storage` may throw: some web views forbid it, and a reload is anonymous then.
 * @param isNew the entry was navigated to, neither reloaded nor returned to. Chromium keeps the state of an entry that
 *   a navigation to the same URL replaces
 */
export function enterVisit(
	href: string,
	history: Pick<History, 'state' | 'replaceState'>,
	storage: () => Storage,
	isNew: boolean,
): Visit {
	const visit = readVisit(href);
	const shown = withoutSecrets(href);
	const { visit: stored } = Object(history.state) as { visit?: string };
	if (shown !== href || (isNew && stored)) {
		const key = `${Math.random()}`;
		try {
			history.replaceState(Object.assign({}, history.state, { visit: key }), '', shown);
		} catch {
			// Too often (Safari), or in a frame without an origin.
		}
		// The first access to the storage takes a slow phone as long as all else in the head script.
		setTimeout(() => {
			try {
				storage().setItem(STORED + key, JSON.stringify(visit));
			} catch {
				// Forbidden or full.
			}
		});
	} else if (stored) {
		try {
			const { userId, token } = JSON.parse(storage().getItem(STORED + stored)!);
			return { id: visit.id, userId: `${userId || ''}`, token: `${token || ''}` };
		} catch {
			// Nothing is stored, or the storage is forbidden.
		}
	}
	return visit;
}
