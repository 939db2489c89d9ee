/**
 * Rules of a recording: what is seen of it, what follows, and what is said while it waits.
 * See `docs/decisions/recordings.md`.
 */
import type { RtsError } from '../../rts/play/errors.ts';
import type { PlayerEvent, RecordingDraft } from '../core/draft.ts';
import type { RecordingState } from '../core/state.ts';
import { isReplay } from '../core/status.ts';
import { fail, planRetry, refresh, skip } from './recording-failures.ts';
import {
	choose,
	hasPlayed,
	load,
	lowerOf,
	MANY_STALLS,
	pick,
	remember,
	videosOf,
	wayOf,
} from './change-recording-quality.ts';
import { nameOf } from './find-quality.ts';
import type { Rules } from './transition.ts';

const INITIAL: RecordingState = {
	...{ way: 'pieces', failing: '', attempts: 0, askedAt: 0, answeredAt: 0, stalls: [], isStalled: false },
	...{ played: [], skipped: '', isRested: false },
};

/** Milliseconds of standing that are a stall, and after which it is said. */
const STALL = 500;
const SAID_AFTER = 1500;
/** In which stalls are counted, milliseconds. */
const MINUTE = 60_000;
/** Seconds of playing after which failures are over. */
const STEADY = 3;
/** Seconds of sound alone after which a picture is not awaited. */
const DARK = 1;
/** Milliseconds without data after which an address is loaded anew; hls.js repeats its requests for a while. */
const SILENCE = 10_000;
const HLS_SILENCE = 30_000;
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
	const { timer } = next;
	const { way, failing, attempts } = next.recording;
	switch (event.type) {
		case 'check':
		case 'piece':
			observe(draft, event.type === 'piece');
			return true;
		case 'failed':
			if (event.reason === 'ended' || next.status === 'failed') return true;
			next.error = event.error;
			if (way === 'pieces' || (event.reason === 'media' && seen.recording.isUndecodable)) fail(draft, 'media');
			// It is known, or hls.js has requested it again in vain.
			else if ((failing === 'network' && attempts) || event.reason === 'timeout') fail(draft, 'network');
			else {
				// The element does not say whose fault it is.
				remember(draft, { failing: failing || 'network' });
				next.status = 'replay';
				commands.push({ type: 'diagnose' });
			}
			return true;
		case 'recordingFailed': {
			const { kind, status = 0 } = event;
			next.error = status > 399 ? ({ status } as RtsError) : undefined;
			// The server of what has played may be on its way back.
			const mayReturn = (kind === 'opaque' || kind === 'unreadable') && way === 'address' && hasPlayed(draft);
			const isOpaque = kind === 'opaque' && (way === 'address' || failing === kind);
			const isUnreadable = kind === 'unreadable' && way === 'address';
			if (failing === 'opaque' && kind === 'fine') {
				remember(draft, { failing: '', way: wayOf(draft) });
				load(draft);
			} else if (next.status !== 'failed') {
				if (kind === 'undecodable') skip(draft, kind);
				else if (mayReturn) fail(draft, 'network');
				else fail(draft, kind === 'network' || kind === 'refused' || isOpaque || isUnreadable ? kind : 'media');
			}
			// It is looked for again; nobody says that it is not there.
			if (next.status === 'failed' && (kind === 'opaque' || kind === 'network')) planRetry(draft);
			return true;
		}
		case 'timer':
			next.timer = null;
			// Who does not listen waits until the page is seen.
			if (seen.hidden && (seen.muted || next.status === 'failed')) return true;
			load(draft);
			return true;
		case 'online':
		case 'visible':
		case 'restored':
			if (failing && (event.type !== 'visible' || !timer)) load(draft);
			return event.type === 'online';
		case 'refreshed':
			if (next.status !== 'failed') refresh(draft, event);
			return true;
		case 'pick':
			pick(draft, event.quality);
			return true;
		case 'playing':
			// The core ends what waits then.
			return !!timer && next.status === 'replay';
		default:
			return false;
	}
}

/** Begins, or begins again. */
function begin(draft: RecordingDraft): void {
	const { next } = draft;
	next.recording = Object.assign({}, INITIAL, { way: wayOf(draft) });
	next.owed = [];
	next.announced = next.rested = '';
}

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
	// It goes on as sound where there is nothing else.
	if (isDark(draft) && videosOf(next).some((index) => index !== quality)) return skip(draft, 'undecodable');
	if (way === 'address' && silence >= (usesHls ? HLS_SILENCE : SILENCE) && !offline) return fail(draft, 'network');
	choose(draft, isPiece);
}

/** Whether its picture cannot be shown. */
const isDark = ({ next, seen }: RecordingDraft) =>
	seen.recording.lacksPicture && seen.recording.moved >= DARK && !next.qualities[next.quality]!.audioOnly;

/** Says why it waits, or has no picture. */
function say(draft: RecordingDraft): void {
	const { next, seen } = draft;
	const { standing, hasBegun, offline } = seen.recording;
	const { way, failing, answeredAt, attempts, stalls } = next.recording;
	const waits = (hasBegun && standing >= SAID_AFTER) || (failing && (way === 'address' || !hasBegun));
	const isTooSlow = !failing && stalls.length >= MANY_STALLS && (next.picked || !lowerOf(draft));
	// The server, or the API, answers, so the viewer's network is not to blame.
	const isUnavailable = failing && (failing !== 'network' || (answeredAt && attempts > 1));
	next.reason = !waits
		? isDark(draft)
			? 'undecodable'
			: ''
		: offline
			? 'offline'
			: isUnavailable
				? 'unavailable'
				: isTooSlow
					? 'too-slow'
					: 'buffering';
}
