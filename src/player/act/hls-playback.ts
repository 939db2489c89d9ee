import type HlsClass from 'hls.js';
import type { ErrorData, HlsConfig, Level } from 'hls.js';
import { isRefused } from '../../network/failure.ts';
import type { Player } from '../core/create-player.ts';
import type { Quality } from '../core/list-qualities.ts';
import { isHls } from '../core/is-hls.ts';
import { createUnseen } from '../watch/unseen.ts';
import { bufferedEnd } from './beside-recording.ts';
import { BUFFER, CONFIG, inChunks, mend, PAUSED_BUFFER } from './hls-config.ts';

/** Milliseconds within which a second error of the media is final. */
const RECOVERY_PAUSE = 10_000;

/** Milliseconds without a picture after which the next attempt is the engine's. */
const VAIN_TIME = 8000;
/** Milliseconds to the first byte of a segment: what came before it may still fill a slow link's queues. */
const FIRST_BYTE_TIME = 30_000;
/** Milliseconds after which segments are asked for again that failed while there was still something to play. */
const RELOAD_PAUSE = 8000;

/** Of the link while nothing is known of it, in kbit/s. */
const UNKNOWN_KBPS = 600;
/** Share of the link's rate that the first level may need, as nothing is loaded ahead yet; a better one follows. */
const FIRST_SHARE = 1 / 3;

/** The levels of an HLS stream, as qualities. */
export interface HlsLevels {
	/** Best first. */
	qualities: Quality[];
	/** Index of the shown one. */
	quality: number;
	/** Name; '' while automatic. */
	picked: string;
	/** By index; -1: automatically. */
	choose(quality: number): void;
}

/** Options of {@link createHlsPlayback}. */
export interface HlsOptions {
	Hls: typeof HlsClass;
	player: Pick<Player, 'video' | 'element' | 'dispatch' | 'policy'>;
	/** Name of the picked quality; '' for none. */
	readPicked: () => string;
	/** Of what the viewer picks; '': automatic. */
	rememberPicked: (name: string) => void;
	/** null: one alone, or none. */
	showLevels: (levels: HlsLevels | null) => void;
	/** Seconds at which to begin, where `setUrl` names no place; -1: where a live is. */
	position: () => number;
	/** Of the link, in kbit/s; 0 while unknown. */
	kbps: number;
	/** Whether the viewer saves data: only the lowest level is then chosen automatically. */
	savesData: () => boolean;
}

/** Names the levels, best first; by height, else by rate. */
export function qualitiesOfLevels(levels: Pick<Level, 'name' | 'height' | 'bitrate' | 'url'>[]): Quality[] {
	const found: Quality[] = [];
	const add = (name: string, kbps: number, address: string) => {
		const isTaken = found.some((other) => other.name === name);
		found.push({ name: isTaken ? `${name} ${kbps}k` : name, kbps, address, audioOnly: false });
	};
	for (const { name, height, bitrate, url } of levels.slice().sort((a, b) => b.bitrate - a.bitrate)) {
		const kbps = Math.round(bitrate / 1000);
		add(name || (height ? `${height}P` : `${kbps}k`), kbps, url[0]!);
	}
	return found;
}

