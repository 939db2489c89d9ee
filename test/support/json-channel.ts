import { WebSocket } from 'ws';

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

export async function openJsonChannel(url: string): Promise<JsonChannel> {
	const socket = new WebSocket(url, { perMessageDeflate: false });
	await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
	const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
	const listeners: [event: string, listener: (params: any) => void][] = [];
	let count = 0;
	let closedBecause = '';

	socket.on('message', (data) => {
		const { id, method, params, result, error, message } = JSON.parse(`${data}`);
		const command = waiting.get(id);
		if (command) {
			waiting.delete(id);
			if (error) command.reject(new Error(message || error.message || error));
			else command.resolve(result);
		} else for (const [event, listener] of listeners) if (event === method) listener(params);
	});
	socket.on('error', (error) => (closedBecause = error.message));
	socket.on('close', () => {
		closedBecause ||= 'the browser has closed the connection';
		for (const { reject } of waiting.values()) reject(new Error(closedBecause));
		waiting.clear();
	});

	return {
		send(method, params = {}) {
			if (closedBecause) return Promise.reject(new Error(closedBecause));
			const id = ++count;
			socket.send(JSON.stringify({ id, method, params }));
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
		close: () => socket.terminate(),
	};
}
