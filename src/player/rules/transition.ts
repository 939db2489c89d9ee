// In the HTML: each byte is paid before the first paint.
import type { Policy } from '../core/policy.ts';
import type { Command, Draft, LiveEvent, PlayerEvent, RecordingEvent, TapEvent } from '../core/draft.ts';
import type { PlayerState, PlayerStatus } from '../core/state.ts';
import { isReplay, isSoundOnly, isStreaming, isWaiting } from '../core/status.ts';
import type { Surroundings } from '../watch/seen.ts';
import { attempt, fail, play, show } from './attempt.ts';
import { pause, refusePlay } from './autoplay.ts';

/** Applies an event to a draft. */
export type Rules = (draft: Draft, event: PlayerEvent) => void;

const COVERED: PlayerStatus[] = ['cover', 'ended', 'blocked', 'failed'];

export const coreRules: Rules = (draft, event) => {
	const { next, seen } = draft;
	switch (event.type) {
		case 'live':
			next.supportError = event.supportError || next.supportError;
			next.qualities = event.qualities;
			next.quality = event.quality;
			return show(draft, event.live);
		case 'timer':
			if (next.timer) attempt(draft);
			return;
		case 'playRefused':
			return refusePlay(draft);
		case 'pause':
			return pause(draft);
		case 'playing':
			next.startedAt = next.startedAt || seen.now;
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
			event satisfies LiveEvent | RecordingEvent | TapEvent;
	}
};

/** Computes an event's effects, as a pure function. `isNews`: the state differs for listeners. */
export function transition(
	state: PlayerState,
	event: PlayerEvent,
	seen: Surroundings,
	policy: Policy,
	rules: Rules = coreRules,
): { next: PlayerState; commands: Command[]; isNews: boolean } {
	const next: Draft['next'] = Object.assign({}, state);
	const draft: Draft = { next, commands: [], seen, policy };
	rules(draft, event);
	if (next.source) {
		const covered =
			COVERED.includes(next.status) ||
			// Sound without video.
			(next.status === 'playing' && !!next.reason) ||
			isSoundOnly(next);
		next.cover = covered ? next.source.poster : '';
	}
	// Each sample or piece changes what is remembered.
	const isNews = (Object.keys(next) as (keyof PlayerState)[]).some(
		(name) => name !== 'choice' && name !== 'recording' && next[name] !== state[name],
	);
	return { next, commands: draft.commands, isNews };
}
