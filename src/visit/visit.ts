/** Query parameters (spec §2), '' if missing. */
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

/** Normalizes the names of parameters, which may follow `&amp;` or be percent-encoded. */
const withPlainNames = (href: string): string =>
	href.replace(/([?&#])(?:\w+;)?([\w%]+)(?==)/g, (all, separator, name) =>
		/^(id|userId|token)$/.test(decode(name)) ? separator + decode(name) : all,
	);

/** Reads the visit from query or hash; the first non-empty value counts. Keeps `+`, which base64 tokens contain. */
export function readVisit(href: string): Visit {
	const parameter = (name: string) => decode((withPlainNames(href).match(`[?&#]${name}=([^&#]+)`) || ['', ''])[1]!);
	return { id: parameter('id'), userId: parameter('userId'), token: parameter('token') };
}

/** Removes `token` and `userId` from a URL. WeChat on iOS still signs the URL the document was opened with. */
export function withoutSecrets(href: string): string {
	return withPlainNames(href)
		.replace(/([?&#])(?:(?:token|userId)(?:=[^&#]*)?&)+/g, '$1')
		.replace(/[?&#](?:token|userId)(?:=[^&#]*)?(?=#|$)/g, '');
}

/** Prefix of storage keys. */
const STORED = 'visit:';

/**
 * Reads the visit of this history entry. One named by the URL, even with empty values, moves from the address to storage
 * under a random key in the entry's state, so that reload, Back and Forward find it and other entries do not. Else the visit has only the id. Code that adds
 * history entries must keep `history.state.visit`. `storage` may throw; a reload is then anonymous.
 *
 * @param isNew whether the entry was navigated to, not reloaded or returned to: Chromium keeps the state of an entry
 * replaced by a navigation to the same URL
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
		// On a slow phone the first storage access takes as long as the rest of the head script.
		setTimeout(() => {
			try {
				storage().setItem(STORED + key, JSON.stringify(visit));
			} catch {
				// Storage is blocked or full.
			}
		});
	} else if (stored) {
		try {
			const { userId, token } = JSON.parse(storage().getItem(STORED + stored)!);
			return { id: visit.id, userId: `${userId || ''}`, token: `${token || ''}` };
		} catch {
			// Nothing stored, or storage is blocked.
		}
	}
	return visit;
}
