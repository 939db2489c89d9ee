import type { Player } from './create-player.ts';
import { isLive, type PlayerSource } from './source.ts';

/** Milliseconds from an expected stream's first frame until it is shown unanswered. */
const ANSWER_TIMEOUT = 2000;

/**
 * Shows an expected broadcast if the detail call is not answered in time. Another address or status, or a refusal, wins
 * when it comes.
 */
export function showUnanswered(player: Player, expected: PlayerSource, answer: Promise<PlayerSource>): void {
	const timer = setTimeout(player.show, ANSWER_TIMEOUT, expected);
	answer
		.catch((error: Error) => error)
		.then((result) => {
			clearTimeout(timer);
			const { source, qualities } = player.state;
			if (source !== expected) return;
			if (result instanceof Error) {
				// A missing answer is no refusal.
				if (result.name === 'ApiError') player.dispatch({ type: 'refused' });
				return;
			}
			const isSame = JSON.stringify(player.qualitiesOf(result)) === JSON.stringify(qualities);
			if (!isLive(result.status) || !isSame) player.show(result);
		});
}
