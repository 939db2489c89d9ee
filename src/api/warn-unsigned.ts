/** Warns where calls cannot be signed although there is a key: without https there is no WebCrypto. */
export function warnUnsigned(signKey: string): void {
	if (signKey && (!self.crypto || !crypto.subtle)) console.warn('Requests are not signed: no https.');
}
