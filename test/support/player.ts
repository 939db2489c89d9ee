import { mock } from 'node:test';
import type { Test } from 'uvu';
import { createPlayer, type PlayerOptions, type PlayerRules } from '../../src/player/core/create-player.ts';
import { onOnline } from '../../src/network/online.ts';
import { withTaps } from '../../src/player/rules/taps.ts';
import { extendPlayer } from '../../src/player/extend-player.ts';
import { POLICY as CORE_POLICY } from '../../src/player/core/policy.ts';
import { qualitiesOf } from '../../src/player/core/list-qualities.ts';
import { RulesRank } from '../../src/player/core/rules-rank.ts';
import type { PlayerSource } from '../../src/player/core/source.ts';
import type { PlayerStatus } from '../../src/player/core/state.ts';
import { createEmitter } from '../../src/rts/play/events.ts';
import type { ErrorCode } from '../../src/rts/play/errors.ts';
import type { PlayClient, ReceivedStream } from '../../src/rts/play/play.ts';
import type { Sample } from '../../src/rts/play/sample.ts';
import { fakeVideo, setup } from './dom.ts';

export const STREAM = 'artc://play.example.com/live/a';
export const HLS = 'https://play.example.com/live/a.m3u8';
export const MEDIA_URL = 'https://cdn.example.com/a.mp4';
export const REPLAY = 'https://cdn.example.com/replay.mp4';

/** A broadcast that is on, with changes. */
export const live = (fields: Partial<PlayerSource> = {}): PlayerSource => ({
	status: 1,
	originRts: STREAM,
	qualities: [],
	playbackUrl: REPLAY,
	poster: '',
	...fields,
});

/** A broadcast of two qualities, and sound alone. */
export const twoQualities = live({
	qualities: [
		{ name: 'HD', kbps: 1130, address: STREAM },
		{ name: 'SD', kbps: 400, address: `${STREAM}_sd` },
	],
});

/** A call of `subscribe`, to be settled by the test. */
interface Subscription {
	address: string;
	timeout: number;
	resolve: (stream: Pick<ReceivedStream, 'play'>) => void;
	reject: (errorCode: ErrorCode, more?: { status?: number; retryAfter?: number }) => void;
}

/** A streaming client whose streams are the test's. */
export function fakeClient() {
	const subscriptions: Subscription[] = [];
	const emitter = createEmitter();
	const client = {
		...emitter,
		subscriptions,
		unsubscribed: 0,
		prepare() {},
		subscribe: (address: string, { playTimeOut = 0 } = {}) =>
			new Promise<ReceivedStream>((resolve, reject) =>
				subscriptions.push({
					address,
					timeout: playTimeOut,
					resolve: resolve as Subscription['resolve'],
					reject: (errorCode, more) => reject({ errorCode, ...more }),
				}),
			),
		async unsubscribe() {
			client.unsubscribed++;
		},
		error: (errorCode: ErrorCode) => emitter.emit('onError', { errorCode }),
		/** Totals of the stream. */
		sample: (sample: Partial<Sample>) => emitter.emit('onSample', { time: 0, audioBytes: 0, videoBytes: 0, ...sample }),
		/** A play event. */
		whep: {},
		useWhep() {},
		session: () => undefined,
		event: (event: string) => emitter.emit('onPlayEvent', { event }),
	};
	return client satisfies PlayClient;
}

/** Rules of a player that does nothing more. */
export const NO_RULES: PlayerRules = { rules() {}, see: (surroundings) => surroundings, perform() {} };

export const fakeParts = () => ({
	video: fakeVideo(),
	cover: document.createElement('img') as HTMLImageElement,
	client: fakeClient(),
});

const players = new Set<() => void>();

