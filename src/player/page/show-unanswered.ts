import type { PlayClient } from '../../rts/play/play.ts';
import type { Sample } from '../../rts/play/sample.ts';
import type { Player } from '../core/create-player.ts';
import { isLive, type PlayerSource } from '../core/source.ts';

/** Milliseconds from an expected stream's first frame until it is shown unanswered. */
const ANSWER_TIMEOUT = 2000;

/**
 * Shows an expected broadcast, received by `client`, if the detail call is not answered in time. Another address or
 * status, or a refusal, wins when it comes.
 */
export function showUnanswered(
	player: Player,
	client: PlayClient,
	expected: PlayerSource,
	answer: Promise<PlayerSource>,
): void {
	let timer: ReturnType<typeof setTimeout>;
	const { on, off } = client;
	const onSample = ({ frames }: Sample) => {
		if (!frames) return;
		off('onSample', onSample);
		timer = setTimeout(player.show, ANSWER_TIMEOUT, expected);
	};
	on('onSample', onSample);
	answer
		.catch((error: Error) => error)
		.then((result) => {
			off('onSample', onSample);
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
