import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Socket } from 'node:net';

/** Commands and events as JSON over a WebSocket, as in the DevTools protocol and in WebDriver BiDi. */
export interface JsonChannel {
	/** Rejects with the browser's error message, or when the socket ends first. */
	// The protocols' own types come from the caller, who reads the answer.
	send(method: string, params?: object): Promise<any>;
	on(event: string, listener: (params: any) => void): void;
	close(): void;
}

/** Milliseconds the browser may take to answer a command. */
const TIMEOUT = 60_000;

/** Opens a channel. Node 20 has no WebSocket, and only the frames text, ping and close are needed. */
export async function openJsonChannel(url: string): Promise<JsonChannel> {
	const socket = await upgrade(url);
	const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
	const listeners: [event: string, listener: (params: any) => void][] = [];
	let count = 0;
	let closedBecause = '';

	const settle = (text: string) => {
		const { id, method, params, result, error, message } = JSON.parse(text);
		const command = waiting.get(id);
		if (command) {
			waiting.delete(id);
			if (error) command.reject(new Error(message || error.message || error));
			else command.resolve(result);
		} else for (const [event, listener] of listeners) if (event === method) listener(params);
	};
	const end = () => {
		closedBecause = closedBecause || 'the browser has closed the connection';
		for (const { reject } of waiting.values()) reject(new Error(closedBecause));
		waiting.clear();
	};
	readFrames(socket, settle);
	socket.on('error', (error) => (closedBecause = error.message));
	socket.on('close', end);

	return {
		send(method, params = {}) {
			if (closedBecause) return Promise.reject(new Error(closedBecause));
			const id = ++count;
			socket.write(frame(1, Buffer.from(JSON.stringify({ id, method, params }))));
			return new Promise((resolve, reject) => {
				const timer = setTimeout(
					() => waiting.delete(id) && reject(new Error(`no answer to ${method} within ${TIMEOUT / 1000} s`)),
					TIMEOUT,
				);
				waiting.set(id, {
					resolve: (result) => (clearTimeout(timer), resolve(result)),
					reject: (error) => (clearTimeout(timer), reject(error)),
				});
			});
		},
		on: (event, listener) => void listeners.push([event, listener]),
		close: () => socket.destroy(),
	};
}

function upgrade(url: string): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const headers = {
			connection: 'Upgrade',
			upgrade: 'websocket',
			'sec-websocket-version': '13',
			'sec-websocket-key': randomBytes(16).toString('base64'),
		};
		request(url.replace(/^ws/, 'http'), { headers })
			.on('upgrade', (_response, socket, head) => {
				socket.unshift(head);
				resolve(socket as Socket);
			})
			.on('response', ({ statusCode }) =>
				reject(new Error(`${url} answered ${statusCode} instead of opening a WebSocket`)),
			)
			.on('error', reject)
			.end();
	});
}

/** A masked frame, as clients send them. */
function frame(opcode: number, payload: Buffer): Buffer {
	const mask = randomBytes(4);
	const long = payload.length > 65_535;
	const head = Buffer.alloc(payload.length < 126 ? 2 : long ? 10 : 4);
	head[0] = 0x80 | opcode;
	head[1] = 0x80 | (payload.length < 126 ? payload.length : long ? 127 : 126);
	if (long) head.writeBigUInt64BE(BigInt(payload.length), 2);
	else if (head.length > 2) head.writeUInt16BE(payload.length, 2);
	return Buffer.concat([head, mask, payload.map((byte, index) => byte ^ mask[index % 4]!)]);
}

/** Reassembles the server's frames into messages and answers pings. */
function readFrames(socket: Socket, onText: (text: string) => void): void {
	let input = Buffer.alloc(0);
	let parts: Buffer[] = [];
	const next = (): boolean => {
		if (input.length < 2) return false;
		const short = input[1]! & 0x7f;
		const start = short < 126 ? 2 : short === 126 ? 4 : 10;
		if (input.length < start) return false;
		const length = short < 126 ? short : short === 126 ? input.readUInt16BE(2) : Number(input.readBigUInt64BE(2));
		if (input.length < start + length) return false;
		const last = input[0]! & 0x80;
		const opcode = input[0]! & 0x0f;
		const payload = input.subarray(start, start + length);
		input = input.subarray(start + length);
		if (opcode === 8) socket.end();
		else if (opcode === 9) socket.write(frame(10, payload));
		else if (opcode < 3) {
			parts.push(payload);
			if (last) {
				const text = Buffer.concat(parts).toString();
				parts = [];
				onText(text);
			}
		}
		return true;
	};
	socket.on('data', (chunk) => {
		input = Buffer.concat([input, chunk]);
		while (next());
	});
}
