/** Outages of the viewer's own link: what fails while nothing arrives is nobody's fault. */
import { attempt } from '../core/attempt.ts';
import type { Sample } from '../../rts/play/sample.ts';
import { rateBetween, type Totals, type TotalsAt } from '../quality/connection-window.ts';
import type { LiveDraft, PlayerEvent } from '../core/state.ts';
import { demandedDelay, isWaiting } from '../core/status.ts';
import { isRefusal } from './missing-qualities.ts';

/** Milliseconds of silence after which a server has surely ended the session (consent, RFC 7675). */
export const SESSION_TIME = 30_000;

/** Milliseconds after an outage in which a server may end the session that it gave up. */
export const SESSION_MEMORY = 10_000;

/** Milliseconds without media in which servers may end a session: 5 s from the viewer's last packet are common. */
const SESSION_GAP = 2500;

/** Milliseconds over which the rate of what plays is taken. */
const RATE_WINDOW = 2000;

/** Creates what times signs of life: media on any connection, replies of signalling and API. */
export function createSigns() {
	let aliveAt = performance.now();
	/** Of the first call since then; 0: none. */
	let calledAt = 0;
	let bytes = 0;
	let samples: TotalsAt[] = [];
	let mediaAt = Infinity;
	let resumedAt = -Infinity;
	function alive(): void {
		aliveAt = performance.now();
		calledAt = 0;
	}
	return {
		/** Takes a sample of what plays: frames go on in an outage while there are some buffered. */
		onSample({ time, audioBytes, videoBytes }: Sample): void {
			const last = bytes;
			bytes = audioBytes + videoBytes;
			// Another connection counts anew.
			if (bytes < last) samples = [];
			samples = samples
				.filter(({ now }) => time - now <= RATE_WINDOW)
				.concat({ now: time, totals: { bytes } as Totals });
			if (bytes === last) return;
			if (time - mediaAt >= SESSION_GAP) resumedAt = time;
			mediaAt = time;
			alive();
		},
		alive,
		/** The API has been called. */
		onCall(): void {
			calledAt = calledAt || performance.now();
		},
		read: (now: number) => ({
			quiet: now - aliveAt,
			unanswered: calledAt ? now - calledAt : 0,
			resumed: now - resumedAt,
			kbps: samples[0] && now - mediaAt <= RATE_WINDOW ? rateBetween(samples[0], samples[samples.length - 1]!) : 0,
		}),
	};
}

/** Whether an event means that something has arrived. */
export const isSign = (event: PlayerEvent): boolean =>
	['alive', 'canplay', 'refreshed', 'trialAnswered'].includes(event.type) ||
	(event.type === 'measured' && event.kbps > 0) ||
	('error' in event && isRefusal(event.error));

/** Whether nothing has arrived for a while, whoever is to blame. */
export const isQuiet = ({ at, policy }: LiveDraft): boolean => (at.quiet || 0) >= policy.deadTimeout;

/** Whether the API does not reply either. */
export const isOutage = (draft: LiveDraft): boolean =>
	isQuiet(draft) && (draft.at.unanswered || 0) >= draft.policy.deadTimeout;

/** Whether media has resumed so recently that the server may end the session it gave up. */
export const hasResumed = ({ at }: LiveDraft): boolean => at.resumed! < SESSION_MEMORY;

/** Retries at the first sign of life after an outage, unless the server demands a wait. */
export function wakeAfterOutage(draft: LiveDraft): void {
	const { next } = draft;
	if (next.outage && isWaiting(next) && !demandedDelay(next)) attempt(draft);
}