/** Plays the HLS URLs that the player sets, and all others as before. */
export function createHlsPlayback({
	Hls,
	player,
	readPicked,
	rememberPicked,
	showLevels,
	position,
	kbps,
	savesData,
}: HlsOptions): void {
	const { video, element } = player;
	let hls: HlsClass | null = null;
	let levels: HlsLevels | null = null;
	let recoveredAt = -RECOVERY_PAUSE;
	/** Decodes segments as they come, or whole. */
	let progress: (progressive: boolean) => void;
	/** What was loaded last, when, and whether it has been shown. */
	let [loaded, loadedAt, isShown] = ['', 0, false];
	/** What the engine was left last, and whether it plays it. */
	let left = '';
	let isLeftPlayed = false;
	const readUnseen = createUnseen(video);
	/** Nobody sees it: the lowest level is loaded. */
	let rests = false;

	function report(next: Partial<HlsLevels> | null) {
		levels = next && (Object.assign({}, levels, next) as HlsLevels);
		showLevels(levels);
	}

	function end() {
		if (!hls) return;
		const ended = hls;
		hls = null;
		rests = false;
		ended.destroy();
		report(null);
	}

	/** Leaves to the engine, once, what cannot be played here, at its place. Returns whether it may be able to. */
	function leave(url: string, place: number): boolean {
		if (url === left || !video.canPlayType('application/vnd.apple.mpegurl')) return false;
		const { paused } = video;
		end();
		left = url;
		isLeftPlayed = false;
		video.src = url;
		if (place > 0) video.currentTime = place;
		if (!paused) element.play();
		return true;
	}

	function limitBuffer() {
		if (hls) hls.config.maxBufferLength = hls.config.maxMaxBufferLength = video.paused ? PAUSED_BUFFER : BUFFER;
	}

	function load(url: string, startPosition: number) {
		[loaded, loadedAt, isShown] = [url, performance.now(), false];
		const abrEwmaDefaultEstimate = (kbps || UNKNOWN_KBPS) * FIRST_SHARE * 1000;
		const { fragLoadPolicy, loader } = Hls.DefaultConfig;
		const segments = Object.assign({}, fragLoadPolicy.default, { maxTimeToFirstByteMs: FIRST_BYTE_TIME });
		const config: Partial<HlsConfig> = { abrEwmaDefaultEstimate, startPosition, fragLoadPolicy: { default: segments } };
		const current = (hls = new Hls(Object.assign(config, CONFIG)));
		const { ERROR, FRAG_PARSED, MANIFEST_PARSED, LEVEL_LOADED, LEVEL_SWITCHED } = Hls.Events;
		mend(current);
		// The one of streams, where the engine has them.
		const streamLoader = inChunks(current.config.loader);
		progress = (progressive) => {
			Object.assign(current.config, { progressive, fLoader: progressive ? streamLoader : loader });
		};
		progress(!startPosition);
		current.on(FRAG_PARSED, () => {
			if (!video.seeking) progress(true);
		});
		current.on(ERROR, (_, data) => onError(current, url, startPosition, data));
		current.on(MANIFEST_PARSED, (_, { altAudio, levels }) => {
			// The light build plays no sound that has segments of its own.
			if (!altAudio || !leave(url, startPosition)) offer(current, levels);
		});
		current.on(LEVEL_SWITCHED, (_, { level }) => levels && report({ quality: indexOf(current, level) }));
		// A shorter recording may have taken the place of one that was left; it has nothing there.
		current.once(LEVEL_LOADED, (_, { details }) => {
			if (!details.live && details.totalduration <= startPosition) current.startLoad(0);
		});
		current.loadSource(url);
		current.attachMedia(video);
	}

	/** Loads the lowest level while nobody sees it. See `docs/decisions/hidden.md`. */
	function rest() {
		const isUnseen = readUnseen(performance.now(), document.hidden) >= player.policy.hiddenTime!;
		if (!hls || !levels || isUnseen === rests) return;
		rests = isUnseen;
		if (rests) hls.loadLevel = 0;
		else {
			const level = levelOf(hls, levels.picked);
			// What is loaded ahead is loaded anew only for a better one.
			if (level > 0 || hls.nextAutoLevel > 0) hls.nextLevel = level;
			else hls.loadLevel = level;
		}
	}

	/** A segment that begins with no keyframe needs the one before, which hls.js finds once it is whole. */
	function onSeeking() {
		const { currentTime } = video;
		if (hls && bufferedEnd(video, currentTime) <= currentTime) progress(false);
	}

	/** Index in the list, best first, of a level of hls.js. */
	const indexOf = ({ levels: all }: HlsClass, level: number) =>
		levels!.qualities.findIndex(({ address }) => address === all[level]!.url[0]);

	/** Level of hls.js of a name in the list; -1: automatic. */
	const levelOf = ({ levels: all }: HlsClass, name: string) => {
		const chosen = levels!.qualities.find((quality) => quality.name === name);
		return chosen ? all.findIndex(({ url }) => url[0] === chosen.address) : -1;
	};

	function offer(current: HlsClass, all: Level[]) {
		if (savesData()) current.autoLevelCapping = 0;
		const qualities = qualitiesOfLevels(all);
		if (!qualities[1]) return;
		const choose = (quality: number) => {
			const name = quality < 0 ? '' : qualities[quality]!.name;
			current.nextLevel = levelOf(current, name);
			report({ picked: name });
			rememberPicked(name);
		};
		report({ qualities, quality: 0, picked: '', choose });
		report({ quality: Math.max(0, indexOf(current, current.firstLevel)) });
		const picked = qualities.findIndex(({ name }) => name === readPicked());
		if (picked >= 0) choose(picked);
	}

	function onError(current: HlsClass, url: string, start: number, { fatal, type, details, response }: ErrorData) {
		const { ErrorTypes, ErrorDetails } = Hls;
		const hasMedia = video.readyState > 0;
		// It would go on to the next segment, of the same kind.
		const isUnknown = !hasMedia && details === ErrorDetails.FRAG_PARSING_ERROR && !current.levels[1];
		if ((!fatal && !isUnknown) || current !== hls) return;
		const now = performance.now();
		if (hasMedia && type === ErrorTypes.MEDIA_ERROR && now - recoveredAt > RECOVERY_PAUSE) {
			const { paused } = video;
			recoveredAt = now;
			current.recoverMediaError();
			if (!paused) element.play();
			return;
		}
		const status = response ? response.code : 0;
		const isNetwork = type === ErrorTypes.NETWORK_ERROR;
		const isListWrong =
			details === ErrorDetails.MANIFEST_PARSING_ERROR ||
			(details === ErrorDetails.MANIFEST_LOAD_ERROR && isRefused({ status }));
		if (isNetwork && video.readyState > 2) {
			setTimeout(() => current === hls && current.startLoad(), RELOAD_PAUSE);
			return;
		}
		// Codecs that are not fed by script, or a host that lets no script of another one read (CORS).
		if ((!isNetwork || (!hasMedia && !status)) && leave(url, hasMedia ? video.currentTime : start)) return;
		end();
		player.dispatch({ type: 'failed', reason: isNetwork && !isListWrong ? 'timeout' : 'media' });
	}

	for (const type of ['pause', 'play']) video.addEventListener(type, limitBuffer);
	video.addEventListener('seeking', onSeeking);
	video.addEventListener('timeupdate', rest);
	// Unloaded, or given another URL.
	video.addEventListener('emptied', () => /^blob:/.test(video.getAttribute('src') || '') || end());
	video.addEventListener('playing', () => {
		if (video.getAttribute('src') === left) isLeftPlayed = true;
	});
	video.addEventListener('loadeddata', () => (isShown = true));
	element.setUrl = (url, place = position()) => {
		end();
		if (!isHls(url) || !Hls.isSupported() || (isLeftPlayed && url === left)) {
			video.src = url;
			return;
		}
		// Browsers that replace the element by a player of their own may say nothing of what a script feeds.
		const isVain = url === loaded && !isShown && performance.now() - loadedAt > VAIN_TIME;
		if (!isVain || !leave(url, place)) load(url, place);
	};
}
