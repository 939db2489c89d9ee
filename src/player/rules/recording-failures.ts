/** Rules of what follows where a recording does not come, or cannot be played. */
import { RETRY_DELAYS, retryDelay } from '../../network/retry-delay.ts';
import { owe } from '../core/owed.ts';
import { unsigned } from '../core/source.ts';
import type { PlayerEvent, RecordingDraft } from '../core/draft.ts';
import type { RecordingFailure } from '../core/state.ts';
import { enter } from './attempt.ts';
import { indexOf, nameOf, placeOf } from './find-quality.ts';
import { announce, isMissing, load, lowerOf, remember, videosOf, wayOf } from './change-recording-quality.ts';

/** Milliseconds after which new addresses are asked for again. */
const ASK_AGAIN = 60_000;

/** Plans the next attempt. */
export function planRetry(draft: RecordingDraft): void {
	const { next, seen } = draft;
	const attempts = next.recording.attempts + 1;
	remember(draft, { attempts });
	// The browser's word may be wrong.
	const delay = retryDelay(seen.recording.offline ? Infinity : attempts, seen.random);
	next.timer = { delay: Math.max(delay, seen.recording.wait) };
}

/** Plans what follows a failure. */
export function fail(draft: RecordingDraft, kind: RecordingFailure): void {
	const { next, commands, seen } = draft;
	const { way, answeredAt, askedAt, attempts } = next.recording;
	next.status = 'replay';
	if (way === 'pieces' && kind === 'media') {
		// An engine may play what the page does not read, or may not.
		remember(draft, { way: 'address', failing: '' });
		return load(draft);
	}
	remember(draft, { failing: kind });
	planRetry(draft);
	if (kind !== 'network' && answeredAt) return skip(draft);
	// Addresses expire, or move.
	if (kind !== 'network' || (attempts > 0 && (!askedAt || seen.now - askedAt >= ASK_AGAIN))) {
		remember(draft, { askedAt: seen.now });
		commands.push({ type: 'refresh', delay: kind === 'network' ? seen.random * RETRY_DELAYS[0] : 0 });
	}
}

/** Leaves a quality that cannot be had: for a lower video, else another, else sound alone; ends where there is none. */
export function skip(draft: RecordingDraft, reason: 'media' | 'undecodable' = 'media'): void {
	const { next, commands } = draft;
	const name = nameOf(next);
	next.owed = owe(next.owed, 'refused', { name });
	const skipped = next.recording.skipped || name;
	if (next.picked === name) next.picked = '';
	remember(draft, { skipped });
	const other =
		lowerOf(draft) || (videosOf(next).pop() ?? next.qualities.findIndex((_, index) => !isMissing(next, index)));
	if (other >= 0) {
		announce(draft, other);
		// The link is not known to be slow.
		next.announced = '';
		// Each file is tried both ways.
		remember(draft, { way: wayOf(draft) });
		return load(draft);
	}
	// Engines play the sound of a file whose picture they lack.
	if (reason !== 'media' && next.recording.way === 'pieces') return fail(draft, 'media');
	// 重试 begins with that one, or the best of another list.
	next.quality = Math.max(0, indexOf(next, skipped));
	enter(draft, 'failed', reason);
	if (reason === 'media') next.failure = reason;
	commands.push({ type: 'unload', keep: true });
}

/** Takes new addresses over. */
export function refresh(draft: RecordingDraft, { live, qualities }: Extract<PlayerEvent, { type: 'refreshed' }>): void {
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
