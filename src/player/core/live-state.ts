/** State of the rules of broadcasts, which come with the stage script. */
import type { FailedAt } from '../../network/failure-limit.ts';
import { INITIAL_QUALITY_MEMORY } from '../rules/connection-window.ts';
import type { Owed } from './owed.ts';

/** Connection beside the playing one. */
export interface Trial {
	readonly quality: number;
	/**
	 * `lower` and `picked` take over when ready, `better` if the link carries both, `silent` unless the old one
	 * delivers first.
	 */
	readonly why: 'lower' | 'better' | 'picked' | 'silent';
	/** By `Seen.now`. */
	readonly since: number;
	/** By `Seen.now`. */
	readonly answeredAt?: number;
	/** The old connection has ended: nothing gets through beside it. */
	readonly alone?: boolean;
}

/** Automatic change to announce: lower quality, sound alone, back to video; '' for none. */
export type QualityAnnouncement = 'lower' | 'sound' | 'restored' | '';

/** State before the first event. */
export const INITIAL_LIVE_STATE = {
	owed: [] as Owed,
	trial: null as Trial | null,
	announced: '' as QualityAnnouncement,
	/** A real-time stream has played in this visit. */
	hasPlayed: false,
	/** Anything of the broadcast has, since it was shown. */
	hasShown: false,
	/** Name of the quality that played last, or else was chosen first, or by the viewer. */
	lastPlayed: '',
	/** kbit/s that the link has carried, as measured, since the attempt or trial began; 0: not measured, or no reply. */
	measuredKbps: 0,
	/** The last attempt failed in an outage of the viewer's link. */
	outage: false,
	/** When the latest connections failed, whoever made them, by `Seen.now` (`failure-limit.ts`). */
	failedAt: [] as FailedAt,
	/** Name of the quality that a hidden page has left for sound alone; '' for none. */
	rested: '',
	/** Memory of the choice of a quality. Changes with each sample, which is no news to listeners. */
	choice: INITIAL_QUALITY_MEMORY,
};

export type LiveState = Readonly<typeof INITIAL_LIVE_STATE>;
