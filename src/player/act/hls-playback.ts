import type { default as HlsClass, ErrorData, Fragment, HlsConfig, Level } from 'hls.js';
import { isRefused } from '../../network/failure.ts';
import type { RtsError } from '../../rts/play/errors.ts';
import type { Player } from '../core/create-player.ts';
import { isHls } from '../core/is-hls.ts';
import type { Reason } from '../core/state.ts';
import { type Link, noteRate } from '../link/link-rate.ts';
import { BUFFER, configOf, PAUSED_BUFFER } from './hls-config.ts';
import { ATTEMPTS, createHlsGaps } from './hls-gaps.ts';
import { createReadCheck } from './hls-cors.ts';
import { createEngineFallback } from './hls-engine.ts';
import { aheadOf, isStarved, LEAST, leaveHole, rangesOf } from './hls-holes.ts';
import { createLevelMenu, type LevelOptions } from './hls-levels.ts';
import { createHlsLimits } from './hls-limits.ts';
import { createListReaders } from './hls-lists.ts';
import { limitLoader } from './hls-loader.ts';

const HEVC = 'video/mp4;codecs="hvc1.1.6.L93.B0"';
/** Milliseconds within which a second error of the media is final. */
const RECOVERY_PAUSE = 10_000;
/** Milliseconds between two looks at what plays. */
const INTERVAL = 500;
/** Milliseconds without movement after which a missing part is skipped. */
const HOLE_TIME = 1000;
/** Milliseconds without a frame of what is loaded, after which the engine plays the URL itself. */
const UNSHOWN_TIME = 8000;
/** Milliseconds after which lists are requested again that hls.js has given up. */
const RELOAD_PAUSE = 8000;
/** Seconds by which a live that was paused may be behind; by more it goes on where it is now. */
const BEHIND = 5;
/** Segments in a row that may add nothing to the buffer; each one after them counts as a failure. */
const MAX_UNUSED = 5;

/** Options of {@link createHlsPlayback}. */
export interface HlsOptions extends LevelOptions {
	Hls: typeof HlsClass;
	player: Pick<Player, 'video' | 'element' | 'dispatch' | 'state' | 'listeners'>;
	/** Seconds at which to begin, where `setUrl` names no place; -1: where a live is. */
	position: () => number;
	link: Link;
}

