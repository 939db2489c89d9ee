/** A stand-in for hls.js, which notes what it is told, and a fake video that it plays on. */
import { mock } from 'node:test';
import { suite, type Test } from 'uvu';
import type { HlsLevels } from '../../src/player/act/hls-levels.ts';
import { createHlsPlayback, type HlsOptions } from '../../src/player/act/hls-playback.ts';
import { fakeVideo, setup, timeRanges as ranges } from './dom.ts';

/** Videos that are ended after the test. */
const open = new Set<ReturnType<typeof fakeVideo>>();

/** A suite whose tests play HLS: each begins with a document of its own, and ends what it has played. */
export function hlsSuite(name: string): Test {
	const it = suite(name);
	it.before.each(() => setup());
	it.after.each(() => {
		mock.timers.reset();
		for (const video of open) {
			video.removeAttribute('src');
			video.fire('emptied');
		}
		open.clear();
	});
	return it;
}

/** Address of a list. */
export const URL = 'https://cdn.example.com/a.m3u8';

/** A level of hls.js. */
export const level = (height: number, bitrate: number, name?: string) =>
	({ height, bitrate, name, url: [`https://cdn.example.com/${bitrate}.m3u8`] }) as never;

export class FakeLoader {
	declare load?: (...args: object[]) => void;
	declare abort?: () => void;
}

const POLICY_OF_HLS = { default: { maxLoadTimeMs: 1, maxTimeToFirstByteMs: 2 } };

/** Stands for hls.js, and notes what it is told. */
export class FakeHls {
	static made: FakeHls[] = [];
	static supported = true;
	static DefaultConfig = {
		loader: FakeLoader,
		...{ fragLoadPolicy: POLICY_OF_HLS, keyLoadPolicy: POLICY_OF_HLS, playlistLoadPolicy: POLICY_OF_HLS },
	};
	static isSupported = () => FakeHls.supported;
	static Events = {
		ERROR: 'error',
		FRAG_LOADING: 'loading',
		FRAG_LOADED: 'loaded segment',
		FRAG_PARSED: 'segment',
		FRAG_BUFFERED: 'buffered',
		BUFFER_EOS: 'end of stream',
		MANIFEST_LOADED: 'manifest',
		MANIFEST_PARSED: 'parsed',
		LEVELS_UPDATED: 'levels',
		LEVEL_LOADED: 'loaded',
		LEVEL_SWITCHED: 'switched',
	};
	static ErrorDetails = {
		MANIFEST_PARSING_ERROR: 'manifestParsingError',
		MANIFEST_LOAD_ERROR: 'manifestLoadError',
		MANIFEST_INCOMPATIBLE_CODECS_ERROR: 'manifestIncompatibleCodecsError',
		FRAG_PARSING_ERROR: 'fragParsingError',
		FRAG_DECRYPT_ERROR: 'fragDecryptError',
		BUFFER_APPEND_ERROR: 'bufferAppendError',
	};
	static ErrorTypes = { MEDIA_ERROR: 'mediaError', NETWORK_ERROR: 'networkError' };
	calls: string[] = [];
	config: Record<string, unknown>;
	levels: unknown[] = [];
	firstLevel = 0;
	nextLevel = -1;
	loadLevel = -1;
	nextAutoLevel = 0;
	liveSyncPosition: number | null = null;
	autoLevelCapping = -1;
	private handlers: Record<string, ((type: string, data: object) => void)[]> = {};
	constructor(config: object) {
		this.config = { ...config, loader: FakeLoader };
		FakeHls.made.push(this);
	}
	on(type: string, handler: (type: string, data: object) => void) {
		(this.handlers[type] ??= []).push(handler);
	}
	once(type: string, handler: (type: string, data: object) => void) {
		const first = (...args: [string, object]) => {
			this.handlers[type] = this.handlers[type]!.filter((other) => other !== first);
			handler(...args);
		};
		this.on(type, first);
	}
	emit(type: string, data: object) {
		for (const handler of this.handlers[type] ?? []) handler(type, data);
	}
	loadSource = (url: string) => this.calls.push(url);
	attachMedia = (video: HTMLVideoElement) => (video.src = 'blob:x');
	stopLoad = () => this.calls.push('stopLoad');
	trigger = (type: string) => this.calls.push(type);
	startLoad = (at?: number) => this.calls.push(at === undefined ? 'startLoad' : `startLoad ${at}`);
	recoverMediaError = () => this.calls.push('recover');
	destroy = () => this.calls.push('destroy');
}

