import type { Quality } from '../core/list-qualities.ts';
import type { TotalsAt, UsualRates } from './connection-window.ts';

/** A sample, every 200 to 1000 ms from the first bytes. */
export interface QualitySample extends TotalsAt {
	connection: number;
	/** Best first. */
	qualities: readonly Pick<Quality, 'kbps' | 'audioOnly'>[];
	/** Of the playing quality. */
	index: number;
	failed: readonly number[];
	/** Change nothing: the viewer has chosen, or the page is hidden, paused or reconnecting. */
	idle: boolean;
	/** Index of a better quality being tried, else null. */
	tried: number | null;
	/** Totals of the trial, from its first bytes on. */
	trial?: TotalsAt | false | undefined;
}

/** Memory of the choice, immutable. Times are milliseconds. */
export interface QualityMemory extends UsualRates {
	/** Samples of the window, and the one before it. */
	samples: QualitySample[];
	/** Nothing was missing since. */
	steadySince: number;
	/** Steady time before the next try; each doubles it. */
	pause: number;
	outageAt: number;
	switches: number[];
	takenAt: number;
	/** A try was given up for a lack of rate, or its quality soon left. */
	triedInVainAt: number;
	triedAt: number;
	/** Totals of both streams at the trial's first bytes. */
	began: [TotalsAt, TotalsAt] | null;
	givenUpAt: number;
	/** 0: not lacking. */
	lackingSince: number;
	lackedAt: number;
	/** Least rate of the last quality left; 0: unknown. */
	lackedKbps: number;
}

/** Memory before the first sample. */
export const INITIAL_QUALITY_MEMORY: QualityMemory = {
	kbps: 0,
	fps: 0,
	roundTrip: Infinity,
	samples: [],
	steadySince: 0,
	pause: 0,
	outageAt: -Infinity,
	switches: [],
	takenAt: -Infinity,
	triedInVainAt: -Infinity,
	triedAt: 0,
	began: null,
	givenUpAt: -Infinity,
	lackingSince: 0,
	lackedAt: 0,
	lackedKbps: 0,
};
