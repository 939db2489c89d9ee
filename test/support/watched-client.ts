import { createPlayClient, type PlayClient, type PlayClientOptions } from '../../src/rts/play.ts';
import type { FakePeer, Scene } from './rtc-fakes.ts';

export const URL = 'artc://h/a/s?k=1';

/** Notes everything a client tells. */
export function watched(options: PlayClientOptions = {}): {
	client: PlayClient;
	told: string[];
	reports: [number, any][];
} {
	const told: string[] = [];
	const reports: [number, any][] = [];
	const client = createPlayClient({ report: (id, args) => reports.push([id, args]), ...options });
	client.on('onPlayEvent', (event) => event.event !== 'media' && told.push(event.event));
	client.on('onError', (error) => told.push(`${error.errorCode} ${error.message} ${error.traceId}`));
	return { client, told, reports };
}

/** One entry of a connection's statistics. */
export const inbound = (kind: string, bytesReceived: number, framesDecoded?: number): Record<string, unknown> => ({
	type: 'inbound-rtp',
	kind,
	bytesReceived,
	framesDecoded,
});

/** Lets a stream flow at a frame rate. */
export async function flow(site: Scene, peer: FakePeer, milliseconds: number, rate = 25): Promise<void> {
	for (let passed = 0; passed < milliseconds; passed += 200) {
		const before = peer.stats as Record<string, number>[];
		const frames = ((before[1] && before[1].framesDecoded) || 0) + rate / 5;
		peer.stats = [inbound('audio', frames * 10), inbound('video', frames * 100, frames)];
		await site.pass(200);
	}
}

/** Subscribes, and has the server answer. */
export async function playing(site: Scene, options?: PlayClientOptions) {
	const all = watched(options);
	const promise = all.client.subscribe(URL);
	await site.settle();
	const { peer, request } = site.last();
	request.answer();
	const stream = await promise;
	return { ...all, stream, peer, request };
}
