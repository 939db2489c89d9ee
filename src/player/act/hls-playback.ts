import type HlsClass from 'hls.js';
import type { ErrorData, HlsConfig, Level } from 'hls.js';
import type { Player } from '../core/create-player.ts';
import type { Quality } from '../core/list-qualities.ts';
import { needsHls } from './needs-hls.ts';

/** Seconds loaded ahead. */
const BUFFER = 30;
/** Seconds loaded ahead while paused. */
const PAUSED_BUFFER = 10;
/** Seconds kept behind. */
const BACK_BUFFER = 30;
/** Milliseconds within which a second error of the media is final. */
const RECOVERY_PAUSE = 10_000;

/** Of the link while nothing is known of it, in kbit/s: a better level follows after the first segment. */
const UNKNOWN_KBPS = 200;

const CONFIG: Partial<HlsConfig> = {
	// By the rate of the link: the first one of a list is often the best.
	startLevel: -1,
	// Otherwise the first segment is loaded to measure the link, and thrown away.
	testBandwidth: false,
	// The page's policy allows no worker.
	enableWorker: false,
	// It would be a child of the element, whose address tells what plays.
	preferManagedMediaSource: false,
	backBufferLength: BACK_BUFFER,
	maxBufferLength: BUFFER,
	// Otherwise ten minutes of a low rate.
	maxMaxBufferLength: BUFFER,
};

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
	player: Pick<Player, 'video' | 'element' | 'dispatch' | 'retry'>;
	/** Name of the picked quality; '' for none. */
	picked: () => string;
	/** Of the link, in kbit/s; 0 while unknown. */
	kbps: number;
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

/**
 * Makes the player play HLS where the engine cannot, at once if it has tried. Passes the levels to the last listener.
 */
export function createHlsPlayback({ Hls, player, picked: readPicked, kbps }: HlsOptions) {
	const { video, element } = player;
	let hls: HlsClass | null = null;
	let levels: HlsLevels | null = null;
	let recoveredAt = -RECOVERY_PAUSE;
	let onLevels: (levels: HlsLevels | null) => void = () => {};

	function report(next: Partial<HlsLevels> | null) {
		levels = next && (Object.assign({}, levels, next) as HlsLevels);
		onLevels(levels);
	}

	function end() {
		if (!hls) return;
		const ended = hls;
		hls = null;
		ended.destroy();
		report(null);
	}

	function limitBuffer() {
		if (hls) hls.config.maxBufferLength = hls.config.maxMaxBufferLength = video.paused ? PAUSED_BUFFER : BUFFER;
	}

	function load(url: string) {
		const current = (hls = new Hls(Object.assign({ abrEwmaDefaultEstimate: (kbps || UNKNOWN_KBPS) * 1000 }, CONFIG)));
		const { ERROR, MANIFEST_PARSED, LEVEL_SWITCHED } = Hls.Events;
		current.on(ERROR, (_, data) => onError(current, data));
		current.on(MANIFEST_PARSED, (_, data) => offer(current, data.levels));
		current.on(LEVEL_SWITCHED, (_, { level }) => levels && report({ quality: indexOf(current, level) }));
		current.loadSource(url);
		current.attachMedia(video);
	}

	/** Index in the list, best first, of a level of hls.js. */
	const indexOf = ({ levels: all }: HlsClass, level: number) =>
		levels!.qualities.findIndex(({ address }) => address === all[level]!.url[0]);

	function offer(current: HlsClass, all: Level[]) {
		const qualities = qualitiesOfLevels(all);
		if (!qualities[1]) return;
		const choose = (quality: number) => {
			const name = quality < 0 ? '' : qualities[quality]!.name;
			current.nextLevel = name ? all.findIndex(({ url }) => url[0] === qualities[quality]!.address) : -1;
			report({ picked: name });
		};
		report({ qualities, quality: 0, picked: '', choose });
		report({ quality: Math.max(0, indexOf(current, current.firstLevel)) });
		const picked = qualities.findIndex(({ name }) => name === readPicked());
		if (picked >= 0) choose(picked);
	}

	function onError(current: HlsClass, { fatal, type }: ErrorData) {
		if (!fatal || current !== hls) return;
		const now = performance.now();
		if (type === Hls.ErrorTypes.MEDIA_ERROR && now - recoveredAt > RECOVERY_PAUSE) {
			recoveredAt = now;
			current.recoverMediaError();
			return element.play();
		}
		end();
		player.dispatch({ type: 'failed', reason: 'media' });
	}

	for (const type of ['pause', 'play']) video.addEventListener(type, limitBuffer);
	// Unloaded, or given another URL.
	video.addEventListener('emptied', () => /^blob:/.test(video.getAttribute('src') || '') || end());
	/** Replaces the URL that the player has just set. */
	function takeOver() {
		end();
		if (!needsHls(video) || !Hls.isSupported()) return;
		load(video.getAttribute('src')!);
		element.play();
	}
	const { load: loadStream, loadReplay } = element;
	element.load = (stream, timeout) => {
		loadStream(stream, timeout);
		takeOver();
	};
	element.loadReplay = (url) => {
		loadReplay(url);
		takeOver();
	};
	if (needsHls(video)) player.retry();

	return {
		/** Receives the levels; null for one alone, or none. */
		setListener(listener: typeof onLevels) {
			onLevels = listener;
			listener(levels);
		},
	};
}

/** Created by {@link createHlsPlayback}. */
export type HlsPlayback = ReturnType<typeof createHlsPlayback>;