/** Plays the HLS URLs that the player sets, and all others as before. */
export function createHlsPlayback({ Hls, player, position, link, ...options }: HlsOptions): void {
	const { video, element } = player;
	const menu = createLevelMenu(options);
	const followRest = () => menu.followRest(!!player.state.rested);
	let hls: HlsClass | null = null;
	let recoveredAt = -RECOVERY_PAUSE;
	/** URL of the recording that has begun where its list asks to (`EXT-X-START`), which counts once. */
	let begun = '';
	const { leave, plays } = createEngineFallback(video, restart);
	const limits = createHlsLimits();
	const lists = createListReaders();
	const gaps = createHlsGaps(video);
	const isUnreadable = createReadCheck();
	let timer: ReturnType<typeof setInterval>;
	let [onSeeking, onPlay] = [() => {}, () => {}];

	function end() {
		clearInterval(timer);
		onSeeking = onPlay = () => {};
		if (!hls) return;
		const ended = hls;
		hls = null;
		ended.destroy();
		menu.end();
	}

	/** Begins again at a place. */
	function restart(begin: () => void) {
		const { paused } = video;
		end();
		begin();
		if (!paused) element.play();
	}

	function limitBuffer() {
		if (hls) hls.config.maxBufferLength = hls.config.maxMaxBufferLength = video.paused ? PAUSED_BUFFER : BUFFER;
	}

	function load(url: string, startPosition: number) {
		const { DefaultConfig, ErrorDetails, ErrorTypes, Events } = Hls;
		const isReplay = startPosition >= 0;
		const segments = gaps.follow();
		/** Failures of lists in a row; segments in a row that added nothing; the ranges of the buffer. */
		let [listFailures, unused, loaded] = [0, 0, ''];
		const reader = lists.follow(isReplay, decodeWhole);
		/** The segment that was requested last. */
		let loading: Fragment | undefined;
		/** Where it is to begin again, with sound or picture that were not there before; -1: nowhere. */
		let restartAt = -1;
		/** When the first data should have been shown; when it began to stand; 0: not. */
		let [fedAt, starvedAt] = [0, 0];

		function decodeWhole() {
			Object.assign(current.config, { progressive: false, fLoader: undefined });
		}

		/** Reports a failure while the element still has its place. */
		function fail(reason: Reason, status = 0) {
			gaps.onFailed();
			const kind =
				reason === 'timeout' ? 'network' : reason === 'unreadable' || reason === 'undecodable' ? reason : 'media';
			const error = status ? { error: { status } as RtsError } : {};
			// Before the script of recordings is there, the core keeps the failure for it.
			if (isReplay && player.state.recording) player.dispatch({ type: 'recordingFailed', kind, status });
			else player.dispatch(Object.assign({ type: 'failed' as const, reason }, error));
			if (current === hls) end();
		}

		const current = (hls = new Hls(configOf(DefaultConfig, link.knownRate(), startPosition)));
		const { config } = current;
		const limited = (Loader: HlsConfig['loader']) => limitLoader(Loader, { limits, readList: reader.read });
		// Of streams, where the engine has them.
		config.fLoader = limited(config.loader) as HlsConfig['fLoader'];
		config.loader = limited(DefaultConfig.loader);

		/** Nothing can be loaded: the server fails, or lets no script of another host read (CORS). */
		function onUnloadable(address: string, status: number) {
			// The list of a live may be published later.
			const isMissing = isReplay && isRefused({ status });
			if (status) return fail(isMissing ? 'media' : 'timeout', Math.max(0, status));
			current.stopLoad();
			isUnreadable(address, reader.isUpgraded() && !gaps.hasCome()).then((isKnown) => {
				if (current !== hls) return;
				if (!isKnown) fail('timeout');
				else if (!leave(url, placeOf())) fail('unreadable');
			});
		}

		const placeOf = () => (video.readyState ? video.currentTime : startPosition);

		function onError(_: string, { fatal, type, details, response, frag, url: address, error, errorAction }: ErrorData) {
			if (current !== hls) return;
			const isLevelLeft = !!errorAction && errorAction.nextAutoLevel !== undefined;
			const hasMedia = video.readyState > 0;
			const status = response && isFinite(response.code!) ? response.code! : -1;
			const isGarbage = details === ErrorDetails.FRAG_PARSING_ERROR || details === ErrorDetails.FRAG_DECRYPT_ERROR;
			// It would go on to the next segment, of the same kind.
			if (!hasMedia && isGarbage && !current.levels[1]) {
				// An engine that lacks it, too, would play the sound alone.
				const isLost = /HEVC/.test(`${error}`) && !video.canPlayType(HEVC);
				if (isLost || !leave(url, startPosition)) fail(isLost ? 'undecodable' : 'unreadable');
				return;
			}
			if (frag && (isGarbage || /^(fragGap|(frag|key)Load)/.test(details))) {
				const { url = frag.url } = response || {};
				if (!frag.gap) decodeWhole();
				if (!segments.onFailed(frag, status, { isGarbage, isLevelLeft, isKey: /^key/.test(details) })) return;
				// The list was there.
				return onUnloadable(url, status);
			}
			if (/^level/.test(details)) {
				// Where the server fails, hls.js requests it on.
				const isLost = isRefused({ status }) || (!status && (isReplay || reader.isUpgraded()));
				if (isLost && ++listFailures >= ATTEMPTS && !isLevelLeft && aheadOf(video) < LEAST)
					onUnloadable(address!, status);
				else if (fatal) setTimeout(() => current === hls && current.startLoad(), RELOAD_PAUSE);
				return;
			}
			if (!fatal) return;
			const now = performance.now();
			if (type === ErrorTypes.NETWORK_ERROR) {
				if (reader.stands()) fail('ended');
				else if (details === ErrorDetails.MANIFEST_PARSING_ERROR) fail('unreadable');
				else onUnloadable(address || url, status);
			} else if (details === ErrorDetails.BUFFER_APPEND_ERROR && frag && frag.start > startPosition + LEAST) {
				restartAt = frag.start;
			} else if (hasMedia && now - recoveredAt > RECOVERY_PAUSE) {
				const { paused } = video;
				recoveredAt = now;
				current.recoverMediaError();
				if (!paused) element.play();
				// Codecs that are not fed by script.
			} else if (!leave(url, placeOf()))
				fail(details === ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR ? 'undecodable' : 'media');
		}

		function look() {
			const now = performance.now();
			// Browsers that replace the element by a player of their own may say nothing of what a script feeds.
			if (fedAt && !video.readyState && now - fedAt > UNSHOWN_TIME && leave(url, startPosition)) return;
			if (restartAt >= 0 && (isStarved(video) || video.currentTime >= restartAt))
				return restart(() => load(url, restartAt));
			if (!isStarved(video)) starvedAt = 0;
			else if (!starvedAt) starvedAt = now;
			else if (reader.stands()) fail('ended');
			else if (now - starvedAt > HOLE_TIME)
				// Its last segment is not there, by which hls.js knows the end.
				leaveHole(current, video, segments.isDone, () => current.trigger(Events.BUFFER_EOS, {}));
		}

		current.on(Events.FRAG_LOADING, (_, { frag }) => segments.onLoading((loading = frag)));
		current.on(Events.FRAG_LOADED, () => (fedAt = fedAt || performance.now()));
		current.on(Events.FRAG_PARSED, decodeWhole);
		current.on(Events.FRAG_BUFFERED, (_, { frag }) => {
			segments.onBuffered(frag);
			const last = loaded;
			loaded = rangesOf(video);
			unused = loaded === last ? unused + 1 : 0;
			if (!unused) limits.onMedia();
			else if (unused > MAX_UNUSED) limits.onFailed({ url: frag.url });
			noteRate(link, current.bandwidthEstimate / 1000);
		});
		current.on(Events.ERROR, onError);
		onSeeking = () => {
			const { currentTime } = video;
			if (!loading || aheadOf(video) > 0) return;
			// hls.js would mix up what it has decoded of a segment that is cut off with the next one,
			if (config.progressive) restart(() => load(url, currentTime));
			// and wait for one that may not come before it loads for an earlier place.
			else if (isReplay && currentTime < loading.start) current.startLoad(currentTime);
		};
		onPlay = () => {
			const { liveSyncPosition } = current;
			if (!isReplay && liveSyncPosition! - video.currentTime > BEHIND) video.currentTime = liveSyncPosition!;
		};
		const offer = (levels: Level[]) => {
			listFailures = 0;
			menu.offer(current, levels);
		};
		current.on(Events.MANIFEST_PARSED, (_, { altAudio, levels }) => {
			// The light build plays no sound that has segments of its own.
			if (altAudio && leave(url, startPosition)) return;
			offer(levels);
			followRest();
		});
		current.on(Events.LEVELS_UPDATED, (_, { levels }) => offer(levels));
		current.on(Events.LEVEL_SWITCHED, (_, { level }) => menu.follow(level));
		current.on(Events.LEVEL_LOADED, () => (listFailures = 0));
		current.once(Events.LEVEL_LOADED, (_, { details: { totalduration } }) => {
			if (!isReplay) return;
			const start = startPosition || url === begun ? 0 : reader.startAt(totalduration);
			begun = url;
			// A shorter recording may have taken the place of one that was left; it has nothing there.
			if (totalduration <= startPosition) current.startLoad(0);
			else if (start) {
				decodeWhole();
				current.startLoad(start);
			}
		});
		current.loadSource(url);
		current.attachMedia(video);
		timer = setInterval(look, INTERVAL);
	}

	for (const type of ['pause', 'play']) video.addEventListener(type, limitBuffer);
	video.addEventListener('seeking', () => onSeeking());
	video.addEventListener('play', () => onPlay());
	player.listeners.add(followRest);

	// Unloaded, or given another URL.
	video.addEventListener('emptied', () => /^blob:/.test(video.getAttribute('src') || '') || end());
	element.setUrl = (url, place = position()) => {
		end();
		if (!isHls(url) || !Hls.isSupported() || plays(url)) video.src = url;
		else load(url, place);
	};
}
