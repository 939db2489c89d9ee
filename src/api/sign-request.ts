import type { Config } from '../config.ts';
import { sign } from './sign.ts';

/** The part of the visit that goes into a packet. */
export interface Sender {
	userId: string;
	token: string;
}

/** The two fields that every call sends (spec §7). */
export interface SignedRequest {
	sign: string;
	packet: string;
}

/** Makes the signed packet of a call. */
export interface SignRequest {
	/** @param path without the host */
	(path: string, recData: unknown): Promise<SignedRequest>;
	/** Takes the time of later packets from a response's `Date`, because the device's clock may be wrong; null where it cannot be read. */
	setTime(date: string | null): void;
}

/** The packet as JSON text: token, methodCode, reqTime, versionNo, userId where known, and recData (spec §7). */
export function packetText(api: Config['api'], sender: Sender, path: string, recData: unknown, now: number): string {
	const code = path.replace(/^\/juvenile\/(api\/)?/, '');
	// The path of the delete call ends in a comment's id, its name does not.
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

/** Binds packet and signature to a deployment and a visitor. */
export function createSignRequest(api: Config['api'], sender: Sender): SignRequest {
	/** Milliseconds from the device's clock to the server's. */
	let offset = 0;
	const signRequest = async (path: string, recData: unknown) => {
		const packet = packetText(api, sender, path, recData, Date.now() + offset);
		return { sign: await sign(packet, api.signKey), packet };
	};
	const setTime = (date: string | null) => (offset = Date.parse(date!) - Date.now() || offset);
	return Object.assign(signRequest, { setTime });
}

/** `sign` and `packet` as form text, for a body or a query. */
export function formText(fields: object): string {
	return Object.entries(fields)
		.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
		.join('&');
}
