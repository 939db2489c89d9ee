import { text } from '../safe/fields.ts';
import type { RawLive } from './fetch-live.ts';

/** The charset that a `Content-Type` names; empty: none. */
export const charsetOf = (type?: string | null): string => (/charset="?([\w-]+)/i.exec(type || '') || [])[1] || '';

/** Reads a body in the charset that its response names, else in UTF-8, also where the browser does not know it. */
export async function readBody(response: Response): Promise<string> {
	const charset = charsetOf(response.headers.get('content-type')) || 'utf-8';
	const bytes = await response.arrayBuffer();
	try {
		return new TextDecoder(charset).decode(bytes);
	} catch {
		return new TextDecoder().decode(bytes);
	}
}

/** Whether an answer, which the first flight reads as UTF-8, was in another charset. */
export const isMisread = ({ title, organizationTitle }: RawLive): boolean =>
	/\ufffd/.test(text(title) + text(organizationTitle));
