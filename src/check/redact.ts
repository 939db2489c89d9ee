/** Shown in place of a secret. */
const HIDDEN = '…';

/**
 * User name and password, and parameters that carry keys of streams and sessions, by name; one that is percent-encoded,
 * to stay in a query, holds a token.
 */
const PARAMETER =
	/(:\/\/(?=[^/@]+@)|(?:\b(?:[\w-]*(?:token|key|secret|password|pwd|credential)|userId|sid|sig(?:n|nature)?|auth(?:_info)?)|(?:\b[\w-]+)?%[\w%-]+)(?:=|%3D))[^&#\s"'@<>)]+/gi;

const hideSecrets = (text: string): string => text.replace(PARAMETER, `$1${HIDDEN}`);

/** Hexadecimal text of a signature's length. */
const SIGNATURE = /\b[0-9a-f]{32,}\b/gi;

/** Characters of a secret that a quotation may end with. */
const SHORTEST = 4;

/** Beginnings of a secret at which a quotation was cut. */
const cutEnds = (secret: string): string[] =>
	Array.from({ length: Math.max(0, secret.length - SHORTEST) }, (_, index) => `${secret.slice(0, -1 - index)}”`);

/** Creates a function that hides these secrets, and whatever looks like one, in a text. */
export function createRedact(secrets: readonly (string | undefined)[]): (text: string) => string {
	const known = secrets
		// Shorter ones are parts of words.
		.filter((secret): secret is string => !!secret && secret.length > 3)
		.flatMap((secret) => [secret, encodeURIComponent(secret)])
		.sort((a, b) => b.length - a.length);
	const ends = known.flatMap(cutEnds);
	return (text) => {
		const whole = known.reduce((rest, secret) => rest.split(secret).join(HIDDEN), text);
		const hidden = ends.reduce((rest, end) => rest.split(end).join(`${HIDDEN}”`), whole);
		return hideSecrets(hidden).replace(SIGNATURE, HIDDEN);
	};
}
