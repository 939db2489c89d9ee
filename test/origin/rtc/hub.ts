import { RTCDtlsTransport } from 'werift';
import type { PreparedOffer } from './offer.ts';
import { openPeer } from './peer.ts';
import { readSample } from './sample.ts';
import { Stream, type StreamAction } from './stream.ts';

/** Streams that play the sample when nobody publishes to them: `demo`, `demo2`, … */
const isDemo = (name: string) => /^demo\d*$/.test(name);

/** How many watch and whether somebody publishes, by stream. */
export type StreamCounts = Record<string, { viewers: number; publishers: number }>;

/** All streams by name. */
export async function createHub() {
	// One certificate serves all peers; made here, it does not delay the first viewer.
	const [sample] = await Promise.all([readSample(), RTCDtlsTransport.SetupCertificate()]);
	const streams = new Map<string, Stream>();
	let closed = false;

	function stream(name: string): Stream {
		let found = streams.get(name);
		if (!found) streams.set(name, (found = new Stream(isDemo(name) ? sample : null)));
		return found;
	}

	return {
		available: (name: string) => (streams.has(name) || isDemo(name)) && stream(name).available,
		/** Opens a connection for a viewer or a publisher and answers its offer. */
		async join(name: string, offer: PreparedOffer, mode: 'play' | 'publish', address: string): Promise<string> {
			const peer = await openPeer(offer, mode, address);
			if (closed) await peer.close('closed');
			else if (mode === 'play') stream(name).play(peer);
			else await stream(name).publish(peer, offer);
			return peer.answer;
		},
		control: (name: string, action: StreamAction) => stream(name).control(action),
		/** Closes everybody and forgets what was done to the streams. */
		async reset(): Promise<void> {
			const all = [...streams.values()];
			streams.clear();
			await Promise.all(all.map((s) => s.close()));
		},
		counts: (): StreamCounts =>
			Object.fromEntries(
				[...streams].map(([name, s]) => [name, { viewers: s.viewers, publishers: s.published ? 1 : 0 }]),
			),
		async close(): Promise<void> {
			closed = true;
			await this.reset();
		},
	};
}

/** All streams of an origin. */
export type Hub = Awaited<ReturnType<typeof createHub>>;
