import { createPlayer } from '../../../src/player/core/create-player.ts';
import type { Quality } from '../../../src/player/core/list-qualities.ts';
import { POLICY } from '../../../src/player/core/policy.ts';
import { RulesRank } from '../../../src/player/core/rules-rank.ts';
import { extendPlayer } from '../../../src/player/extend-player.ts';
import { fakeVideo } from '../../support/dom.ts';
import { live, NO_RULES } from '../../support/player.ts';
import { startClock } from '../virtual-clock.ts';
import type { ShownFrame } from '../figures.ts';
import { seededRandom } from '../link/shaper.ts';
import type { Connection } from './connection.ts';
import { createDuplexLink, type DuplexLink } from './duplex-link.ts';
import { createLinkClient, type LinkClient } from './link-client.ts';

/** Qualities of the broadcast, best first. */
export const QUALITIES: Quality[] = [1_130, 400, 130, 40].map((kbps) => ({
	name: `${kbps}`,
	kbps,
	address: `artc://stream.example/${kbps}`,
	audioOnly: kbps === 40,
}));

/** A link in both directions, and who watches. */
export interface Watching {
	/** kbit/s of each second. */
	rates: number[];
	/** Milliseconds there and back. */
	roundTrip: number;
	seed: number;
	/** Index of the first quality. */
	first: number;
	/** `wait`: one connection of the first quality, for ever, as a peer without rules. */
	who: 'page' | 'wait';
	/** Milliseconds without a packet from the viewer after which the server closes; 5 s as the stand-in backend. */
	sessionTimeout?: number;
	qualities?: readonly Quality[];
	log?: (now: number, line: string) => void;
}

/** A viewer's experience: milliseconds from the start. */
export interface Watched {
	frames: ShownFrame[];
	/** Time with the quality of sound alone, and changes of the quality. */
	soundAlone: number;
	switches: number;
	/** Milliseconds of received sound that played, in each slice. */
	sound: number[];
	/** Samples that were played, and made up. */
	samples: number;
	madeUp: number;
	/** When signalling or the API was requested. */
	requests: number[];
}

const STEP = 20;
/** Milliseconds of a slice of sound. */
export const SLICE = 100;
/** A call of the API. */
const CALL_BYTES = 1500;
/** The page's HTML, and its headers alone. */
const PAGE_BYTES = 13_200;
const HEADER_BYTES = 500;

/** The fetching of the page's HTML, by which the spare rate is measured, over a link. */
function fetchOver(transfer: (bytes: number) => Promise<number>) {
	type Notify = (list: { getEntries(): unknown[] }) => void;
	const observers = new Set<Notify>();
	async function fetch(url: string, { method }: RequestInit) {
		const requestStart = performance.now();
		const transferSize = method === 'HEAD' ? HEADER_BYTES : PAGE_BYTES;
		const responseEnd = await transfer(transferSize);
		const entry = { name: url, requestStart, responseEnd, transferSize };
		observers.forEach((notify) => notify({ getEntries: () => [entry] }));
		return { url, text: async () => '' };
	}
	class PerformanceObserver {
		constructor(readonly notify: Notify) {}
		observe = () => void observers.add(this.notify);
		disconnect = () => void observers.delete(this.notify);
	}
	return { fetch, PerformanceObserver };
}

/** Notes what a connection shows and plays. */
function createNotes(watched: Watched, onFrame: () => void) {
	let playing: Connection | null = null;
	let kbps: number | undefined;
	let seen = 0;
	let last = { sound: 0, madeUp: 0 };
	return (connection: Connection | null, at: number): void => {
		const slice = Math.floor((at - STEP) / SLICE);
		watched.sound[slice] ??= 0;
		if (connection !== playing) {
			playing = connection;
			seen = playing ? playing.shown.filter((shown) => shown < at).length : 0;
			last = playing ? { ...playing.totals } : { sound: 0, madeUp: 0 };
		}
		if (!playing) return;
		if (kbps !== undefined && kbps !== playing.kbps) watched.switches++;
		kbps = playing.kbps;
		if (playing.audioOnly) watched.soundAlone += STEP;
		for (; seen < playing.shown.length && playing.shown[seen]! <= at; seen++) {
			watched.frames.push({ at: playing.shown[seen]!, kbps });
			onFrame();
		}
		const { sound, madeUp } = playing.totals;
		watched.samples += sound - last.sound;
		watched.madeUp += madeUp - last.madeUp;
		// At 48 kHz.
		watched.sound[slice]! += (sound - last.sound - (madeUp - last.madeUp)) / 48;
		last = { sound, madeUp };
	};
}

/**
 * Watches a broadcast with the product's own player on a virtual clock; only element and connections are fakes, over a
 * link with a queue in each direction.
 */
export async function watchLink(watching: Watching): Promise<Watched> {
	const { rates, roundTrip, seed, first, who, sessionTimeout = 5_000, qualities = QUALITIES } = watching;
	const random = seededRandom(seed);
	const watched: Watched = { frames: [], soundAlone: 0, switches: 0, sound: [], samples: 0, madeUp: 0, requests: [] };
	const { now, tick, end } = startClock(
		random,
		fetchOver((bytes) => link.transfer(bytes)),
	);
	const link: DuplexLink = createDuplexLink(rates, roundTrip, now);
	const log = (line: string) => watching.log?.(now(), line);

	const video = fakeVideo();
	Object.assign(video, { readyState: 4 });
	const connections: Connection[] = [];
	const clients: LinkClient[] = [];
	function makeClient(): LinkClient {
		const client = createLinkClient({
			link,
			roundTrip,
			qualities,
			sessionTimeout,
			now,
			onPlay: () => video.fire('playing'),
			onConnect(connection) {
				watched.requests.push(now());
				connections.push(connection);
			},
			log,
		});
		clients.push(client);
		return client;
	}

	const client = makeClient();
	const player = createPlayer({
		video,
		cover: document.createElement('img') as HTMLImageElement,
		client,
		coverUrl: String,
		latency: () => roundTrip,
		qualitiesOf: () => [...qualities],
		firstQuality: () => first,
		picked: '',
		policy: { whep: '', ...POLICY },
	});
	const source = live({ originRts: qualities[0]!.address });
	player.refresh = async () => {
		watched.requests.push(now());
		log('API requested');
		await link.transfer(CALL_BYTES);
		log('API replied');
		return source;
	};
	let text = '';
	player.listeners.add(({ status, reason, failures, quality, trial }) => {
		const beside = trial ? `, ${trial.why} ${trial.quality}${trial.alone ? ' alone' : ''}` : '';
		const line = `${`${status} ${reason}`.trim()}, quality ${quality}, failures ${failures}${beside}`;
		if (line !== text) log((text = line));
	});
	let stop = () => {};
	if (who === 'page') {
		({ stop } = extendPlayer(player, { link: { knownRate: () => 0 }, coverUrl: String, makeClient }));
		player.show(source);
	} else {
		player.addRules(RulesRank.Fallback + 1, () => NO_RULES);
		void client.subscribe(qualities[first]!.address, { playTimeOut: 20_000 }).catch(() => {});
	}

	const note = createNotes(watched, () => video.frames++);
	for (let at = STEP; at <= rates.length * 1000; at += STEP) {
		tick(STEP);
		for (const connection of connections) connection.advance(at, STEP);
		for (const { step } of [...clients]) step();
		await new Promise<void>((resolve) => setImmediate(resolve));
		const shown = who === 'page' ? (player.element.connection().client as LinkClient) : client;
		note(shown.current, at);
	}
	stop();
	end();
	return watched;
}