/** Makes a player on a fake video and a fake client, and brings it to a status of a broadcast. */
export function startPlayer({
	source = live(),
	status = 'playing',
	refresh,
	rules = 'there',
	...options
}: {
	source?: PlayerSource;
	status?: PlayerStatus;
	refresh?: () => Promise<PlayerSource>;
	/** `late`: the live rules come when the test says so. */
	rules?: 'there' | 'late';
} & Partial<PlayerOptions> = {}) {
	const parts = fakeParts();
	const { video, client } = parts;
	const refreshes: PlayerSource[] = [];
	const player = createPlayer({
		...parts,
		coverUrl: (url) => url,
		latency: () => 0,
		qualitiesOf: (live) => qualitiesOf(live, { rts: { whep: '', qualities: [] }, replay: { qualities: [] } }),
		firstQuality: () => 0,
		picked: '',
		policy: { whep: '', ...CORE_POLICY },
		...options,
	});
	player.addRules(RulesRank.Taps, ({ rules }) => ({ rules: withTaps(rules) }));
	player.refresh = async () => {
		refreshes.push(source);
		return refresh ? refresh() : source;
	};
	/** Clients of connections beside the first, in the order they were made. */
	const more: ReturnType<typeof fakeClient>[] = [];
	let end = () => {};
	const rulesArrive = () => {
		end = extendPlayer(player, {
			link: { knownRate: () => 0 },
			coverUrl: (url) => url,
			makeClient() {
				const client = record(fakeClient());
				more.push(client);
				return client;
			},
		}).stop;
	};
	if (rules === 'there') rulesArrive();
	const ignoreOnline = onOnline(() => player.dispatch({ type: 'online' }));
	const stop = () => {
		end();
		ignoreOnline();
		player.addRules(RulesRank.Fallback + 1, () => NO_RULES);
		players.delete(stop);
	};
	players.add(stop);

	/** Addresses in the order they were loaded, or connected to beside what plays. */
	const loads: string[] = [];
	const record = (client: ReturnType<typeof fakeClient>) => {
		const { subscribe } = client;
		client.subscribe = (address, config) => {
			loads.push(address);
			return subscribe(address, config);
		};
		return client;
	};
	record(client);
	const setAttribute = video.setAttribute.bind(video);
	video.setAttribute = (name, value) => {
		if (name === 'src') loads.push(value);
		setAttribute(name, value);
	};

	const play = () => video.fire('playing');
	if (status !== 'idle') player.show(source);
	if (status === 'playing') play();
	if (player.state.status !== status) throw new Error(`the player is ${player.state.status}, not ${status}`);
	loads.length = video.playCalls = 0;

	/** Each state from now on, as `status reason`. */
	const states: string[] = [];
	player.listeners.add(({ status, reason }) => {
		const state = `${status} ${reason}`.trim();
		if (state !== states.at(-1)) states.push(state);
	});
	return { ...parts, player, more, stop, loads, states, refreshes, play, fail: client.error, rulesArrive };
}

/** Moves the clock, in steps, so that a timer which another one sets runs too. */
export function advance(milliseconds: number): void {
	for (let left = milliseconds; left > 0; left -= 250) mock.timers.tick(Math.min(left, 250));
}

export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

export function setHidden(hidden: boolean): void {
	Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
	document.dispatchEvent(new Event('visibilitychange'));
}

export function setOnline(onLine: boolean): void {
	Object.defineProperty(navigator, 'onLine', { value: onLine, configurable: true });
	dispatchEvent(new Event(onLine ? 'online' : 'offline'));
}

/** The page comes back from the back-forward cache. */
export const restore = () => dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));

/** The clock of the day at the start of each test. */
const START = 1_700_000_000_000;

const { random } = Math;
const { fetch } = globalThis;
const now = performance.now.bind(performance);

/** Gives a suite a document, a clock that is moved by hand, no jitter and no network, and stops the players of each test. */
export function withFakeTimers(it: Test): void {
	it.before.each(() => {
		setup();
		mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: START });
		// No mocks, which note each of a million calls, with its stack.
		performance.now = () => Date.now() - START + 1000;
		Math.random = () => 0.5;
		// A load of the page, which measures the link.
		globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
	});
	it.after.each(() => {
		for (const stop of players) stop();
		mock.timers.reset();
		mock.restoreAll();
		Object.assign(Math, { random });
		Object.assign(performance, { now });
		globalThis.fetch = fetch;
	});
}
