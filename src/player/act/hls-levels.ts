/** The levels of an HLS stream as qualities, and which of them is loaded. */
import type HlsClass from 'hls.js';
import type { Level } from 'hls.js';
import { AUTOMATIC, SOUND_ONLY } from '../../texts.ts';
import type { Quality } from '../core/list-qualities.ts';

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

/** Options of {@link createLevelMenu}. */
export interface LevelOptions {
	/** Name of the picked quality; '' for none. */
	readPicked: () => string;
	/** Keeps the name that the viewer has picked; '': automatic. */
	rememberPicked: (name: string) => void;
	/** null: one alone, or none. */
	showLevels: (levels: HlsLevels | null) => void;
	/** Whether the viewer saves data: only the lowest level is then chosen automatically. */
	savesData: () => boolean;
}

/** Lists the levels, best first. Each is called by its name, unless the page has that itself, by its height or its rate. */
export function qualitiesOfLevels(levels: Pick<Level, 'name' | 'height' | 'bitrate' | 'url'>[]): Quality[] {
	const found: Quality[] = [];
	const add = (name: string, kbps: number, address: string) => {
		const isTaken = found.some((other) => other.name === name);
		found.push({ name: isTaken ? `${name} ${kbps}k` : name, kbps, address, audioOnly: false });
	};
	for (const { name, height, bitrate, url } of levels.slice().sort((a, b) => b.bitrate - a.bitrate)) {
		const kbps = Math.round(bitrate / 1000);
		const own = name === AUTOMATIC || name === SOUND_ONLY ? '' : name;
		add(own || (height ? `${height}P` : `${kbps}k`), kbps, url[0]!);
	}
	return found;
}

/** Creates what offers the levels to the viewer. */
export function createLevelMenu({ readPicked, rememberPicked, showLevels, savesData }: LevelOptions) {
	let hls: HlsClass | null = null;
	let levels: HlsLevels | null = null;
	let isRested = false;

	function report(next: Partial<HlsLevels> | null) {
		levels = next && (Object.assign({}, levels, next) as HlsLevels);
		showLevels(levels);
	}

	/** Loads the lowest level while nobody sees it (`rules/hidden.ts`). */
	function followRest(isUnseen: boolean): void {
		if (!hls || !levels || isUnseen === isRested) return;
		isRested = isUnseen;
		if (isRested) hls.loadLevel = 0;
		else {
			const level = levelOf(hls, levels.picked);
			// Segments that are loaded ahead are loaded anew only for a better one.
			if (level > 0 || hls.nextAutoLevel > 0) hls.nextLevel = level;
			else hls.loadLevel = level;
		}
	}

	/** Index in the list, best first, of a level of hls.js. */
	const indexOf = ({ levels: all }: HlsClass, level: number) =>
		levels!.qualities.findIndex(({ address }) => address === (all[level] || all[0]!).url[0]);

	/** Level of hls.js of a name in the list; -1: automatic. */
	const levelOf = ({ levels: all }: HlsClass, name: string) => {
		const chosen = levels!.qualities.find((quality) => quality.name === name);
		return chosen ? all.findIndex(({ url }) => url[0] === chosen.address) : -1;
	};

	function offer(current: HlsClass, all: Level[]): void {
		hls = current;
		if (savesData()) current.autoLevelCapping = 0;
		const qualities = qualitiesOfLevels(all);
		if (!qualities[1]) return report(null);
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

	return {
		/** Offers the levels of an instance. */
		offer,
		followRest,
		/** Shows which level plays. */
		follow: (level: number) => void (levels && report({ quality: indexOf(hls!, level) })),
		/** The instance has ended. */
		end(): void {
			hls = null;
			isRested = false;
			report(null);
		},
	};
}
