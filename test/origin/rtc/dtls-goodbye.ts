import { setTimeout as delay } from 'node:timers/promises';
import type { RTCDtlsTransport } from 'werift';

const ALERT = 21;
/** Level warning, description close_notify (RFC 5246 §7.2.1). */
const CLOSE_NOTIFY = Buffer.from([1, 0]);
const FLUSH = 10;

/**
 * Tells the other side that the connection ends, as media servers do.
 *
 * HACK(werift 0.24.4): `stop()` sends no alert, so a browser would wait for its consent timer. A record is sent through
 * `send()`, which makes application data, and turned into an alert on the way. Remove when werift sends one.
 */
export async function sayGoodbye(transport: RTCDtlsTransport): Promise<void> {
	const { dtls } = transport;
	if (!dtls || transport.state !== 'connected') return;
	const { cipher } = dtls;
	const encrypt = cipher.encryptPacket.bind(cipher);
	cipher.encryptPacket = (record) => {
		record.recordLayerHeader.contentType = ALERT;
		return encrypt(record);
	};
	try {
		await dtls.send(CLOSE_NOTIFY);
		// A UDP socket that is closed in the same turn drops what it was given to send.
		await delay(FLUSH);
	} catch (error) {
		console.warn('[origin] close_notify was not sent:', error);
	} finally {
		cipher.encryptPacket = encrypt;
	}
}
