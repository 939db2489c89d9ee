import { attempt, fail, show } from './attempt.ts';
import { pause, refusePlay, unmute } from './autoplay.ts';
import { enter, play } from './draft.ts';
import type { Policy } from './policy.ts';
import type { LiveEvent, Draft, PlayerEvent, PlayerState, PlayerStatus } from './state.ts';
import type { Snapshot } from './snapshot.ts';
import { isReplay, isSoundOnly, isStreaming, isWaiting } from './status.ts';

/** Applies an event to a draft. */
export type Rules<P extends Policy = Policy> = (draft: Draft<P>, event: PlayerEvent) => void;

const COVERED: PlayerStatus[] = ['cover', 'ended', 'blocked', 'failed'];

export const coreRules: Rules = (draft, event) => {
	const { next, at } = draft;
	switch (event.type) {
		case 'live':
			next.supportError = event.supportError || next.supportError;
			next.qualities = event.qualities;
			next.quality = event.quality;
			return show(draft, event.live);
		case 'refused':
			enter(draft, 'idle');
			next.source = null;
			next.cover = '';
			draft.commands.push({ type: 'unload' });
			return;
		case 'retry':
			if (next.source) show(draft, next.source);
			return;
		case 'timer':
			if (next.timer) attempt(draft);
			return;
		case 'unmute':
			return unmute(draft);
		case 'volumechange':
			// The browser's controls may do that, too.
			if (!at.muted) next.autoplayMuted = false;
			return;
		case 'playRefused':
			return refusePlay(draft);
		case 'pause':
			return pause(draft);
		case 'playing':
			next.startedAt = next.startedAt || at.now;
			if (next.status !== 'paused' && !event.early) play(draft);
			return;
		// Arriving media counts as playing; checks find a frozen video.
		case 'canplay':
			if (next.attempting) play(draft);
			return;
		case 'failed':
			if ((isWaiting(next) && next.reason === event.reason) || ['paused', 'failed'].includes(next.status)) return;
			if (isStreaming(next) || (isReplay(next) && event.reason !== 'ended')) fail(draft, event.reason, event.error);
			return;
		default:
			event satisfies LiveEvent;
	}
};

/** Computes an event's effects, as a pure function. `next` is `state` itself if nothing changed. */
export function transition<P extends Policy>(
	state: PlayerState,
	event: PlayerEvent,
	at: Snapshot,
	policy: P,
	rules: Rules<P> = coreRules,
): Draft<P> {
	const next: Draft['next'] = Object.assign({}, state);
	const draft: Draft<P> = { next, commands: [], at, policy };
	rules(draft, event);
	if (next.source) {
		const covered =
			COVERED.includes(next.status) ||
			// Sound without video.
			(next.status === 'playing' && !!next.reason) ||
			(isStreaming(next) && isSoundOnly(next));
		next.cover = covered ? next.source.poster : '';
	}
	const changed = (Object.keys(next) as (keyof PlayerState)[]).some((name) => next[name] !== state[name]);
	if (!changed) draft.next = state;
	return draft;
}
