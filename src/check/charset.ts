/** The charset that a `Content-Type` names; empty: none. */
export const charsetOf = (type = ''): string => /charset="?([\w-]+)/i.exec(type)?.[1] ?? '';

/** Whether bytes are UTF-8, as the page's first flight reads every answer of the API. */
export function isUtf8(bytes: Buffer): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
}
