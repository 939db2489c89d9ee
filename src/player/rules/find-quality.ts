import type { Quality } from '../core/list-qualities.ts';
import type { PlayerState } from '../core/state.ts';

/** Finds a quality in another list: by name, else the nearest lower one, else the lowest. */
export function placeOf({ name, kbps }: Quality, qualities: readonly Quality[]): number {
	const same = qualities.findIndex((other) => other.name === name);
	const videos = qualities.filter(({ audioOnly }) => !audioOnly);
	const lower = videos.filter((other) => other.kbps > kbps).length;
	return same < 0 ? Math.max(0, Math.min(lower, videos.length - 1)) : same;
}

/** Name of the quality that is loaded; '' before there is one. */
export const nameOf = ({ qualities, quality }: PlayerState): string =>
	qualities[quality] ? qualities[quality]!.name : '';

/** Index of a quality by its name; -1: none. */
export const indexOf = ({ qualities }: PlayerState, name: string): number =>
	qualities.findIndex((each) => each.name === name);
