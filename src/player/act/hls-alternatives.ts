import type HlsClass from 'hls.js';
import type { Level } from 'hls.js';

/** What else an instance of hls.js may load from, where something fails. */
export interface Alternatives {
	/** Another level that has not failed, for what is refused. */
	hasLevel(): boolean;
	/** All levels once more, of redundant streams, from where nothing has been loaded yet, for what fails twice. */
	hasSpare(): boolean;
}

/** Creates what knows the alternatives. */
export function createAlternatives({ Events }: typeof HlsClass) {
	let spare = new Set<string>();
	let hls: HlsClass;
	return {
		hasLevel: () => hls.levels.some(({ loadError }, level) => !loadError && level !== hls.loadLevel),
		hasSpare: () => spare.size > 0,
		follow(current: HlsClass): void {
			hls = current;
			hls.on(Events.MANIFEST_LOADED, (_, { levels }) => {
				spare = new Set(levels.map(({ attrs }) => attrs['PATHWAY-ID'] || '.'));
			});
			for (const event of [Events.MANIFEST_PARSED, Events.LEVELS_UPDATED] as const)
				hls.on(event, (_: string, { levels }: { levels: Level[] }) => void spare.delete(levels[0]!.pathwayId));
		},
	};
}
