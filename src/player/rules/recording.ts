/**
 * Rules of a recording: which quality is loaded, what follows a failure, and what is said while it waits.
 * See `docs/decisions/recordings.md`.
 */
import { retryDelay } from '../../network/retry-delay.ts';
import { isHls } from '../core/is-hls.ts';
import type { Quality } from '../core/list-qualities.ts';
import type {
	PlayerEvent,
	PlayerState,
	QualityNotice,
	RecordingDraft,
	RecordingFailure,
	RecordingState,
} from '../core/state.ts';
import { owe, owedNames } from '../core/owed.ts';
import { unsigned } from '../core/source.ts';
import { isReplay } from '../core/status.ts';
import { enter } from './attempt.ts';
import { chooseRecording } from './choose-recording.ts';
import { restRecording } from './hidden.ts';
import { placeOf } from './place-of-quality.ts';
import type { Rules } from './transition.ts';

const INITIAL: RecordingState = {
	...{ way: 'pieces', failing: '', attempts: 0, askedAt: 0, answeredAt: 0, stalls: [], isStalled: false },
	...{ played: [], skipped: '', isRested: false },
};

/** Milliseconds of standing that are a stall, and after which it is said. */
const STALL = 500;
const SAID_AFTER = 1500;
/** Stalls within a minute that mean that the link is slower than the video. */
const MANY_STALLS = 3;
const MINUTE = 60_000;
/** Seconds of playing after which failures are over. */
const STEADY = 3;
/** Milliseconds without data after which an address is loaded anew; hls.js repeats its requests for a while. */
const SILENCE = 10_000;
const HLS_SILENCE = 30_000;
/** Milliseconds to the next attempt while the browser says offline, which may be wrong. */
const OFFLINE_DELAY = 23_000;
/** Milliseconds that a piece may still take before a lower quality is loaded in its place. */
const WORTH_WAITING = 1000;

/** Has the rules of recordings precede others. */
export const withRecording =
	(before: Rules): Rules =>
	(coreDraft, event) => {
		const isNew = event.type === 'live' || event.type === 'retry';
		if (isNew) before(coreDraft, event);
		if (!isReplay(coreDraft.next)) return isNew ? undefined : before(coreDraft, event);
		const draft = coreDraft as RecordingDraft;
		if (isNew || !draft.next.recording) begin(draft);
		if (!isNew && !handle(draft, event)) before(draft, event);
		if (draft.next.status === 'replay') say(draft);
	};

/** Returns whether nothing else follows the event. */
function handle(draft: RecordingDraft, event: PlayerEvent): boolean {
	const { next, commands, seen } = draft;
	const { recording, timer } = next;
	switch (event.type) {
		case 'check':
		case 'piece':
			observe(draft, event.type === 'piece');
			return true;
		case 'failed':
			if (event.reason === 'ended' || next.status === 'failed') return true;
			if (recording.way === 'pieces' || (event.reason === 'media' && seen.recording.isUndecodable))
				fail(draft, 'media');
			else {
				// The element does not say whose fault it is.
				remember(draft, { failing: recording.failing || 'network' });
				next.status = 'replay';
				commands.push({ type: 'diagnose' });
			}
			return true;
		case 'recordingFailed':
			if (next.status === 'failed') return true;
			if (event.kind === 'network' || event.kind === 'refused') fail(draft, event.kind);
			// The server of what has played may be on its way back.
			else if (event.kind === 'unreadable' && recording.way === 'address' && hasPlayed(draft)) fail(draft, 'network');
			else fail(draft, 'media');
			return true;
		case 'timer':
			next.timer = null;
			// Who does not listen waits until the page is seen.
			if (!seen.hidden || !seen.muted) load(draft);
			return true;
		case 'online':
		case 'visible':
		case 'restored':
			if (recording.failing && (event.type !== 'visible' || !timer)) load(draft);
			return event.type === 'online';
		case 'refreshed':
			if (next.status !== 'failed') refresh(draft, event);
			return true;
		case 'pick':
			pick(draft, event.quality);
			return true;
		case 'playing':
			// The core ends what waits then.
			if (next.timer && next.status === 'replay') return true;
			return false;
		default:
			return false;
	}
}

const nameOf = ({ qualities, quality }: PlayerState): string => qualities[quality]!.name;
const hasPlayed = ({ next }: RecordingDraft): boolean => next.recording.played.includes(nameOf(next));

function remember({ next }: RecordingDraft, changes: Partial<RecordingState>): void {
	next.recording = Object.assign({}, next.recording, changes);
}

const wayOf = ({ next, seen }: RecordingDraft): RecordingState['way'] =>
	isHls(next.qualities[next.quality]!.address) || !seen.recording.canLoad ? 'address' : 'pieces';

