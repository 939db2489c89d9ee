import type { TotalsAt } from '../../src/player/quality/connection-window.ts';
import { QUALITY_POLICY } from '../../src/player/core/policy.ts';
import { chooseQuality } from '../../src/player/quality/choose-quality.ts';
import { INITIAL_QUALITY_MEMORY } from '../../src/player/quality/quality-memory.ts';

export const INTERVAL = 500;

export const QUALITIES = [1130, 400, 130, 40].map((kbps) => ({ kbps, audioOnly: kbps === 40 }));

/** A deployment without qualities. */
export const UNKNOWN_RATE = { qualities: [{ kbps: 0, audioOnly: false }, QUALITIES[3]!] };

/** Arrivals of some seconds. */
export interface Stretch {
	seconds: number;
	/** Default: what the quality needs. */
	kbps?: number;
	/** Of that. */
	share?: number;
	fps?: number;
	/** Shares of packets lost and of sound made up. */
	lost?: number;
	madeUp?: number;
	roundTrip?: number;
	/** Of the bytes. */
	video?: boolean;
	idle?: boolean;
	/** Of the trial, while there is one. */
	trialKbps?: number;
	trialFps?: number;
}

/** Plays stretches; what is decided is done at once. Returns the decisions with the second of each, by this form: `12 down 1`. */
export function play(
	stretches: Stretch[],
	{ index = 0, qualities = QUALITIES, failed = [] as number[], interval = INTERVAL } = {},
) {
	let memory = INITIAL_QUALITY_MEMORY;
	let now = 0;
	let connection = 0;
	let totals = { bytes: 0, videoBytes: 0, packets: 0, lost: 0, frames: 0, sound: 0, madeUp: 0, roundTrip: 0 };
	let tried = 0;
	let trial = null as TotalsAt | null;
	const decisions: string[] = [];
	let tryKbps = 0;
	for (const stretch of stretches)
		for (let i = 0; i < (stretch.seconds * 1000) / interval; i++) {
			now += interval;
			const seconds = interval / 1000;
			const { kbps = qualities[index]!.kbps || 400, fps = 25, lost = 0, madeUp = 0 } = stretch;
			const { share = 1, roundTrip = 200, video = true, idle = false, trialKbps = 400, trialFps = 25 } = stretch;
			const bytes = (kbps * share * 1000 * seconds) / 8;
			totals = {
				bytes: totals.bytes + bytes,
				videoBytes: totals.videoBytes + (video ? bytes * 0.9 : 0),
				packets: totals.packets + bytes / 1000,
				lost: totals.lost + (bytes / 1000) * (lost / (1 - lost)),
				frames: totals.frames + fps * seconds,
				sound: totals.sound + 48_000 * seconds,
				madeUp: totals.madeUp + 48_000 * seconds * madeUp,
				roundTrip,
			};
			if (trial)
				trial = {
					now,
					totals: {
						...trial.totals,
						bytes: trial.totals.bytes + (trialKbps * 1000 * seconds) / 8,
						frames: trial.totals.frames! + trialFps * seconds,
					},
				};
			const arrived = !!trial?.totals.bytes && trial;
			const sample = {
				now,
				connection,
				totals,
				qualities,
				index,
				failed,
				idle,
				tried: trial && tried,
				trial: arrived,
			};
			const { memory: next, decision } = chooseQuality(memory, sample, QUALITY_POLICY);
			memory = next;
			if (decision.type === 'stay') continue;
			decisions.push(`${now / 1000} ${decision.type}${'index' in decision ? ` ${decision.index}` : ''}`);
			if (decision.type === 'try') tryKbps = decision.kbps;
			if (decision.type === 'try') {
				tried = decision.index;
				trial = { now, totals: { bytes: 0, videoBytes: 0, packets: 0, lost: 0, frames: 0 } };
				continue;
			}
			trial = null;
			if (decision.type === 'giveUp') continue;
			index = decision.type === 'down' ? decision.index : tried;
			connection++;
			totals = { bytes: 0, videoBytes: 0, packets: 0, lost: 0, frames: 0, sound: 0, madeUp: 0, roundTrip };
		}
	return { decisions, memory, tryKbps };
}

export const steady = (seconds: number): Stretch => ({ seconds });
/** A link of less than the stream needs: what arrives late or never is missing from video and sound. */
export const lack = (kbps: number, of: number, seconds = 4): Stretch => {
	const share = kbps / of;
	return { seconds, kbps, fps: 25 * share, madeUp: 1 - share, lost: 0, roundTrip: 800 };
};
