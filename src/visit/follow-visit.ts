import { readVisit, type Visit, withoutSecrets } from './visit.ts';

/** Key of the current history entry's visit. */
const keyOf = (): string | undefined => (Object(history.state) as { visit?: string }).visit;

/**
 * Begins another visit, by a reload, when the open page gets the address or history entry of one: a link that differs
 * only after `#`, Back to another user, or Back to a page kept in memory whose user has signed out. Returns the cleanup.
 *
 * @param entryUrl the page was opened with
 * @param leavingUrl removes from an address what the head script does not look for
 */
export function followVisit(
	{ id, token }: Visit,
	entryUrl: string,
	leavingUrl: (href: string) => string,
	begin = () => location.reload(),
): () => void {
	const own = keyOf();
	function tidy() {
		try {
			const tidied = leavingUrl(location.href);
			if (tidied !== location.href) history.replaceState(history.state, '', tidied);
		} catch {
			// Called too often (Safari).
		}
	}
	const hasSecrets = () => withoutSecrets(location.href) !== location.href;

	function follow() {
		if (hasSecrets() || readVisit(location.href).id !== id || (keyOf() && keyOf() !== own)) begin();
		// An anchor: the same visit.
		else {
			if (own && !keyOf()) history.replaceState(Object.assign({}, history.state, { visit: own }), '');
			tidy();
		}
	}
	/** A page that was left before this script ran may be another user's by now; one without a stored visit may be new. */
	function checkUser({ persisted }: Partial<PageTransitionEvent>) {
		try {
			const stored = sessionStorage.getItem('visit:');
			if ((persisted || stored) && token && own && !`${stored}`.includes(own)) begin();
		} catch {
			// Blocked: there is nobody else's visit.
		}
	}

	// The address cannot be cleaned, such as in a frame without origin.
	if (hasSecrets() && location.href === entryUrl) return () => {};
	if (location.href !== entryUrl) follow();
	tidy();
	addEventListener('popstate', follow);
	addEventListener('hashchange', follow);
	addEventListener('pageshow', checkUser);
	checkUser({});
	return () => {
		removeEventListener('popstate', follow);
		removeEventListener('hashchange', follow);
		removeEventListener('pageshow', checkUser);
	};
}
