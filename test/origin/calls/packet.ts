import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from './refusal.ts';

/** The packet of spec §7 after its check. */
export interface Packet {
	token: string;
	methodCode: string;
	reqTime: number | string;
	versionNo: string;
	/** Empty when the packet had none. */
	userId: string;
	recData: Record<string, unknown>;
}

/** The signature the default `config.api.signKey` algorithm makes: hex HMAC-SHA-256 of the packet's text. */
export function signatureOf(packet: string, key: string): string {
	return createHmac('sha256', key).update(packet).digest('hex');
}

function checkSignature(packet: string, sign: string, key: string): void {
	const expected = Buffer.from(signatureOf(packet, key));
	const given = Buffer.from(sign);
	if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw new Refusal(401, 'sign mismatch');
}

/** Digits, as a number or a text. */
const isMoment = (value: unknown) =>
	/^\d{10,16}$/.test(String(value)) && (typeof value === 'number' || typeof value === 'string');

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Checks the form of a call, then the signature when there is a key.
 * @param methodCodes the codes that name this call
 * @param key empty: signatures are not checked
 * @throws Refusal 400 for a form that is not as specified, 401 for a wrong signature
 */
export function readPacket(form: URLSearchParams, methodCodes: string[], key: string): Packet {
	const text = form.get('packet');
	const sign = form.get('sign');
	if (text === null || sign === null) throw new Refusal(400, 'sign and packet are required');
	if (key) checkSignature(text, sign, key);
	let packet: unknown;
	try {
		packet = JSON.parse(text);
	} catch {
		throw new Refusal(400, 'packet is not JSON');
	}
	if (!isRecord(packet)) throw new Refusal(400, 'packet is not an object');
	const { token, methodCode, reqTime, versionNo, userId = '', recData } = packet;
	if (typeof token !== 'string') throw new Refusal(400, 'packet.token must be a string');
	if (typeof methodCode !== 'string' || !methodCodes.includes(methodCode)) {
		throw new Refusal(400, `packet.methodCode must be ${methodCodes.join(' or ')}`);
	}
	if (!isMoment(reqTime)) throw new Refusal(400, 'packet.reqTime must be a time');
	if (typeof versionNo !== 'string' || versionNo === '') throw new Refusal(400, 'packet.versionNo must be a string');
	if (userId !== null && typeof userId !== 'string' && typeof userId !== 'number')
		throw new Refusal(400, 'packet.userId must be a string or a number');
	if (!('recData' in packet)) throw new Refusal(400, 'packet.recData is required');
	if (recData !== null && recData !== '' && !isRecord(recData))
		throw new Refusal(400, 'packet.recData must be an object');
	return {
		token,
		methodCode,
		reqTime: reqTime as number | string,
		versionNo,
		userId: String(userId ?? ''),
		recData: recData || {},
	};
}

/** A whole number of a field that may be a text. @throws Refusal 400 */
export function integerField(recData: Record<string, unknown>, name: string): number {
	const value = recData[name];
	if ((typeof value !== 'number' && typeof value !== 'string') || !/^\d{1,9}$/.test(String(value))) {
		throw new Refusal(400, `recData.${name} must be a whole number`);
	}
	return Number(value);
}

/** A text that is not empty; numbers are taken as their digits. @throws Refusal 400 */
export function textField(recData: Record<string, unknown>, name: string): string {
	const value = recData[name];
	if ((typeof value !== 'string' && typeof value !== 'number') || String(value).trim() === '') {
		throw new Refusal(400, `recData.${name} must not be empty`);
	}
	return String(value);
}
