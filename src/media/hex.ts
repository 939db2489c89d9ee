/** Bytes as hexadecimal digits, two each. */
export const hex = (bytes: Uint8Array): string =>
	Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join('');
