/**
 * Rules of the stage script, on top of the core's: an evening on a weak link. A recording has its own (`recording.ts`).
 * See `docs/decisions/quality-or-connection.md`.
 */
import { settle } from '../core/owed.ts';
import type { Command, CoreEvent, LiveDraft, PlayerEvent, RecordingEvent, TapEvent } from '../core/draft.ts';
import { INITIAL_LIVE_STATE, type Trial } from '../core/live-state.ts';
import { isLoaded, isMoving, isReplay } from '../core/status.ts';
import { start } from './attempt.ts';
import { isRealTime } from './is-real-time.ts';
import { followSample, tryWanted } from './choose-quality.ts';
import { followFailure, limitLoads, nameFailure, noteUnpublished } from './failures.ts';
import { checkHidden, pauseUntilClick, showRested } from './hidden.ts';
import { checkEmpty, isPickMissing } from './failed-qualities.ts';
import { nameOf } from './find-quality.ts';
import { refresh } from './refresh.ts';
import type { Rules } from './transition.ts';
import { checkTrial, failTrial, isTakenOver, pick, takeTrial } from './trial.ts';
import { judgeStopped } from './stopped.ts';
import { checkSilence, judgeVideo } from './judge-stream.ts';
import { wake, wakeAfterOutage } from './outage.ts';

/** Has the rules of broadcasts precede others. */
export const withLive =
	(before: Rules): Rules =>
	(draft, event) => {
		const { next } = draft;
		if (!next.choice) Object.assign(next, INITIAL_LIVE_STATE, { owed: next.owed || [] });
		follow(draft as LiveDraft, event, before);
	};

function follow(draft: LiveDraft, event: PlayerEvent, before: Rules): void {
	const { next } = draft;
	const { trial, attempting } = next;
	const isPlaying = isMoving(next.status);
	const isStream = isPlaying && isRealTime(draft);
	handle(draft, event, before);
	judgeStopped(draft);
	if (isPlaying && !isMoving(next.status)) {
		draft.next.hasShown = true;
		if (isStream) draft.next.hasPlayed = true;
	}
	if (isMoving(next.status) || !draft.next.lastPlayed) draft.next.lastPlayed = nameOf(next);
	followOutcome(draft, trial, attempting);
}

function handle(draft: LiveDraft, event: PlayerEvent, before: Rules): void {
	const { next } = draft;
	const { trial, failures } = next;
	// Its own rules follow (`recording.ts`).
	if (isReplay(next) && event.type !== 'live' && event.type !== 'retry') return before(draft, event);
	switch (event.type) {
		case 'visible':
		case 'online':
		case 'restored':
			showRested(draft);
			return wake(draft, event.type);
		case 'alive':
			return wakeAfterOutage(draft);
		case 'viewerPause':
			return pauseUntilClick(draft);
		case 'viewerPlay':
			if (next.status !== 'paused') return;
			// Within the click, which some engines demand.
			if (next.autoplayMuted) before(draft, { type: 'unmute' });
			return start(draft);
		case 'refreshed':
			refresh(draft, event);
			return wakeAfterOutage(draft);
		case 'pick':
			next.rested = '';
			return pick(draft, event.quality);
		case 'sample':
			return followSample(draft);
		case 'measured':
			tryWanted(draft, event.kbps);
			next.measuredKbps = event.kbps;
			return wakeAfterOutage(draft);
		case 'trialAnswered':
			if (trial) next.trial = Object.assign({}, trial, { answeredAt: draft.seen.now });
			return;
		case 'trialReady':
			return takeTrial(draft, true);
		case 'trialFailed':
			return failTrial(draft, event);
		case 'check':
			if (!checkTrial(draft)) checkSilence(draft);
			judgeVideo(draft);
			checkEmpty(draft);
			return checkHidden(draft);
		case 'failed':
			// What feeds the element reports it.
			if (event.reason === 'media' && isRealTime(draft)) return;
			if (!isTakenOver(draft, event.reason)) before(draft, event);
			return;
		case 'live':
		case 'retry':
			next.owed = settle(next.owed, 'refused', 'silent', 'stopped', 'undecodable', 'unreadable');
			next.announced = next.rested = '';
			before(draft, event);
			if (event.type === 'live') {
				next.lastPlayed = nameOf(next);
				if (event.isFallback) next.failures = failures;
				else next.hasShown = false;
			}
			return;
		default:
			event satisfies CoreEvent | TapEvent | RecordingEvent;
			before(draft, event);
	}
}

/** Does what follows starts, failures, and the end of a trial. */
function followOutcome(draft: LiveDraft, trial: Trial | null, wasAttempting: boolean): void {
	const { next, commands } = draft;
	const has = (type: Command['type']) => draft.commands.some((command) => command.type === type);
	if (draft.hasFailed) followFailure(draft);
	if (isPickMissing(next)) next.picked = '';
	// A trial ends with what it is beside.
	if (!isLoaded(next.status)) next.trial = null;
	if (trial && !next.trial && !has('swap')) {
		// Nothing else plays.
		if (trial.alone && isMoving(next.status)) start(draft);
		commands.push({ type: 'dropTrial' });
	}
	if (isMoving(next.status)) next.owed = settle(next.owed, 'undecodable', 'unreadable');
	limitLoads(draft, wasAttempting);
	nameFailure(draft);
	if (has('load')) next.measuredKbps = 0;
	noteUnpublished(draft);
}
