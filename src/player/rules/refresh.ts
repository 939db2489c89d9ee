import type { LiveDraft, PlayerEvent } from '../core/draft.ts';
import type { Quality } from '../core/list-qualities.ts';
import { isLive } from '../core/source.ts';
import { isStreaming } from '../core/status.ts';
import { show } from './attempt.ts';
import { placeOf } from './find-quality.ts';

/** Updates or ends the broadcast. Shows a failed one anew at a new address. */
export function refresh(draft: LiveDraft, { live, qualities }: Extract<PlayerEvent, { type: 'refreshed' }>): void {
	const { next, commands } = draft;
	if (!isStreaming(next)) return;
	const { insteadOf } = next.source!;
	if (!isLive(live.status)) {
		if ((!next.failures && !next.trial) || next.status === 'playing') return;
		next.quality = placeOf(next.qualities[next.quality]!, qualities);
		next.qualities = qualities;
		show(draft, live);
	} else if (next.status === 'failed') {
		if (live.originRts !== next.source!.originRts) commands.push({ type: 'show', live });
	} else if (insteadOf) {
		const place = placeOf(insteadOf.qualities[insteadOf.quality]!, qualities);
		const fresh = Object.assign({}, insteadOf, { live, qualities, quality: place });
		next.source = Object.assign({}, next.source, { insteadOf: fresh });
	} else {
		const namesOf = (list: readonly Quality[]) => `${list.map(({ name }) => name)}`;
		const { qualities: before, quality } = next;
		next.source = live;
		next.qualities = qualities;
		next.quality = placeOf(before[quality]!, qualities);
		if (namesOf(before) === namesOf(qualities)) return;
		// Its quality may be gone, or have moved.
		next.trial = null;
		next.announced = '';
	}
}
