import { setTimeout as delay } from 'node:timers/promises';
import type { RTCDtlsTransport } from 'werift';

/** Content type of an alert record (RFC 5246 §6.2.1). */
const ALERT = 21;
/** Level warning, description close_notify (RFC 5246 §7.2.1). */
const CLOSE_NOTIFY = Buffer.from([1, 0]);
/** Time for the operating system to send a packet before its socket is closed, milliseconds. */
const FLUSH_TIME = 10;

/**
 * Sends a DTLS close_notify alert, as media servers do when they end a connection.
 *
 * HACK(werift 0.24.4): `stop()` sends no alert, so a browser would notice only when its ICE consent expires. `send()` makes a
 * record of application data, whose content type is changed here to that of an alert. Remove when werift sends one.
 */
export async function sendCloseNotify(transport: RTCDtlsTransport): Promise<void> {
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
		// A UDP socket closed in the same tick drops its queued packets.
		await delay(FLUSH_TIME);
	} catch (error) {
		console.warn('[origin] close_notify was not sent:', error);
	} finally {
		cipher.encryptPacket = encrypt;
	}
}