/** Begins, or begins again. */
function begin(draft: RecordingDraft): void {
	const { next } = draft;
	next.recording = Object.assign({}, INITIAL, { way: wayOf(draft) });
	next.owed = [];
	next.notice = next.rested = '';
}

/** Loads the quality at its place. */
function load(draft: RecordingDraft): void {
	draft.next.timer = null;
	draft.commands.push({ type: 'loadRecording' });
}

/** Plans what follows a failure. */
function fail(draft: RecordingDraft, kind: RecordingFailure): void {
	const { next, commands, seen, policy } = draft;
	const { way, answeredAt, askedAt, attempts } = next.recording;
	next.status = 'replay';
	if (way === 'pieces' && kind === 'media') {
		// An engine may play what the page does not read, or may not.
		remember(draft, { way: 'address', failing: '' });
		return load(draft);
	}
	remember(draft, { failing: kind, attempts: attempts + 1 });
	if (kind !== 'network' && answeredAt) return skip(draft);
	// Addresses expire, or move.
	if (kind !== 'network' || (attempts > 0 && (!askedAt || seen.now - askedAt >= MINUTE))) {
		remember(draft, { askedAt: seen.now });
		commands.push({ type: 'refresh', delay: kind === 'network' ? seen.random * policy.retryDelay : 0 });
	}
	const delay = retryDelay(attempts + 1, seen.random, policy.retryDelay);
	next.timer = { delay: seen.recording.offline ? OFFLINE_DELAY : delay };
}

/** Leaves a quality that cannot be had: for a lower one, else another; ends where there is none. */
function skip(draft: RecordingDraft): void {
	const { next, commands } = draft;
	const name = nameOf(next);
	next.owed = owe(next.owed, 'refused', { name });
	const skipped = next.recording.skipped || name;
	if (next.picked === name) next.picked = '';
	remember(draft, { skipped, attempts: 0 });
	const others = next.qualities.map((_, index) => index).filter((i) => !isMissing(next, i));
	const other = others.find((index) => index > next.quality) ?? others[others.length - 1];
	if (other !== undefined) {
		announce(draft, other);
		// Each file is tried both ways.
		remember(draft, { way: wayOf(draft) });
		return load(draft);
	}
	// 重试 begins with that one, or the best of another list.
	next.quality = Math.max(0, indexOf(next, skipped));
	enter(draft, 'failed', 'media');
	next.failure = 'media';
	commands.push({ type: 'unload', keep: true });
}

const indexOf = ({ qualities }: PlayerState, name: string): number => qualities.findIndex((each) => each.name === name);
const isMissing = ({ qualities, owed }: RecordingDraft['next'], index: number): boolean =>
	owedNames(owed).includes(qualities[index]!.name);

/** Takes new addresses over. */
function refresh(draft: RecordingDraft, { live, qualities }: Extract<PlayerEvent, { type: 'refreshed' }>): void {
	const { next, seen } = draft;
	const { failing } = next.recording;
	const before = next.qualities[next.quality]!;
	if (live.playbackUrl) {
		next.source = Object.assign({}, live, { status: 3 });
		next.quality = placeOf(before, qualities);
		next.qualities = qualities;
		if (indexOf(next, next.picked) < 0) next.picked = '';
	}
	remember(draft, { answeredAt: seen.now });
	const { address } = next.qualities[next.quality]!;
	const isOther = address !== before.address;
	// Another file may be read.
	if (unsigned(address) !== unsigned(before.address)) remember(draft, { way: wayOf(draft) });
	if (failing && (isOther || failing !== 'network')) load(draft);
}

/** Changes to what the viewer has picked; who gives up sound alone wants video. */
function pick(draft: RecordingDraft, picked: number): void {
	const { next } = draft;
	const { qualities, quality } = next;
	if (picked >= qualities.length) return;
	next.picked = picked < 0 ? '' : qualities[picked]!.name;
	next.rested = '';
	if (picked < 0) {
		if (!qualities[quality]!.audioOnly) return;
		picked = qualities.filter((each) => !each.audioOnly && !owedNames(next.owed).includes(each.name)).length - 1;
	}
	if (picked < 0 || isMissing(next, picked)) return;
	// What is loaded ahead may still be of the one before.
	if (picked === quality && next.recording.way === 'pieces' && !next.recording.failing)
		draft.commands.push({ type: 'changeRecording', soon: true, why: '' });
	else change(draft, picked, true);
}

/** What a change of quality is announced as. */
function noticeOf(before: Quality, after: Quality): QualityNotice {
	if (after.audioOnly) return 'sound';
	return before.audioOnly ? 'restored' : after.kbps < before.kbps ? 'lower' : '';
}

