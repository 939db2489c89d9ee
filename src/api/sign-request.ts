// In the HTML: each byte is paid before the first paint.
import type { Config } from '../config.ts';
import { sign } from './sign.ts';

/** Part of the visit in a packet. */
interface Sender {
	userId: string;
	token: string;
}

/** Builds the packet as JSON (spec §7). */
export function packetText(api: Config['api'], sender: Sender, path: string, recData: unknown, now: number): string {
	const code = path.replace(/^\/juvenile\/(api\/)?/, '');
	// Without the comment's id, which ends the delete call's path.
	const name = code.replace(/(delete)\/.*/, '$1');
	return JSON.stringify({
		token: api.tokens[name] || sender.token || api.token,
		methodCode: api.methodCodes[name] || code,
		reqTime: now,
		versionNo: api.versionNo,
		userId: sender.userId || undefined,
		recData,
	});
}

/** Creates what signs the packet of a call, and reads what comes back. */
export function createSignRequest(api: Config['api'], sender: Sender) {
	/** Milliseconds to the server's clock. */
	let offset = 0;
	/** Resolves with fields that are sent with every call (spec §7). @param path without the host */
	const signRequest = async (path: string, recData: unknown) => {
		const packet = packetText(api, sender, path, recData, Date.now() + offset);
		return { sign: await sign(packet, api.signKey), packet };
	};
	/**
	 * Follows a response's `Date`, as device clocks may be wrong; null if unreadable. Returns the milliseconds to the
	 * server's clock.
	 */
	const setTime = (date: string | null) => {
		const step = Date.parse(date!) - Date.now() - offset;
		// A date has whole seconds: set back within them, two packets would be the same one to a server.
		return (offset += Math.abs(step + 1000) > 1000 ? step : 0);
	};
	return Object.assign(signRequest, {
		/** Reads a body: in UTF-8, and in its own charset once the stage script has replaced it. */
		readBody: (response: Response) => response.text(),
		setTime,
	});
}

/** See {@link createSignRequest}. */
export type SignRequest = ReturnType<typeof createSignRequest>;

/** Form text, for a body or query. */
export function formText(fields: object): string {
	return Object.entries(fields)
		.map(([name, value]) => name + '=' + encodeURIComponent(value))
		.join('&');
}
