/**
 * Follows the head script in the HTML where `rts.first` is set: requests the first picture, and what plays it.
 * See `docs/decisions/first-picture.md`.
 */
import type { BuiltScript } from '../network/load-script.ts';
import { recall } from '../visit/recall.ts';
import { replayPosition } from '../visit/remembered-replay.ts';

declare const __LIVE_HTTP__: BuiltScript;

/** Milliseconds of a round trip from which WebRTC's seven cost a second more than a picture by HTTP. */
const MIN_ROUND_TRIP = 120;
/** Milliseconds of a round trip from which two scripts at once hold up connections to other hosts. */
const SLOW_ROUND_TRIP = 250;
/** Of the one that the stage script remembers: as `visit/remembered-stream.ts`. */
const MAX_AGE = 600_000;

const handoff = window.livePage!;
const { config, visit } = handoff.head;
const { timing } = performance;
const roundTrip = timing.responseStart - timing.requestStart;
const isFar = roundTrip >= MIN_ROUND_TRIP;
const pause = async (time: number) => time && new Promise((resolve) => setTimeout(resolve, time));
/** Milliseconds: `app` in the HTML fills a slow link while other hosts are connected to. */
const held = roundTrip > SLOW_ROUND_TRIP && document.querySelector('script[defer]') ? roundTrip : 0;
/** Kept by a visit that was as far: of HTML that the service worker had, nothing else is known of the link. */
const kept =
	isFar || (navigator.serviceWorker || ({} as Partial<ServiceWorkerContainer>)).controller
		? recall('first', visit.id, MAX_AGE)
		: '';
// A live that this viewer has watched as a replay is no broadcast any more.
if ((handoff.isFar = (isFar || !!kept) && !replayPosition(visit))) {
	const script = document.createElement('script');
	script.integrity = __LIVE_HTTP__.integrity;
	script.src = __LIVE_HTTP__.url;
	handoff.idle = pause(held).then(() => document.head.append(script));
	const address = /^[\w-]+$/.test(visit.id) && (kept || config.rts.known!.replace('{id}', visit.id));
	// After the script, whose last byte the first frame needs. It would delay the answer that has to allow it, from another host.
	const isEarly = config.rts.public || !config.api.base;
	if (address)
		handoff.first = {
			address,
			// Once the offer has gone to that host: before, a connection more would be made for that. A server that gets both
			// requests at once may send the burst first.
			response: isEarly && pause(2 * held || roundTrip / 8).then(() => fetch(address, { priority: 'low' })),
		};
}
