import { createHmac, timingSafeEqual } from 'node:crypto';
import { CallError } from './call-error.ts';

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

/** The signature that the page makes by default (`src/api/sign.ts`): hex HMAC-SHA-256 of the packet as text. */
export function signPacket(packet: string, key: string): string {
	return createHmac('sha256', key).update(packet).digest('hex');
}

function checkSignature(packet: string, sign: string, key: string): void {
	const expected = Buffer.from(signPacket(packet, key));
	const given = Buffer.from(sign);
	if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw new CallError(401, 'sign mismatch');
}

/** A time in milliseconds or seconds, as a number or a string of digits. */
const isTimestamp = (value: unknown) =>
	/^\d{10,16}$/.test(String(value)) && (typeof value === 'number' || typeof value === 'string');

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
	const { token, methodCode, reqTime, versionNo, userId = '', recData } = packet;
	if (typeof token !== 'string') throw new CallError(400, 'packet.token must be a string');
	if (typeof methodCode !== 'string' || !methodCodes.includes(methodCode)) {
		throw new CallError(400, `packet.methodCode must be ${methodCodes.join(' or ')}`);
	}
	if (!isTimestamp(reqTime)) throw new CallError(400, 'packet.reqTime must be a time');
	if (typeof versionNo !== 'string' || versionNo === '') throw new CallError(400, 'packet.versionNo must be a string');
	if (userId !== null && typeof userId !== 'string' && typeof userId !== 'number')
		throw new CallError(400, 'packet.userId must be a string or a number');
	if (!('recData' in packet)) throw new CallError(400, 'packet.recData is required');
	if (recData !== null && recData !== '' && !isRecord(recData))
		throw new CallError(400, 'packet.recData must be an object');
	return {
		token,
		methodCode,
		reqTime: reqTime as number | string,
		versionNo,
		userId: String(userId ?? ''),
		recData: recData || {},
	};
}

/** A non-negative integer, given as a number or a string of digits. @throws CallError 400 */
export function integerField(recData: Record<string, unknown>, name: string): number {
	const value = recData[name];
	if ((typeof value !== 'number' && typeof value !== 'string') || !/^\d{1,9}$/.test(String(value))) {
		throw new CallError(400, `recData.${name} must be a whole number`);
	}
	return Number(value);
}

/** A non-empty string; a number is converted. @throws CallError 400 */
export function textField(recData: Record<string, unknown>, name: string): string {
	const value = recData[name];
	if ((typeof value !== 'string' && typeof value !== 'number') || String(value).trim() === '') {
		throw new CallError(400, `recData.${name} must not be empty`);
	}
	return String(value);
}
