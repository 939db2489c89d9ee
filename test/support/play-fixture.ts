import {
	createPlayClient,
	type PlayClient,
	type PlayClientOptions,
	type SubscribeConfig,
} from '../../src/rts/play/play.ts';
import { createRemoteStream, prepareElement } from '../../src/rts/sdk/remote-stream.ts';
import { createStats } from '../../src/rts/sdk/stats.ts';
import type { FakeBrowser, FakePeer } from './fake-browser.ts';

/** A stream address with a query. */
export const ADDRESS = 'artc://h/a/s?k=1';

/** A client whose play events (without `media`), errors and usage reports are recorded. */
export function recordedClient(options: PlayClientOptions = {}): {
	client: PlayClient;
	events: string[];
	reports: [number, any][];
} {
	const events: string[] = [];
	const reports: [number, any][] = [];
	const client = createPlayClient({
		report: (id, args) => reports.push([id, args]),
		stats: createStats,
		onElement: prepareElement,
		...options,
	});
	client.on('onPlayEvent', (event) => event.event !== 'media' && events.push(event.event));
	client.on('onError', (error) => events.push(`${error.errorCode} ${error.message} ${error.traceId}`));
	return { client, events, reports };
}

/** As where media are there: nothing waits for them. */
export const atOnce = (act: () => void) => act();

export const idsOf = (reports: [number, unknown][]): number[] => reports.map(([id]) => id);

/** An `inbound-rtp` entry of a connection's statistics. */
export const inboundStats = (kind: string, bytesReceived: number, framesDecoded?: number): Record<string, unknown> => ({
	type: 'inbound-rtp',
	kind,
	bytesReceived,
	framesDecoded,
});

/** Advances time while audio and video arrive, 25 frames a second. */
export async function receiveFrames(browser: FakeBrowser, peer: FakePeer, milliseconds: number): Promise<void> {
	for (let passed = 0; passed < milliseconds; passed += 200) {
		const before = peer.stats as Record<string, number>[];
		const frames = ((before[1] && before[1].framesDecoded) || 0) + 5;
		peer.stats = [inboundStats('audio', frames * 10), inboundStats('video', frames * 100, frames)];
		await browser.pass(200);
	}
}

/** A recorded client that has subscribed and whose answer is applied. */
export async function subscribedClient(
	browser: FakeBrowser,
	options?: PlayClientOptions,
	config?: SubscribeConfig,
	address = ADDRESS,
) {
	const recorded = recordedClient(options);
	const received = await browser.answer(recorded.client.subscribe(address, config));
	return { ...recorded, stream: createRemoteStream(() => received, atOnce), ...browser.last() };
}
