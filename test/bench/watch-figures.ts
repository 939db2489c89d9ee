import { type Figures, motionOf } from './figures.ts';
import { goneShare } from './link/drives.ts';

/** Display of a stream (`watch-probe.js`); milliseconds from the start of the navigation. */
export interface WatchProbe {
	/** Frames that were shown. */
	frames: { at: number; width: number }[];
	/** Played video by its width, or `sound`; empty: no video yet. `real`: seconds of received sound played so far. */
	states: { at: number; state: string; real: number }[];
	/** Samples of sound that were played, and how many of them the browser made up. */
	samples: number;
	concealed: number;
	/** Connections that were answered. */
	connections: number;
	/** Bytes that were appended before the first frame. */
	appended: number;
}

/** The qualities, best first: the state of the probe, and what is sent, kbit/s. */
export const SHOWN = [
	{ state: '1280', title: '1,130', kbps: 1_130 },
	{ state: '640', title: '400', kbps: 400 },
	{ state: '426', title: '130', kbps: 130 },
	{ state: 'sound', title: 'sound', kbps: 0 },
];

/** Milliseconds, and shares of the time since the first frame, from 0 to 1; by the state of the probe: share in each quality. */
export type WatchFigure =
	| 'firstFrame'
	/** Share of the seconds in which the link carries next to nothing. */
	| 'gone'
	/** Share without motion, and the longest time without. */
	| 'still'
	| 'longest'
	/** Share of the sound that was made up, and longest time in which next to no received sound was played. */
	| 'madeUp'
	| 'longestSilence'
	| 'connections'
	| 'switches'
	| 'kbps'
	/** From the first frame to the first of the best quality. */
	| 'best'
	| `${number}`
	| 'sound'
	/** Of a recording: bytes before the first frame that are no media. */
	| 'index'
	| keyof SeekFigures;

/** Seeks to places that are not loaded, and back to those: milliseconds to the second frame there; MB more than before. */
export interface SeekFigures {
	far: number;
	back: number;
	memory: number;
}

/** Received sound is all but missing below this share of real time. */
const SILENCE = 0.2;

/** The longest time without received sound, until `end`. */
function longestSilence(states: WatchProbe['states'], end: number): number {
	const [first, last] = [states[0], states.at(-1)];
	if (!first || !last) return end;
	let [silence, longest, before] = [0, 0, first];
	for (const state of [...states, { ...last, at: end }]) {
		const time = state.at - before.at;
		silence = (state.real - before.real) * 1000 < time * SILENCE ? silence + time : 0;
		longest = Math.max(longest, silence);
		before = state;
	}
	return longest;
}

/** The figures of one visit that ended at `end`, on a link of `rates` by second. */
export function watchFigures(
	probe: WatchProbe,
	end: number,
	rates: readonly number[] = [],
): Omit<Figures<WatchFigure>, 'index' | keyof SeekFigures> {
	const { frames, states, samples, concealed, connections } = probe;
	const kbpsOf = (width: number) => SHOWN.find(({ state }) => state === `${width}`)?.kbps ?? 0;
	const { begin, still, longest, kbps, switches } = motionOf(
		frames.map(({ at, width }) => ({ at, kbps: kbpsOf(width) })),
		end,
	);
	const shareOf = (name: string) =>
		states.reduce((sum, { at, state }, i) => {
			const until = states[i + 1]?.at ?? end;
			return state === name ? sum + Math.max(0, until - Math.max(at, begin)) : sum;
		}, 0) / (end - begin || 1);
	const named = states.filter(({ at, state }) => state && at >= begin);
	return {
		firstFrame: frames[0]?.at ?? Infinity,
		gone: goneShare(rates.slice(Math.floor(begin / 1000), Math.ceil(end / 1000))),
		still,
		longest,
		madeUp: samples ? concealed / samples : NaN,
		// Of a broadcast; a recording's sound is its file's.
		longestSilence: connections ? longestSilence(states, end) : NaN,
		connections,
		switches: connections ? named.filter(({ state }, i) => i > 0 && state !== named[i - 1]!.state).length : switches,
		kbps,
		best: (frames.find(({ width }) => `${width}` === SHOWN[0]!.state)?.at ?? Infinity) - begin,
		...(Object.fromEntries(SHOWN.map(({ state }) => [state, shareOf(state)])) as Record<`${number}` | 'sound', number>),
	};
}
