/**
 * Follows the head script in the HTML where `rts.first` is set: requests the first picture, and what plays it.
 * See `docs/decisions/first-picture.md`.
 */
import { recall } from '../visit/remembered.ts';
import type { BuiltScript } from '../network/load-script.ts';

declare const __LIVE_HTTP__: BuiltScript;

/** Milliseconds of a round trip from which WebRTC's seven cost a second more than a picture by HTTP. */
const MIN_ROUND_TRIP = 120;
/** As `visit/remembered-stream.ts`. */
const MAX_AGE = 600_000;

const handoff = window.livePage!;
const { config, visit, live } = handoff.head;
const { first, stream } = config.rts;
const { requestStart, responseStart } = performance.timing;

function request(originRts: string, own?: unknown) {
	const [, name = ''] = /([^/?@]+)(?:[?@].*)?$/.exec(originRts) || [];
	const address = (own as string) || (name ? first.replace('{id}', visit.id).replace('{stream}', name) : '');
	if (!address || handoff.first) return;
	handoff.first = { address, response: fetch(address) };
	const { url: src, integrity } = __LIVE_HTTP__;
	document.head.appendChild(Object.assign(document.createElement('script'), { src, integrity }));
}

if (responseStart - requestStart >= MIN_ROUND_TRIP && /^[\w-]+$/.test(visit.id)) {
	let known = stream || (first.includes('{stream}') ? '' : first);
	try {
		const { id, live } = JSON.parse(recall('stream', '', MAX_AGE));
		if (id === visit.id) known = live.originRts;
	} catch {
		// Nothing is remembered.
	}
	if (known) request(known.replace('{id}', visit.id));
	live.then(
		({ status, originRts, raw }) => {
			const own = (raw as Record<string, unknown>)[config.api.fields.firstUrl || 'firstUrl'];
			// Without one it would come no sooner than the stream, and delay it by 1.5 s.
			if (own && ![0, 2, 3].includes(status)) request(originRts, own);
		},
		() => {},
	);
}
