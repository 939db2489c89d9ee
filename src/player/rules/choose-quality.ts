/**
 * Chooses the quality that fits the link, as a pure function. A lack of rate changes the quality; an outage replaces
 * the connection (`trial.ts`) and is no reason to step down.
 */
import { MAX_SAMPLE_GAP } from '../../rts/play/sample.ts';
import type { LivePolicy } from '../core/policy.ts';
import type { LiveDraft } from '../core/draft.ts';
import type { Quality } from '../core/list-qualities.ts';
import type { Trial } from '../core/live-state.ts';
import { owedNames } from '../core/owed.ts';
import { isMoving, isSoundOnly } from '../core/status.ts';
import { latestRate, rateBetween } from '../watch/counters.ts';
import {
	FIRST_SECOND,
	isCarried,
	type Judgement,
	judge,
	lackingRate,
	type QualityMemory,
	type QualitySample,
} from './connection-window.ts';
import { indexOf } from './find-quality.ts';
import { playLower, takeTrial, tryBeside } from './trial.ts';
import { hasResumed } from './outage.ts';

/** Weight of one window. */
const LEARNING = 0.1;

const learn = (usual: number, rate: number): number => (usual ? usual + (rate - usual) * LEARNING : rate);

/** Choice being made. */
interface Choice {
	draft: LiveDraft;
	/** Memory after it. */
	next: QualityMemory;
	sample: QualitySample;
	policy: LivePolicy;
}

/** Follows a sample of what plays: steps down, or tries, takes or gives up a better quality. */
export function followSample(draft: LiveDraft): void {
	const { next: state, seen, policy } = draft;
	const { picked, trial } = state;
	const quality = state.qualities[state.quality]!;
	const { latest, connection, paused } = seen.playing;
	if (!isMoving(state.status)) return;
	const isTry = !!trial && trial.why === 'better';
	const isIdle = !!picked || seen.hidden || paused || (!!trial && !isTry);
	const next = Object.assign({}, state.choice);
	const sample = Object.assign({}, latest, { connection, quality });
	const choice: Choice = { draft, next, sample, policy };
	state.choice = next;
	if (leaveReturned(choice)) return;
	if (!addSample(choice, isIdle)) return;
	const { kbps, fps, roundTrip } = next;
	const usual = { kbps: kbps || quality.kbps, fps, roundTrip };
	const judgement = judge(next.samples, usual, policy);
	remember(choice, judgement);
	if (isTry) return judgeTry(choice, judgement, trial, usual.kbps);
	next.began = null;
	if (!stepDown(choice, judgement)) tryBetter(choice);
}

/** Tries the better quality that was to be measured first. @param kbps measured */
export function tryWanted(draft: LiveDraft, kbps: number): void {
	const { next, seen, policy } = draft;
	const { wanted } = next.choice;
	if (!wanted) return;
	next.choice = Object.assign({}, next.choice, { wanted: null });
	const index = indexOf(next, wanted.name);
	// A picture is worth that the link is full for a moment.
	const carried = kbps + (isSoundOnly(next) ? seen.playing.kbps : 0);
	if (next.picked || next.trial || index < 0 || index >= next.quality || carried < wanted.kbps * policy.headroom)
		return;
	tryBeside(draft, index, 'better');
}

/** kbit/s of a quality, or a lower bound; 0: unknown. */
const kbpsOf = ({ draft, next }: Choice, quality: number): number =>
	draft.next.qualities[quality]!.kbps || next.lackedKbps;

/** Switches that count: the latest ones, unless a try was in vain. */
const countSwitches = ({ next, sample: { now }, policy: { switchWindow, switchPause } }: Choice): number =>
	next.switches.filter((at) => now - at < (now - next.triedInVainAt < switchWindow ? switchWindow : switchPause))
		.length;

/**
 * Whether a change counts: not one to sound alone or back, since a picture should be there whenever the link carries it.
 * One of unknown rate is tried without being measured first, so it counts.
 */
const counts = (...both: Quality[]): boolean =>
	both.every(({ audioOnly }) => !audioOnly) || both.some(({ kbps }) => !kbps);

