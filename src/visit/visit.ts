// In the HTML: each byte is paid before the first paint.
/** Query parameters (spec §2); '' if missing. */
export interface Visit {
	id: string;
	userId: string;
	token: string;
}

/** Decodes percent-encoding; a text that was cut, or has none, stays as it is. */
export function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/** Separator, also followed by `amp;`, name and value of a parameter. A `?` before a name begins another. */
const PARAMETER = /([?&#])(?:\w+;)*([^=?&#]*)(?:=((?:[^?&#]|\?(?!\w+=))*))?/g;

/** Spells a name plainly: without percent-encoding, also twice, capitals, blanks and `[]`. */
export const plain = (name: string): string =>
	decode(decode(name))
		.replace(/\s|\[.*/g, '')
		.toLowerCase();

/** Reads query or hash; the first non-empty value counts. Keeps `+`, for base64. */
export function readVisit(href: string): Visit {
	const found: Record<string, string> = {};
	href.replace(PARAMETER, (all, _, name, value = '') => {
		found[plain(name)] = found[plain(name)] || decode(value);
		return all;
	});
	return { id: found.id || '', userId: found.userid || '', token: found.token || '' };
}

/** Removes `token` and `userId`. */
export const withoutSecrets = (href: string): string =>
	href
		.replace(PARAMETER, (all, separator, name) => (/^(token|userid)$/.test(plain(name)) ? separator + '\0' : all))
		.replace(/\0&/g, '')
		.replace(/[?&#]\0(?=[?#]|$)/g, '');

/** Holds the tab's latest user, token, and keys of the history entries that are this user's. */
export const STORED = 'visit:';

/**
 * Reads the visit of this history entry. One in the URL, even empty, moves to storage, in place of another user's, and
 * leaves a random key in the entry's state: reload, Back and Forward find it, other entries do not. New history entries
 * must keep `history.state.visit`. `storage` may throw; reloads are then anonymous.
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
	/** Empty without storage, or with nothing in it. */
	const read = (): string[] => {
		try {
			return [].concat(JSON.parse(storage().getItem(STORED)!));
		} catch {
			return [];
		}
	};
	if (shown !== href || (isNew && stored)) {
		const key = `${Math.random()}`;
		try {
			history.replaceState(Object.assign({}, history.state, { visit: key }), '', shown);
		} catch {
			// Called too often (Safari), or in a frame without origin.
		}
		// On a slow phone the first access takes as long as the rest of the head script.
		if (shown !== href)
			setTimeout(() => {
				const { userId, token } = visit;
				const [user, , keys] = read();
				try {
					// A full storage has room for one of them; another user's there would sign this one out.
					storage().removeItem(STORED);
					storage().setItem(STORED, JSON.stringify([userId, token, user === userId && token ? keys + key : key]));
				} catch {
					// Blocked or full.
				}
			});
	} else if (stored) {
		const [userId, token, keys] = read();
		if (String(keys).includes(stored)) return { id: visit.id, userId: userId!, token: token! };
	}
	return visit;
}
