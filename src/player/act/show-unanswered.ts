import type { PlayClient } from '../../rts/play/play.ts';
import type { Sample } from '../../rts/play/sample.ts';
import type { Player } from '../core/create-player.ts';
import type { Quality } from '../core/list-qualities.ts';
import { isLive, type PlayerSource, unsigned } from '../core/source.ts';

/** Milliseconds from an expected stream's first frame until it is shown unanswered. */
const ANSWER_TIMEOUT = 2000;

const streamsIn = (qualities: readonly Quality[]): string =>
	JSON.stringify(qualities.map((quality) => Object.assign({}, quality, { address: unsigned(quality.address) })));

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
			const listed = player.qualitiesOf(result);
			if (!isLive(result.status) || streamsIn(listed) !== streamsIn(qualities)) player.show(result);
			// Signed anew, for the next connection.
			else player.dispatch({ type: 'refreshed', live: result, qualities: listed });
		});
}
