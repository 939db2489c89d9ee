import { ErrorCode } from '../../rts/play/errors.ts';
import { show, start } from '../core/attempt.ts';
import { isLoaded, isStreaming } from '../core/conditions.ts';
import { enter } from '../core/draft.ts';
import { checkSilence, judgeVideo } from './liveness.ts';
import { coreRules, type Rules } from '../core/transition.ts';
import type { LivePolicy } from '../core/policy.ts';
import { nameFailure, planRetry } from './plan-retry.ts';
import type { Quality } from '../core/list-qualities.ts';
import { isLive } from '../core/source.ts';
import type { CoreEvent, Draft, LiveDraft, PlayerEvent } from '../core/state.ts';
import {
	checkTrial,
	choose,
	failTrial,
	isMoving,
	isPickMissing,
	isTakenOver,
	skipMissing,
	takeTrial,
} from './trial.ts';
import { holdOffline, wake } from './wake.ts';

/** Rules of the live-player script, on top of the core's. */
export const liveRules: Rules<LivePolicy> = (draft, event) => {
	const { next, commands } = draft;
	const { trial, timer } = next;
	handle(draft, event);
	if (isPickMissing(next)) next.picked = '';
	const isPlanned = next.timer && next.timer !== timer;
	if (isPlanned) planRetry(draft);
	nameFailure(draft);
	if (isPlanned && next.timer && draft.at.offline) holdOffline(draft);
	// A load ends the trial.
	if (!isLoaded(draft) || commands.some(({ type }) => /load/.test(type))) next.trial = null;
	if (trial && !next.trial && !commands.some(({ type }) => type === 'swap')) {
		commands.unshift({ type: 'dropTrial' });
		// Nothing else plays.
		if (trial.alone && isMoving(draft)) start(draft);
	}
	if (isUnreachable(draft)) next.failure = 'unreachable';
};

function handle(draft: LiveDraft, event: PlayerEvent): void {
	const { next, commands } = draft;
	const { trial } = next;
	switch (event.type) {
		case 'visible':
		case 'online':
		case 'restored':
			return wake(draft, event.type);
		case 'viewerPause':
			if (!isStreaming(draft) || next.status === 'failed') return;
			enter(draft, 'paused');
			next.startedAt = 0;
			commands.push({ type: 'keepFrame', cover: next.source!.poster }, { type: 'unload' });
			return;
		case 'viewerPlay':
			if (next.status === 'paused') start(draft);
			return;
		case 'refreshed':
			return refresh(draft, event);
		case 'choose':
			return choose(draft, event);
		case 'trialAnswered':
			if (trial) next.trial = Object.assign({}, trial, { answered: true });
			return;
		case 'trialReady':
			return takeTrial(draft, true);
		case 'take':
			return takeTrial(draft, false);
		case 'giveUp':
			if (trial && trial.why === 'better') next.trial = null;
			return;
		case 'trialFailed':
			return failTrial(draft, event);
		case 'check':
			if (!checkTrial(draft)) checkSilence(draft);
			return judgeVideo(draft);
		case 'failed': {
			if (isTakenOver(draft, event.reason)) return;
			const { timer } = next;
			coreRules(draft, event);
			if (next.timer !== timer) skipMissing(draft);
			return;
		}
		case 'live':
		case 'retry':
			if (next.failedQualities[0]) next.failedQualities = [];
			next.notice = '';
			return coreRules(draft, event);
		default:
			event satisfies CoreEvent;
			coreRules(draft, event);
	}
}

/** Updates or ends the broadcast. Shows a failed one anew at a new address. */
function refresh(draft: Draft, { live, qualities }: Extract<PlayerEvent, { type: 'refreshed' }>): void {
	const { next, commands } = draft;
	if (!isStreaming(draft)) return;
	if (!isLive(live.status)) {
		if ((next.failures || next.trial) && next.status !== 'playing') show(draft, live);
	} else if (next.status === 'failed') {
		if (live.originRts !== next.source!.originRts) commands.push({ type: 'show', live });
	} else {
		const namesOf = (list: readonly Quality[]) => list.map(({ name }) => name);
		const before = namesOf(next.qualities);
		const names = namesOf(qualities);
		next.source = live;
		next.qualities = qualities;
		next.quality = Math.max(0, names.indexOf(before[next.quality]!));
		// Its quality may be gone, or have moved.
		if (`${names}` !== `${before}`) next.trial = null;
	}
}

/** Whether the server has replied twice but no connection succeeded, as without UDP. */
const isUnreachable = ({ next: { status, failures, error } }: Draft): boolean =>
	status === 'reconnecting' && failures > 1 && !!error && error.errorCode === ErrorCode.ERROR_PC_DISCONNECTED;