function announce({ next }: RecordingDraft, quality: number): void {
	const { qualities, picked, rested } = next;
	next.notice = picked || rested ? '' : noticeOf(qualities[next.quality]!, qualities[quality]!);
	next.quality = quality;
}

/** Goes on with another quality; `soon` in place of what is loaded ahead. */
function change(draft: RecordingDraft, quality: number, soon: boolean): void {
	const { next, commands, seen } = draft;
	if (quality === next.quality) return;
	const from = nameOf(next);
	announce(draft, quality);
	if (next.recording.way === 'address' || next.recording.failing) return load(draft);
	const { rate, ahead } = seen.recording;
	const why =
		next.picked || next.rested
			? ''
			: `${rate.toFixed()} kbit/s, ${ahead.toFixed(1)} s ahead: ${from} to ${nameOf(next)}`;
	commands.push({ type: 'changeRecording', soon, why });
}

/** Judges what is seen. */
function observe(draft: RecordingDraft, isPiece: boolean): void {
	const { next, seen } = draft;
	const { standing, moved, hasBegun, silence, usesHls, offline } = seen.recording;
	const { way, failing, played, isStalled, stalls } = next.recording;
	if (next.status !== 'replay') return;
	const isBack = isPiece || (way === 'address' && moved > 0 && !standing);
	if (failing && isBack) remember(draft, { failing: '' });
	if (moved >= STEADY && !next.recording.failing) {
		remember(draft, { attempts: 0, askedAt: 0, answeredAt: 0, skipped: '' });
		if (!hasPlayed(draft)) remember(draft, { played: played.concat(nameOf(next)) });
	}
	const stands = hasBegun && standing >= STALL;
	const last = stalls.filter((at) => seen.now - at < MINUTE);
	// Standing before it has moved is loading.
	const begins = stands && !isStalled && moved > STALL / 1000;
	remember(draft, { isStalled: stands, stalls: begins ? last.concat(seen.now) : last });
	// The file may be sound alone, whatever is said of it.
	const { qualities, quality } = next;
	if (seen.recording.isSoundAlone && !qualities[quality]!.audioOnly)
		next.qualities = qualities.map((each, i) => (i === quality ? Object.assign({}, each, { audioOnly: true }) : each));
	if (next.recording.failing) return;
	if (way === 'address' && silence >= (usesHls ? HLS_SILENCE : SILENCE) && !offline) return fail(draft, 'network');
	choose(draft, isPiece);
}

function choose(draft: RecordingDraft, isPiece: boolean): void {
	const { next, seen } = draft;
	const { rate, ahead, speed, standing, savesData, left, isWhole, usesHls } = seen.recording;
	const { qualities, quality, picked, recording } = next;
	// It chooses by itself.
	if (usesHls) return;
	const rest = restRecording(draft);
	if (rest >= 0) return change(draft, rest, true);
	if (next.rested || picked || isWhole) return;
	if (recording.way === 'address') {
		const lower = lowerOf(draft);
		if (!lower || recording.stalls.length < MANY_STALLS) return;
		remember(draft, { stalls: [] });
		return change(draft, lower, true);
	}
	const failed = qualities.map((_, index) => index).filter((index) => isMissing(next, index));
	const sample = { qualities, quality, failed, rate, ahead, speed, standing, savesData, picked: -1 };
	const choice = chooseRecording(sample);
	// What is under way goes on, unless it takes too long.
	if (!isPiece && left && (choice.quality < quality || left < WORTH_WAITING)) return;
	change(draft, choice.quality, choice.soon);
}

/** The next lower video; 0 for none. */
const lowerOf = ({ next }: RecordingDraft): number =>
	Math.max(
		0,
		next.qualities.findIndex(({ audioOnly }, index) => index > next.quality && !audioOnly && !isMissing(next, index)),
	);

/** Says why it waits. */
function say(draft: RecordingDraft): void {
	const { next, seen } = draft;
	const { standing, hasBegun, offline } = seen.recording;
	const { way, failing, answeredAt, attempts, stalls } = next.recording;
	const waits = (hasBegun && standing >= SAID_AFTER) || (failing && (way === 'address' || !hasBegun));
	const isTooSlow = !failing && stalls.length >= MANY_STALLS && (next.picked || !lowerOf(draft));
	// The API answers, so the viewer's network is not to blame.
	const isUnavailable = failing && answeredAt && attempts > 1;
	next.reason = !waits
		? ''
		: offline
			? 'offline'
			: isUnavailable
				? 'unavailable'
				: isTooSlow
					? 'too-slow'
					: 'buffering';
}
