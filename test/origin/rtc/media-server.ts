import { RTCDtlsTransport } from 'werift';
import type { ActivityLimits } from './activity-timer.ts';
import type { HttpRequest } from '../http/request.ts';
import { OfferError, prepareOffer } from './offer.ts';
import { createMediaLink } from './media-link.ts';
import { openPeer, type Peer } from './peer.ts';
import { readSample, sampleStream, type Sample, type SampleStream } from './sample.ts';
import { Stream, type StreamAction } from './stream.ts';
import type { AlterMedia } from './viewer.ts';

/** Number of viewers and publishers by stream name. */
export type StreamCounts = Record<string, { viewers: number; publishers: number }>;

const ENCODINGS: SampleStream['video'][] = ['hd', 'sd', 'ld', 'upright', 'long-gop'];

const readSamples = async () =>
	Object.fromEntries(
		await Promise.all(ENCODINGS.map(async (video) => [video, await readSample(video)] as const)),
	) as Record<SampleStream['video'], Sample>;

/**
 * Creates the server of all streams.
 *
 * @param limits when a silent peer is closed
 * @param best what `demo` sends
 * @param alter a fault
 * @param address where media come from; by default where signalling was reached
 */
export async function createMediaServer(
	limits: ActivityLimits,
	best: 'hd' | 'sd',
	alter?: AlterMedia,
	address?: string,
) {
	// All peers share one certificate. Making it here does not delay the first viewer.
	const [samples] = await Promise.all([readSamples(), RTCDtlsTransport.SetupCertificate()]);
	const started = performance.now();
	const streams = new Map<string, Stream>();
	const link = createMediaLink();
	let closed = false;

	/** Open requests for lives over HTTP, by name. */
	const readers: Record<string, number> = {};
	const countReader = (name: string, more: number) => (readers[name] = (readers[name] ?? 0) + more);

	function stream(name: string): Stream {
		let found = streams.get(name);
		if (!found) {
			const kind = sampleStream(name, best);
			const begin = kind?.joinsAnywhere ? performance.now() : started;
			streams.set(name, (found = new Stream(kind ? samples[kind.video] : null, kind, begin, alter?.bind(null, name))));
		}
		return found;
	}

	return {
		/**
		 * Opens the connection of a viewer or a publisher. @returns the connection, with the SDP answer
		 * @throws OfferError when there is no such stream, or the offer cannot be answered
		 */
		async connect(name: string, sdp: string, mode: 'play' | 'publish', request: HttpRequest): Promise<Peer> {
			const isThere = streams.has(name) || sampleStream(name, best);
			if (mode === 'play' && !(isThere && stream(name).available)) throw new OfferError('stream not found', 404);
			const offer = prepareOffer(sdp, mode);
			if (request.disconnected.aborted) throw new OfferError('client has disconnected');
			const peer = await openPeer(offer, mode, address ?? request.localAddress, limits).catch((error: unknown) => {
				// Errors of werift about SDP that it cannot use.
				console.warn('[origin] offer refused:', error);
				throw new OfferError('offer cannot be used');
			});
			link.attach(peer.connection);
			if (closed) await peer.close('closed');
			else if (mode === 'play') stream(name).addViewer(peer);
			else await stream(name).setPublisher(peer, offer);
			return peer;
		},
		/** What somebody receives of a stream by HTTP; undefined where there is none. */
		httpStream(name: string) {
			const kind = sampleStream(name, best);
			if (!kind || !stream(name).available) return undefined;
			return {
				kind,
				started,
				state: () => stream(name).state,
				onOpen: () => void countReader(name, 1),
				onClose: () => void countReader(name, -1),
			};
		},
		readers: (name?: string) =>
			Object.entries(readers).reduce(
				(sum, [each, count]) => sum + (name === undefined || each === name ? count : 0),
				0,
			),
		setLink: link.set,
		takeBytes: link.takeBytes,
		control: (name: string, action: StreamAction) => stream(name).control(action),
		/** Closes all connections and restores the initial state of the streams. */
		async reset(): Promise<void> {
			const all = [...streams.values()];
			streams.clear();
			link.set(null);
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