/** Adds the sample to the window. Returns whether the window is full. */
function addSample({ draft, next, sample, policy }: Choice, isIdle: boolean): boolean {
	const { now, quality, connection, totals } = sample;
	const { samples } = next;
	const last = samples[samples.length - 1];
	const isOther = !!last && last.quality.name !== quality.name;
	next.pause = next.pause || (draft.next.quality ? policy.firstTryPause : policy.tryPause);
	next.roundTrip = Math.min(next.roundTrip, totals.roundTrip || Infinity);
	next.switches = next.switches.filter((time) => now - time < policy.switchWindow);
	if (isOther && !isIdle && counts(quality, last.quality)) next.switches.push(now);
	const isNew = !last || last.connection !== connection || isOther;
	if (isNew) next.kbps = next.fps = 0;
	if (isNew || isIdle || now - last.now > MAX_SAMPLE_GAP) {
		next.samples = [sample];
		next.steadySince = now;
		next.lackingSince = 0;
		return false;
	}
	const added = samples.concat(sample);
	next.samples = added.filter((_, i) => !added[i + 1] || added[i + 1]!.now > now - policy.qualityWindow);
	return now - next.samples[0]!.now >= policy.qualityWindow;
}

/** Keeps since when the stream lacks rate or is steady, and a steady one's rates. */
function remember({ next, sample: { now }, policy }: Choice, judgement: Judgement): void {
	const { lacksRate, hasGap, isDisturbed, kbps, fps } = judgement;
	if (lacksRate) {
		next.lackingSince = next.lackingSince || now;
		next.lackedAt = now;
		// One window may bring what had queued.
	} else if (now - next.lackedAt >= policy.lackPause) next.lackingSince = 0;
	// After an outage the stream may be as before.
	if (hasGap) next.steadySince = Math.max(next.steadySince, now - next.pause + policy.tryPause / 2);
	else if (isDisturbed) next.steadySince = now;
	// The first data, also after an outage, includes what had queued.
	else if (now - Math.max(next.steadySince, next.outageAt) >= 2 * policy.qualityWindow) {
		next.kbps = learn(next.kbps, kbps);
		next.fps = learn(next.fps, fps);
	}
}

/** Takes or gives up a better quality that is being tried. @param usualKbps of the playing one */
function judgeTry(choice: Choice, judgement: Judgement, { quality, since }: Trial, usualKbps: number): void {
	const { next, sample, policy } = choice;
	const { now } = sample;
	const { trial } = choice.draft.seen;
	const { isRecentlyDisturbed, hasGap } = judgement;
	const began = (next.began = next.began || (trial ? [sample, trial] : null));
	const time = now - (began ? began[0].now : since);
	const giveUp = (isOutage: boolean): void => {
		if (isOutage) next.pause /= 2;
		else next.triedInVainAt = now;
		next.steadySince = now;
		next.givenUpAt = now;
		choice.draft.next.trial = null;
	};
	const take = (pause: number): void => {
		Object.assign(next, { pause, takenAt: now });
		takeTrial(choice.draft, false);
	};
	// The measurement before it disturbs what plays.
	const isMeasuring = now - since < policy.qualityWindow;
	if (time > policy.tryTimeout || (!began && isRecentlyDisturbed && !isMeasuring)) return giveUp(hasGap);
	if (!began || !trial || time < policy.measureTime) return;
	const rate = rateBetween(began[0], sample);
	const capacity = rate + rateBetween(began[1], trial);
	if (isRecentlyDisturbed || rate < usualKbps * policy.squeezedShare) {
		// The link is full; its capacity is the sum of both rates.
		if (capacity < kbpsOf(choice, quality) * policy.headroom) return giveUp(!capacity);
		if (trial.totals.frames) take(policy.firstTryPause);
	} else if (time >= policy.tryTime && isCarried(trial.totals, time, policy))
		take(Math.max(policy.tryPause, next.pause / 8));
}

