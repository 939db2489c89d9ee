import type { Quality } from '../core/list-qualities.ts';

/** Finds a quality in another list: by name, else the nearest lower one, else the lowest. */
export function placeOf({ name, kbps }: Quality, qualities: readonly Quality[]): number {
	const same = qualities.findIndex((other) => other.name === name);
	const videos = qualities.filter(({ audioOnly }) => !audioOnly);
	const lower = videos.filter((other) => other.kbps > kbps).length;
	return same < 0 ? Math.max(0, Math.min(lower, videos.length - 1)) : same;
}
