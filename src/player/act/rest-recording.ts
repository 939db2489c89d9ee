import type { Player } from '../core/create-player.ts';
import { createUnseen } from '../watch/unseen.ts';

/**
 * Has a recording that nobody sees load only what is heard, or nothing: muted, it pauses until it is seen.
 * See `docs/decisions/hidden.md`.
 */
export function createRest({ video, element, policy }: Pick<Player, 'video' | 'element' | 'policy'>) {
	const readUnseen = createUnseen(video);
	/** What it has left, until it plays again; '' for nothing. */
	let left = '';
	let pauses = false;
	return {
		/**
		 * Returns the name of the quality to play for that: sound alone, else the lowest, then again the one that was left;
		 * '' for none.
		 *
		 * @param names of those that can be had, best first
		 * @param current name of the playing one
		 */
		look(now: number, names: readonly string[], current: string): string {
			const isUnseen = readUnseen(now, document.hidden) >= policy.hiddenTime!;
			if (!isUnseen) {
				if (pauses) element.play();
				pauses = false;
				if (left === current || !names.includes(left)) left = '';
				return left;
			}
			if (video.muted && !video.paused) {
				pauses = true;
				video.pause();
			}
			const lowest = names[names.length - 1] || '';
			if (video.paused || (!left && lowest === current)) return '';
			left = left || current;
			return lowest;
		},
		/** Another recording has taken its place. */
		forget(): void {
			left = '';
			pauses = false;
		},
	};
}
