let warned = false;

/**
 * Signs a packet. The product's own algorithm is not specified (spec §7): this function is the one place to change.
 * Default: hex HMAC-SHA-256 of the packet with the deployment's key.
 * Resolves with '' without a key, and where WebCrypto is missing (a page on plain http), with one warning on the console.
 */
export async function sign(packet: string, key: string): Promise<string> {
	if (!key) return '';
	if (!self.crypto || !crypto.subtle) {
		if (!warned) console.warn('Requests are not signed: no https.');
		warned = true;
		return '';
	}
	const bytes = (value: string) => new TextEncoder().encode(value);
	const hmac = await crypto.subtle.importKey('raw', bytes(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
	const signature = new Uint8Array(await crypto.subtle.sign('HMAC', hmac, bytes(packet)));
	return Array.from(signature, (byte) => (byte + 256).toString(16).slice(1)).join('');
}
