/** Whether bytes are UTF-8, as the page's first flight reads every answer of the API. */
export function isUtf8(bytes: Buffer): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
}
