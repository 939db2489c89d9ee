import type { RTCDtlsTransport } from 'werift';

/** Type of a ClientHello (RFC 5246 §7.4). */
const CLIENT_HELLO = 1;
/** Offset of a ClientHello's session id, after version and random (RFC 6347 §4.2.1). */
const SESSION_ID = 34;
/** The flight that begins with ServerHello (RFC 6347 §4.2.4). */
const SERVER_HELLO_FLIGHT = 4;

/** Offset of a ClientHello's cookie, its length first. */
const cookieOffset = (hello: Buffer) => SESSION_ID + 1 + hello[SESSION_ID]!;

function withCookie(hello: Buffer, cookie: Buffer): Buffer {
	const offset = cookieOffset(hello);
	return Buffer.concat([hello.subarray(0, offset), Buffer.from([cookie.length]), cookie, hello.subarray(offset + 1)]);
}

/**
 * Makes a DTLS server answer the first ClientHello with its ServerHello, as media servers do: a client has proved its
 * address by ICE.
 *
 * HACK(werift 0.24.4): it first asks each client for a cookie, which costs a round trip. The ClientHello is handled twice
 * here, the second time as if it had the cookie; what asks for it is not sent. Remove when werift can do without.
 */
export function answerFirstHello({ dtls: server }: RTCDtlsTransport): void {
	if (!server) return;
	const { transport } = server;
	const handle = server.onHandleHandshakes;
	server.onHandleHandshakes = async (handshakes) => {
		const hello = handshakes.find(({ msg_type }) => msg_type === CLIENT_HELLO);
		if (!hello || hello.fragment[cookieOffset(hello.fragment)]) return handle(handshakes);
		if (server.dtls.flight < SERVER_HELLO_FLIGHT) {
			const { send } = transport;
			Object.assign(transport, { send: async () => {} });
			const handled = handle([hello]);
			Object.assign(transport, { send });
			await handled;
		}
		const context = server.dtls;
		const repeated = Object.assign(Object.create(Object.getPrototypeOf(hello)), hello);
		repeated.fragment = withCookie(hello.fragment, context.cookie!);
		const { bufferHandshakeCache } = context;
		context.bufferHandshakeCache = (_, ...rest) => {
			// Both sides hash what was really sent, and ServerHello is the server's first message.
			context.bufferHandshakeCache = bufferHandshakeCache;
			context.bufferHandshakeCache([hello], ...rest);
			context.sequenceNumber = 0;
		};
		const answered = handle([repeated]);
		context.bufferHandshakeCache = bufferHandshakeCache;
		await answered;
	};
}
