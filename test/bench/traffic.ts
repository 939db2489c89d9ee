import type { CDPSession } from 'playwright-core';

/** A request that was answered; times are Unix milliseconds. */
export interface SeenRequest {
	url: string;
	sent: number;
	/** Infinity while it is under way. */
	ended: number;
	/** On the wire, headers included. */
	bytes: number;
}

/** Records every request of a page; those that were never answered, such as to hosts outside, are left out. */
export function watchTraffic(session: CDPSession): () => SeenRequest[] {
	const requests = new Map<string, SeenRequest & { answered: boolean }>();
	/** From the browser's clock of events to Unix time. */
	let offset = 0;
	session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime }) => {
		if (!/^https?:/.test(request.url)) return;
		offset ||= wallTime - timestamp;
		requests.set(requestId, {
			url: request.url,
			sent: (timestamp + offset) * 1000,
			ended: Infinity,
			bytes: 0,
			answered: false,
		});
	});
	session.on('Network.responseReceived', ({ requestId }) => {
		const request = requests.get(requestId);
		if (request) request.answered = true;
	});
	session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
		const request = requests.get(requestId);
		if (request) Object.assign(request, { ended: (timestamp + offset) * 1000, bytes: encodedDataLength });
	});
	return () => [...requests.values()].filter(({ answered }) => answered);
}

/** Requests sent and bytes of those ended until a moment in Unix milliseconds. */
export function trafficUntil(seen: readonly SeenRequest[], moment: number): { bytes: number; requests: number } {
	return {
		requests: seen.filter(({ sent }) => sent <= moment).length,
		bytes: seen.filter(({ ended }) => ended <= moment).reduce((sum, { bytes }) => sum + bytes, 0),
	};
}
