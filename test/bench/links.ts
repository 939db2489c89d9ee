import type { CDPSession } from 'playwright-core';

/** A mobile link, as the browser emulates it. */
export interface Link {
	name: string;
	title: string;
	/** Milliseconds there and back. */
	roundTrip: number;
	/** kbit/s, each way; the mean of `rates` where there are some. */
	rate: number;
	/** kbit/s of each second, over and over: a link that changes. */
	rates?: number[];
	/** Share of packets lost each way, from 0 to 1. Needs a link below TCP. */
	loss?: number;
	/** Packets lost in a row, on the average; unless given each is lost on its own. */
	burst?: number;
}

export const LINKS: Link[] = [
	{ name: '2g', title: '2G', roundTrip: 800, rate: 280 },
	{ name: 'slow3g', title: 'slow 3G', roundTrip: 400, rate: 400 },
	{ name: 'fast3g', title: 'fast 3G', roundTrip: 150, rate: 1_600 },
	{ name: '4g', title: '4G', roundTrip: 60, rate: 9_000 },
	{ name: 'lossy', title: 'lossy', roundTrip: 200, rate: 1_000, loss: 0.03 },
];

/** Links on which a stream freezes. */
export const LOSSY_LINKS: Link[] = [
	{ name: 'bursts', title: '200 ms, 1 % lost in bursts', roundTrip: 200, rate: 1_000, loss: 0.01, burst: 3 },
	{ name: 'far', title: '400 ms, 2 % lost', roundTrip: 400, rate: 1_000, loss: 0.02 },
];

/**
 * Makes a page's traffic that of a link. Chromium's `latency` is a round trip for a request, counted from its sending to the
 * end of its headers, but a one-way delay for the packets of WebRTC; so those get half of it, and both see the same link.
 * Connecting (DNS, TCP, TLS) is not slowed. Answers false on a browser without rules for addresses, where WebRTC then waits twice.
 */
export async function emulate(session: CDPSession, link: Link, origin: string): Promise<boolean> {
	const bytesPerSecond = (link.rate * 1000) / 8;
	const conditions = (latency: number) => ({
		latency,
		downloadThroughput: bytesPerSecond,
		uploadThroughput: bytesPerSecond,
	});
	await session.send('Network.enable');
	try {
		await session.send('Network.emulateNetworkConditionsByRule', {
			matchedNetworkConditions: [
				{ urlPattern: `${origin}/*`, ...conditions(link.roundTrip) },
				// The rule without an address is WebRTC's.
				{ urlPattern: '', ...conditions(link.roundTrip / 2) },
			],
		});
		return true;
	} catch {
		await session.send('Network.emulateNetworkConditions', { offline: false, ...conditions(link.roundTrip) });
		return false;
	}
}