/** Steps down once rate has been lacking for long enough. Returns whether it does. */
function stepDown(choice: Choice, judgement: Judgement): boolean {
	const { draft, next, sample, policy } = choice;
	const { now, quality } = sample;
	const { qualities } = draft.next;
	const { lacksRate, hasGap, isSilent, share, sentKbps } = judgement;
	const { squeezedShare } = policy;
	if (hasGap) next.outageAt = now;
	// Silence may become an outage.
	if (!lacksRate || isSilent || countSwitches(choice) >= policy.maxSwitches) return false;
	// The packets of a trial must leave the queue first.
	if (now - next.givenUpAt < policy.recoveryTime) return false;
	const lacking = now - next.lackingSince;
	// Between outages rate lacks only for moments, and a change takes as long.
	const patience = now - next.outageAt < policy.outageMemory ? 1.5 : 1;
	// The less arrives, the sooner.
	const urgency = Math.max(0, Math.min(1, (share - squeezedShare) / (policy.carriedShare - squeezedShare)));
	// A quality that the link has never carried gets less time.
	if (lacking < (policy.lackTime * (patience > 1 ? patience : urgency)) / (next.kbps ? 1 : 3)) return false;
	// Data from before the lack says too much, a moment too little.
	const time = Math.min(policy.qualityWindow / 2, Math.max(policy.qualityWindow / 4, lacking));
	const carried = latestRate(next.samples, time) / policy.headroom;
	// The first seconds' rate may be momentary; a lower video shows.
	const allowsSoundAlone = (!next.kbps && qualities.length < 3) || lacking >= policy.soundAloneTime * patience;
	const lower = lowerQuality(draft, carried, allowsSoundAlone);
	if (!lower) return false;
	// One carried before may soon be carried again; one of unknown rate is tried once the link has more.
	const isSoon = next.kbps || !quality.kbps;
	next.pause = isSoon ? policy.tryPause : Math.max(next.pause, policy.firstTryPause);
	if (qualities[lower]!.audioOnly) next.pause = policy.soundTryPause;
	next.lackedKbps = Math.max(next.kbps, sentKbps);
	if (now - next.takenAt < policy.switchPause) next.triedInVainAt = now;
	playLower(draft, lower);
	return true;
}

/**
 * Leaves for the lowest picture at once what comes back after seconds of silence and lacks in a second: by the window it
 * would stutter for ten. Returns whether it does.
 */
function leaveReturned({ draft, next, sample, policy }: Choice): boolean {
	const { seen } = draft;
	const { qualities, quality: index, picked, trial } = draft.next;
	const { quality, connection, now } = sample;
	const { resumed, paused } = seen.playing;
	const added = next.second.filter((each) => each.connection === connection).concat(sample);
	next.second = hasResumed(draft)
		? added.filter((_, i) => !added[i + 1] || added[i + 1]!.now > now - FIRST_SECOND)
		: [];
	if (picked || seen.hidden || paused || resumed < FIRST_SECOND || (trial && trial.why === 'lower')) return false;
	const kbps = next.kbps || quality.kbps;
	const lowest = lowerQuality(draft, 0, false);
	if (!lowest || !next.second[0]) return false;
	const carried = lackingRate(next.second, { kbps, fps: next.fps, roundTrip: 0 }, policy);
	// Less is a burst of an outage that goes on.
	if (!carried || carried < qualities[lowest]!.kbps) return false;
	// Where not even the best was played, the link is thin.
	next.pause = index ? policy.firstTryPause : policy.tryPause;
	next.lackedKbps = kbps;
	playLower(draft, lowest);
	return true;
}

/** Index of the next lower quality that `carried` kbit/s suffice for, else of the lowest; 0: none. */
function lowerQuality({ next, seen }: LiveDraft, carried: number, allowsSoundAlone: boolean): number {
	const { qualities, quality } = next;
	const missing = owedNames(next.owed, seen.now);
	let lower = 0;
	for (let i = quality + 1; qualities[i]; i++)
		if (!missing.includes(qualities[i]!.name) && (allowsSoundAlone || !qualities[i]!.audioOnly)) {
			lower = i;
			if (qualities[i]!.kbps <= carried) break;
		}
	return lower;
}

/** Tries the next better quality after a steady time, ever less often. */
function tryBetter(choice: Choice): void {
	const { draft, next, sample, policy } = choice;
	const { now, quality } = sample;
	const { qualities, quality: index } = draft.next;
	if (draft.seen.savesData && !quality.audioOnly) return;
	const missing = owedNames(draft.next.owed, now);
	let better = index - 1;
	while (better >= 0 && missing.includes(qualities[better]!.name)) better--;
	if (better < 0 || now - next.steadySince < next.pause) return;
	// A try may take two switches.
	if (counts(qualities[better]!, quality) && countSwitches(choice) > policy.maxSwitches - 3) return;
	next.steadySince = now;
	next.pause = Math.min(quality.audioOnly ? policy.firstTryPause : policy.maxTryPause, next.pause * 2);
	next.wanted = { name: qualities[better]!.name, kbps: kbpsOf(choice, better) };
	draft.commands.push({ type: 'measure' });
}
