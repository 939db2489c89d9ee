/** Requests of the viewer or the app: comes with the script that answers taps. */
import { isStreaming } from '../core/status.ts';
import type { Draft } from '../core/draft.ts';
import { enter, show } from './attempt.ts';
import type { Rules } from './transition.ts';

/** Plays with sound. */
function unmute(draft: Draft): void {
	const { next, commands } = draft;
	next.autoplayMuted = false;
	// The stream may have stopped; checks find out.
	if (next.status === 'blocked') enter(draft, isStreaming(next) ? 'stalled' : 'replay');
	commands.push({ type: 'play', muted: false });
}

/** Adds the rules of taps to others. */
export const withTaps =
	(rules: Rules): Rules =>
	(draft, event) => {
		const { next, seen, commands } = draft;
		switch (event.type) {
			case 'refused':
				enter(draft, 'idle');
				next.source = null;
				next.cover = '';
				commands.push({ type: 'unload' });
				return;
			case 'retry':
				if (next.source) show(draft, next.source);
				return;
			case 'unmute':
				return unmute(draft);
			case 'volumechange':
				// The browser's controls may do that, too.
				if (!seen.muted) next.autoplayMuted = false;
				return;
			default:
				rules(draft, event);
		}
	};
