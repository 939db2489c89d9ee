/** A page's recording on a link and a server that tests let fail, and what may happen to it. */
import { mock } from 'node:test';
import fc from './fast-check.ts';
import { addRest, recordingLater } from '../../src/player/recording-later.ts';
import type { PlayerSource } from '../../src/player/core/source.ts';
import { extendRecording } from '../../src/player/extend-recording.ts';
import { setup } from './dom.ts';
import { fakeRecordings } from './fake-recording.ts';
import { live, setHidden, setOnline, settle, startPlayer } from './player.ts';
import { DURATION, type RecordingServer } from './recording-element.ts';

export const RATES: Record<string, number> = { hd: 1170, sd: 440, ld: 170, sound: 40 };
export const NAMES = Object.keys(RATES);
const STEP = 250;

const urlOf = (name: string, key: number) => `https://cdn.example.com/${name}.mp4?k=${key}`;
const recording = (key: number): PlayerSource =>
	live({
		status: 3,
		playbackUrl: urlOf('hd', key),
		playbackQualities: NAMES.map((name) => ({
			...{ name, kbps: RATES[name]!, address: urlOf(name, key), audioOnly: name === 'sound' },
		})),
	});

const act = fc.oneof(
	fc.record({ type: fc.constant('link' as const), kbps: fc.constantFrom(0, 0, 100, 300, 700, 3000) }),
	fc.record({ type: fc.constant('online' as const), on: fc.boolean() }),
	fc.record({
		type: fc.constant('server' as const),
		state: fc.constantFrom('fine', 'expired', 'refused', 'broken', 'failing', 'opaque', 'spoilt'),
	}),
	fc.record({ type: fc.constant('api' as const), works: fc.boolean() }),
	fc.record({ type: fc.constant('missing' as const), name: fc.constantFrom('', ...NAMES) }),
	fc.record({ type: fc.constant('break' as const), code: fc.constantFrom(2, 3) }),
	fc.record({ type: fc.constant('seek' as const), to: fc.integer({ min: 0, max: DURATION / 2 }) }),
	fc.record({ type: fc.constant('pause' as const), paused: fc.boolean() }),
	fc.record({ type: fc.constant('mute' as const), muted: fc.boolean() }),
	fc.record({ type: fc.constant('hide' as const), hidden: fc.boolean() }),
	fc.record({ type: fc.constant('pick' as const), quality: fc.integer({ min: -1, max: 3 }) }),
	fc.constant({ type: 'retry' as const }),
);
export const step = fc.record({ act, seconds: fc.constantFrom(0, 1, 5, 20) });
type Act = typeof act extends fc.Arbitrary<infer Each> ? Each : never;
export type Step = { act: Act; seconds: number };

/** What becomes of the script that comes later (`recording-later.ts`). */
const LATER = {
	there: () => Promise.resolve(recordingLater),
	fails: () => Promise.reject(0),
	hangs: () => new Promise<never>(() => {}),
};

/** A recording on a link and a server that fail as told, and on which all is well in the end. */
export function open(later: keyof typeof LATER = 'there') {
	const server = { state: 'fine', key: 1, missing: '', works: true, isOpaque: false, isWhole: false };
	const link: RecordingServer = {
		kbps: 3000,
		requests: [],
		answer(address) {
			const [, name = 'hd', key = `${server.key}`] = /\/(\w+)\.mp4\?k=(\d+)/.exec(address) ?? [];
			const base = { status: 200, kbps: RATES[name]!, spoilt: server.state === 'spoilt' };
			const answer = { ...base, opaque: server.isOpaque, whole: server.isWhole };
			if (server.state === 'broken') return { ...answer, status: 0 };
			if (server.state === 'failing') return { ...answer, status: 502 };
			// As a proxy's own pages.
			if (server.state === 'opaque') return { ...answer, status: 502, opaque: true };
			const isRefused = server.state === 'refused' || name === server.missing || +key !== server.key;
			return isRefused ? { ...answer, status: 403 } : answer;
		},
	};
	/** Where the viewer is, which the page remembers. */
	let place = 0;
	setup();
	const world = fakeRecordings(link, () => performance.now());
	const video = world.element();
	const calls: number[] = [];
	const known = { knownRate: () => 0 };
	const { player, stop } = startPlayer({
		video,
		source: recording(1),
		status: 'replay',
		async refresh() {
			calls.push(performance.now());
			if (!server.works || !link.kbps) throw new Error('no answer');
			return recording(server.key);
		},
	});
	const isThere = later === 'there';
	if (isThere) addRest(player);
	extendRecording(player, {
		link: known,
		position: () => place,
		onQuality() {},
		savesData: () => false,
		log() {},
		loadLater: LATER[later],
		readLater: () => (isThere ? recordingLater : undefined),
	});

	async function pass(seconds: number) {
		for (let time = 0; time < seconds * 1000; time += STEP) {
			mock.timers.tick(STEP);
			const kbps = link.kbps / Math.max(1, world.loading() + +video.loads());
			world.pass(STEP, kbps);
			// What has come is appended.
			for (let turn = 0; turn < 2; turn++) await settle();
			video.pass(STEP, kbps);
			await settle();
			if (video.readyState > 1 && !video.seeking) place = video.currentTime;
		}
	}

	const acts: { [Type in Act['type']]: (what: Extract<Act, { type: Type }>) => unknown } = {
		link: ({ kbps }) => (link.kbps = kbps),
		online: ({ on }) => setOnline(on),
		server({ state }) {
			if (state === 'expired') server.key++;
			server.state = state === 'expired' ? 'fine' : state;
		},
		api: ({ works }) => (server.works = works),
		missing: ({ name }) => (server.missing = name),
		break: ({ code }) => video.breakWith(code as 2 | 3),
		seek: ({ to }) => video.readyState && (video.currentTime = place = to),
		pause: ({ paused }) => (paused ? video.pause() : video.play()),
		mute: ({ muted }) => (video.muted = muted),
		hide: ({ hidden }) => setHidden(hidden),
		pick: (what) => player.dispatch(what),
		// Offered where it has failed.
		retry: () => player.state.status === 'failed' && player.retry(),
	};
	const apply = (what: Act) => void acts[what.type](what as never);
	return { player, video, link, known, server, calls, pass, apply, stop, place: () => place };
}

/** Lets everything work again. */
export function heal({ link, server }: ReturnType<typeof open>) {
	link.kbps = 5000;
	Object.assign(server, { state: 'fine', missing: '', works: true });
	setOnline(true);
	setHidden(false);
}

/** @param host what does not change of it: whether a script may read it, and gets the parts that it requests */
export async function after(steps: Step[], host: { isOpaque?: boolean; isWhole?: boolean } = {}) {
	const opened = open();
	Object.assign(opened.server, host);
	await opened.pass(8);
	for (const { act, seconds } of steps) {
		opened.apply(act);
		await opened.pass(seconds);
	}
	return opened;
}
