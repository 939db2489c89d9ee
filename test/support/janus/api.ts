import { randomUUID } from 'node:crypto';

/** A session description, as Janus names it. */
export interface Jsep {
	type: string;
	sdp: string;
}

/** What the interface answers with, and what it reports. */
interface JanusEvent {
	janus: string;
	transaction?: string;
	data?: { id: number };
	error?: { reason: string };
	plugindata?: { data: { error?: string; result?: { sdp?: string } } };
	jsep?: Jsep;
}

/** A plugin's end of one WebRTC connection. */
export interface JanusHandle {
	/** Sends a message to the plugin. Resolves with its reply; rejects with its error, or when Janus is gone. */
	request(body: object, jsep?: Jsep): Promise<{ sdp?: string; jsep?: Jsep }>;
	/** Ends the connection. Harmless twice. */
	close(): Promise<void>;
}

/**
 * Opens a session of Janus' HTTP interface (https://janus.conf.meetecho.com/docs/rest.html) with one plugin.
 *
 * @param onEvent called with each event that is no reply, such as `webrtcup` and `hangup`, and with `gone` once the
 * session is no more
 */
export async function attachPlugin(
	api: string,
	plugin: string,
	onEvent: (event: string) => void,
): Promise<JanusHandle> {
	const waiting = new Map<string, (event: JanusEvent) => void>();
	const polls = new AbortController();

	async function send(path: string, message: object): Promise<JanusEvent> {
		const body = JSON.stringify({ transaction: randomUUID(), ...message });
		return read(await fetch(`${api}${path}`, { method: 'POST', body }));
	}
	async function read(response: Response): Promise<JanusEvent> {
		const event = (await response.json()) as JanusEvent;
		if (event.janus === 'error' || event.janus === 'timeout') throw new Error(event.error?.reason ?? event.janus);
		return event;
	}
	async function poll(session: string): Promise<never> {
		for (;;) {
			const event = await read(await fetch(`${api}${session}`, { signal: polls.signal }));
			const settle = waiting.get(event.transaction ?? '');
			if (settle) settle(event);
			else onEvent(event.janus);
		}
	}

	const session = `/${(await send('', { janus: 'create' })).data!.id}`;
	const handle = `${session}/${(await send(session, { janus: 'attach', plugin })).data!.id}`;
	const gone = poll(session);
	gone.catch(() => onEvent('gone'));
	return {
		async request(body, jsep) {
			const transaction = randomUUID();
			const reply = new Promise<JanusEvent>((resolve) => waiting.set(transaction, resolve));
			await send(handle, { janus: 'message', transaction, body, jsep });
			const event = await Promise.race([reply, gone]);
			waiting.delete(transaction);
			const { error, result } = event.plugindata!.data;
			if (error) throw new Error(error);
			return { sdp: result?.sdp, jsep: event.jsep };
		},
		async close() {
			if (polls.signal.aborted) return;
			polls.abort();
			// Where Janus is gone, so is the session.
			await send(session, { janus: 'destroy' }).catch(() => {});
		},
	};
}
