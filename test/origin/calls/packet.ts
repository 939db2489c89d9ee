import { createHmac } from 'node:crypto';

/** Why a call fails; sent as a response with this HTTP status and `{ code, message }`, without `recData`. */
export class CallError extends Error {
	override name = 'CallError';
	constructor(
		readonly status: 400 | 401 | 403 | 404,
		message: string,
	) {
		super(message);
	}
}

/** The packet of spec §7, validated. */
export interface Packet {
	token: string;
	methodCode: string;
	reqTime: number | string;
	versionNo: string;
	/** Empty when the packet has none. */
	userId: string;
	recData: Record<string, unknown>;
}

/** Compares the signature that the page makes by default (`src/api/sign.ts`): hex HMAC-SHA-256 of the packet as text. */
function checkSignature(packet: string, sign: string, key: string): void {
	if (createHmac('sha256', key).update(packet).digest('hex') !== sign) throw new CallError(401, 'sign mismatch');
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Verifies the signature when there is a key, then validates the packet.
 * @param methodCodes the codes accepted for this call
 * @param key empty: signatures are not verified
 * @throws CallError 400 for an invalid packet, 401 for a wrong signature
 */
export function readPacket(form: URLSearchParams, methodCodes: string[], key: string): Packet {
	const text = form.get('packet');
	const sign = form.get('sign');
	if (text === null || sign === null) throw new CallError(400, 'sign and packet are required');
	if (key) checkSignature(text, sign, key);
	let packet: unknown;
	try {
		packet = JSON.parse(text);
	} catch {
		throw new CallError(400, 'packet is not JSON');
	}
	if (!isRecord(packet)) throw new CallError(400, 'packet is not an object');
	const { token, methodCode, reqTime, versionNo, userId = '', recData } = packet as unknown as Packet;
	const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';
	const problems: Record<string, boolean> = {
		'token must be a string': typeof token !== 'string',
		[`methodCode must be ${methodCodes.join(' or ')}`]: !methodCodes.includes(methodCode),
		// Milliseconds or seconds.
		'reqTime must be a time': !isText(reqTime) || !/^\d{10,16}$/.test(String(reqTime)),
		'versionNo must be a string': typeof versionNo !== 'string' || versionNo === '',
		'userId must be a string or a number': userId !== null && !isText(userId),
		'recData must be an object': recData !== null && (recData as unknown) !== '' && !isRecord(recData),
	};
	const [problem] = Object.entries(problems).find(([, is]) => is) ?? [];
	if (problem) throw new CallError(400, `packet.${problem}`);
	return { token, methodCode, reqTime, versionNo, userId: String(userId ?? ''), recData: recData || {} };
}

/** A non-negative integer, given as a number or a string of digits. @throws CallError 400 */
export function integerField(recData: Record<string, unknown>, name: string): number {
	const value = recData[name];
	if ((typeof value !== 'number' && typeof value !== 'string') || !/^\d{1,9}$/.test(String(value)))
		throw new CallError(400, `recData.${name} must be a whole number`);
	return Number(value);
}

/** A non-empty string; a number is converted. @throws CallError 400 */
export function textField(recData: Record<string, unknown>, name: string): string {
	const value = recData[name];
	if ((typeof value !== 'string' && typeof value !== 'number') || String(value).trim() === '')
		throw new CallError(400, `recData.${name} must not be empty`);
	return String(value);
}
