/** Shown in place of a secret. */
const HIDDEN = '…';

/** Parameters that carry keys of streams and sessions. */
const PARAMETERS =
	/\b((?:[\w-]*token|userId|auth_key|auth|sign|signature|wsSecret|txSecret|secret|key|password|pwd|credential|sid)=)[^&\s"'@<>)]+/gi;
/** User name and password in a URL. */
const USER_INFO = /(\b[a-z][\w+.-]*:\/\/)[^/\s@]+@/gi;
/** Hexadecimal text of a signature's length. */
const SIGNATURE = /\b[0-9a-f]{32,}\b/gi;

/** Creates a function that hides these secrets, and whatever looks like one, in a text. */
export function createRedact(secrets: readonly (string | undefined)[]): (text: string) => string {
	const known = secrets
		// Shorter ones are parts of words.
		.filter((secret): secret is string => !!secret && secret.length > 3)
		.flatMap((secret) => [secret, encodeURIComponent(secret)])
		.sort((a, b) => b.length - a.length);
	return (text) => {
		const hidden = known.reduce((rest, secret) => rest.split(secret).join(HIDDEN), text);
		return hidden.replace(USER_INFO, `$1${HIDDEN}@`).replace(PARAMETERS, `$1${HIDDEN}`).replace(SIGNATURE, HIDDEN);
	};
}
