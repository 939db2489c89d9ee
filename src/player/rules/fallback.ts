/**
 * A broadcast that goes on from a media URL (`act/play-fallback.ts`): its stream is tried again beside that, and in its
 * place where that fails.
 */
import { addFailure, waitAfter } from '../../network/failure-limit.ts';
import { QUICK_FAILURES, retryDelay } from '../../network/retry-delay.ts';
import type { LiveDraft } from '../core/draft.ts';
import { demandedDelay, isMoving, isWaiting } from '../core/status.ts';
import { play } from './attempt.ts';
import type { Rules } from './transition.ts';
import { tryOf } from './trial.ts';

/** Has the rules of fallbacks precede those of broadcasts. */
export const withFallback =
	(before: Rules): Rules =>
	(draft, event) => {
		const { next, commands, seen } = draft as LiveDraft;
		const { source, trial, fallbackTry = { tries: 0, at: 0, isOn: false } } = next;
		const insteadOf = source && source.insteadOf;
		/** Its connection; another one has taken its slot. */
		const isOn = fallbackTry.isOn && !trial;
		if (!insteadOf || !next.choice || event.type === 'live') {
			if (isOn) commands.push({ type: 'dropTrial' });
			delete next.fallbackTry;
			return before(draft, event);
		}
		const { live, qualities, quality, owed } = insteadOf;
		const returnToStream = () => {
			Object.assign(next, { source: live, qualities, quality, owed });
			delete next.fallbackTry;
		};
		const plan = (tries: number, delay: number) => (next.fallbackTry = { tries, at: seen.now + delay, isOn: false });
		const delayOf = (tries: number) => retryDelay(QUICK_FAILURES + 1 + tries, seen.random);

		if (isOn && event.type === 'trialReady') {
			returnToStream();
			next.failures = 0;
			commands.push({ type: 'swap' });
			return play(draft);
		}
		if (isOn && event.type === 'trialFailed') {
			const tries = fallbackTry.tries + 1;
			next.failedAt = addFailure(next.failedAt || [], seen.now);
			return void plan(tries, delayOf(tries) + demandedDelay(event));
		}
		// A failed fallback is followed by the stream, and that by the fallback again.
		if (isWaiting(next) && next.reason && event.type !== 'failed') {
			returnToStream();
			return before(draft, event);
		}
		before(draft, event);
		if (isOn && (!isMoving(next.status) || event.type === 'failed')) {
			commands.push({ type: 'dropTrial' });
			plan(fallbackTry.tries, delayOf(0));
		} else if (event.type === 'online') plan(0, 0);
		else if (event.type === 'check' && !isOn && isMoving(next.status) && !seen.hidden && !seen.playing.paused) {
			if (!fallbackTry.at) return void plan(0, delayOf(0));
			if (seen.now < fallbackTry.at || next.trial || seen.link.offline || waitAfter(next.failedAt!, seen.now)) return;
			next.fallbackTry = Object.assign({}, fallbackTry, { isOn: true });
			commands.push(tryOf(draft as LiveDraft, qualities[quality]!));
		}
	};
