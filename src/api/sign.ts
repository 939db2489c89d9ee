// In the HTML: each byte is paid before the first paint.
/**
 * Signs a packet with hex HMAC-SHA-256; the product's algorithm is unspecified (spec §7), so change it here. '' without
 * a key, and where WebCrypto is missing, as on plain http, of which `warn-unsigned.ts` warns.
 */
export async function sign(packet: string, key: string): Promise<string> {
	if (!key || !self.crypto || !crypto.subtle) return '';
	const bytes = (value: string) => new TextEncoder().encode(value);
	const hmac = await crypto.subtle.importKey('raw', bytes(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
	const signature = new Uint8Array(await crypto.subtle.sign('HMAC', hmac, bytes(packet)));
	return Array.from(signature, (byte) => (byte + 256).toString(16).slice(1)).join('');
}