export { ranges };

/** Plays on a fake video, where it was left. */
export function play({ picked = '', kbps = 3000, left = 7, savesData = false, recording = {} as object | null } = {}) {
	FakeHls.made = [];
	FakeHls.supported = true;
	const video = Object.assign(fakeVideo(), { readyState: 0, buffered: ranges(), currentTime: 0 });
	open.add(video);
	const log: unknown[] = [];
	const element = { setUrl: (_url: string, _place?: number) => {}, play: () => log.push('play') };
	const listeners = new Set<() => void>();
	const player = {
		video,
		element,
		dispatch: (event: object) => log.push(event),
		state: { rested: '', recording },
		listeners,
	};
	const shown: (HlsLevels | null)[] = [];
	const remembered: string[] = [];
	const link = { knownRate: () => kbps };
	createHlsPlayback({
		...{ Hls: FakeHls, player, link, readPicked: () => picked, position: () => left, savesData: () => savesData },
		rememberPicked: (name: string) => remembered.push(name),
		showLevels: (levels: HlsLevels | null) => shown.push(levels),
	} as unknown as HlsOptions);
	return {
		video,
		log,
		remembered,
		attach: element.setUrl,
		rest(rested: string) {
			player.state = { rested, recording };
			listeners.forEach((listener) => listener());
		},
		last: () => FakeHls.made[FakeHls.made.length - 1]!,
		levels: () => shown[shown.length - 1] ?? null,
	};
}

/** The same at an address, on a video of which this is set. */
export function begin(seen: object = {}, options?: Parameters<typeof play>[0]) {
	const scene = play(options);
	Object.assign(scene.video, seen);
	scene.attach(URL);
	return scene;
}

/** Has a list be loaded by an instance's loader. */
export function answerList({ config }: FakeHls, data: string): void {
	const { loader: Loader } = config as { loader: typeof FakeLoader };
	const stats = { loading: { start: 0 } };
	const load = (context: object, _: object, { onSuccess }: { onSuccess: (...args: unknown[]) => void }) =>
		onSuccess({ data }, stats, context, null);
	Object.assign(FakeLoader.prototype, { stats, load });
	new Loader().load!({ url: URL, type: 'manifest' }, {}, { onSuccess() {} });
}

/** What the player is told of failures. */
export const failed = { type: 'recordingFailed', kind: 'media', status: 0 };
export const refused = { ...failed, status: 404 };
export const silent = { ...failed, kind: 'network' };
export const down = { ...silent, status: 502 };
export const unread = { ...failed, kind: 'unreadable' };

/** Errors of hls.js. */
export const network = { fatal: true, type: 'networkError', details: 'manifestLoadError' };
export const media = { fatal: true, type: 'mediaError' };
export const answered = (code: number) => ({ ...network, response: { code } });

/** A segment of a list. */
export const segment = (sn: number) => ({
	sn,
	tagList: [] as string[][],
	gap: false,
	relurl: `${sn}.ts`,
	url: `https://a/${sn}.ts`,
});
/** An error of a segment. */
export const refusal = (frag: object, code: number, details = 'fragLoadError') =>
	({ fatal: false, type: 'networkError', details, frag, response: { code } }) as const;

/** Sets the clock of the page; time goes on by the timers. */
export function holdClock() {
	let now = 1000;
	mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
	mock.method(performance, 'now', () => now);
	return (milliseconds: number) => {
		for (const end = now + milliseconds; now < end; mock.timers.tick(100)) now += 100;
	};
}
