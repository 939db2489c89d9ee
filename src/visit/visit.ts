/** Query parameters (spec §2); '' if missing. */
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

/** Normalizes parameter names that are percent-encoded or follow `&amp;`. */
const withPlainNames = (href: string): string =>
	href.replace(/([?&#])(?:\w+;)?([\w%]+)(?==)/g, (all, separator, name) =>
		/^(id|userId|token)$/.test(decode(name)) ? separator + decode(name) : all,
	);

/** Reads query or hash; the first non-empty value counts. Keeps `+`, for base64. */
export function readVisit(href: string): Visit {
	const parameter = (name: string) => decode((withPlainNames(href).match(`[?&#]${name}=([^&#]+)`) || ['', ''])[1]!);
	return { id: parameter('id'), userId: parameter('userId'), token: parameter('token') };
}

/** Removes `token` and `userId`. */
export function withoutSecrets(href: string): string {
	return withPlainNames(href)
		.replace(/([?&#])(?:(?:token|userId)(?:=[^&#]*)?&)+/g, '$1')
		.replace(/[?&#](?:token|userId)(?:=[^&#]*)?(?=#|$)/g, '');
}

const STORED = 'visit:';

/**
 * Reads the visit of this history entry. One in the URL, even empty, moves to storage under a random key in the entry's
 * state: reload, Back and Forward find it, other entries do not. New history entries must keep `history.state.visit`.
 * `storage` may throw; reloads are then anonymous.
 *
 * @param isNew navigated to, not reloaded or returned to: Chromium keeps the state of an entry replaced by the same URL
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
			// Called too often (Safari), or in a frame without origin.
		}
		// On a slow phone the first access takes as long as the rest of the head script.
		setTimeout(() => {
			try {
				storage().setItem(STORED + key, JSON.stringify(visit));
			} catch {
				// Blocked or full.
			}
		});
	} else if (stored) {
		try {
			const { userId, token } = JSON.parse(storage().getItem(STORED + stored)!);
			return { id: visit.id, userId: `${userId || ''}`, token: `${token || ''}` };
		} catch {
			// Nothing stored, or blocked.
		}
	}
	return visit;
}
