import { RTCDtlsTransport } from 'werift';
import type { ActivityLimits } from './activity-timer.ts';
import type { PreparedOffer } from './offer.ts';
import { openPeer, type Peer } from './peer.ts';
import { readSample } from './sample.ts';
import { Stream, type StreamAction } from './stream.ts';

/** True for the streams that send the sample while they have no publisher: `demo`, `demo2`, … */
const hasSample = (name: string) => /^demo\d*$/.test(name);

/** Number of viewers and publishers by stream name. */
export type StreamCounts = Record<string, { viewers: number; publishers: number }>;

/** Creates the server of all streams. @param limits when a silent peer is closed */
export async function createMediaServer(limits: ActivityLimits) {
	// All peers share one certificate. Making it here does not delay the first viewer.
	const [sample] = await Promise.all([readSample(), RTCDtlsTransport.SetupCertificate()]);
	const streams = new Map<string, Stream>();
	let closed = false;

	function stream(name: string): Stream {
		let found = streams.get(name);
		if (!found) streams.set(name, (found = new Stream(hasSample(name) ? sample : null)));
		return found;
	}

	return {
		available: (name: string) => (streams.has(name) || hasSample(name)) && stream(name).available,
		/** Opens the connection of a viewer or a publisher. @returns the connection, with the SDP answer */
		async connect(name: string, offer: PreparedOffer, mode: 'play' | 'publish', address: string): Promise<Peer> {
			const peer = await openPeer(offer, mode, address, limits);
			if (closed) await peer.close('closed');
			else if (mode === 'play') stream(name).addViewer(peer);
			else await stream(name).setPublisher(peer, offer);
			return peer;
		},
		control: (name: string, action: StreamAction) => stream(name).control(action),
		/** Closes all connections and restores the initial state of the streams. */
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

/** The streams of an origin. */
export type MediaServer = Awaited<ReturnType<typeof createMediaServer>>;
