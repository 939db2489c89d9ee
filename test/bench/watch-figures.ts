import { median } from './figures.ts';
import { goneShare } from './link/drives.ts';

/** Display of a stream (`watch-probe.js`); milliseconds from the start of the navigation. */
export interface WatchProbe {
	/** Frames that were shown. */
	frames: { at: number; width: number }[];
	/** Played video by its width, or `sound`; empty: no video yet. `real`: seconds of received sound played so far. */
	states: { at: number; state: string; real: number }[];
	/** Seconds of sound that were played, made up or not. */
	heard: number;
	/** Samples of sound that were played, and how many of them the browser made up. */
	samples: number;
	concealed: number;
	/** Connections that were answered. */
	connections: number;
}

/** The qualities, best first: the state of the probe, and what is sent, kbit/s. */
export const SHOWN = [
	{ state: '1280', title: '1,130', kbps: 1_130 },
	{ state: '640', title: '400', kbps: 400 },
	{ state: '426', title: '130', kbps: 130 },
	{ state: 'sound', title: 'sound', kbps: 0 },
] as const;

/** Sight and sound of a visit. Milliseconds, and shares of the time since the first frame, from 0 to 1. */
export interface WatchFigures {
	firstFrame: number;
	firstSound: number;
	/** Share of the seconds in which the link carries next to nothing. */
	gone: number;
	/** Share without motion. */
	still: number;
	longestFreeze: number;
	/** Share of the sound that was made up, and share of the time without any. */
	madeUp: number;
	silent: number;
	/** Longest time in which next to no received sound was played. */
	longestSilence: number;
	connections: number;
	switches: number;
	/** Mean of what moved, kbit/s. */
	kbps: number;
	/** When the size of the video changed: last frame before, and first after it. */
	changes: { from: number; to: number; last: number; first: number }[];
	/** Share of the time in each quality, in the order of `SHOWN`, whether it moved or not. */
	shares: number[];
}

/** A frame that is shown for longer has frozen, milliseconds: as `freezeCount` counts a stream of 15 frames a second. */
const FREEZE = 217;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Received sound is all but missing below this share of real time. */
const SILENCE = 0.2;

/** The longest time without received sound, until `end`. */
function longestSilence(states: WatchProbe['states'], end: number): number {
	let silence = 0;
	let longest = 0;
	const last = states.at(-1);
	for (const [i, { at, real }] of [...states, ...(last ? [{ at: end, real: last.real }] : [])].entries()) {
		const before = states[i - 1];
		if (!before) continue;
		const time = at - before.at;
		silence = (real - before.real) * 1000 < time * SILENCE ? silence + time : 0;
		longest = Math.max(longest, silence);
	}
	return longest;
}

/** The figures of one visit that ended at `end`, on a link of `rates` by second. Without a frame all of it was without motion. */
export function watchFigures(
	probe: WatchProbe & { firstSound: number },
	end: number,
	rates: readonly number[] = [],
): WatchFigures {
	const { frames, states, firstSound, heard, samples, concealed, connections } = probe;
	const firstFrame = frames[0]?.at ?? Infinity;
	const begin = Math.min(firstFrame, end);
	const time = end - begin;
	const gaps = frames.map(({ at, width }, i) => ({ width, gap: (frames[i + 1]?.at ?? end) - at }));
	const moving = gaps.map(({ width, gap }) => ({ width, time: gap > FREEZE ? 0 : gap }));
	const kbpsOf = (width: number) => SHOWN.find(({ state }) => state === `${width}`)?.kbps ?? 0;
	const spans = states.map(({ at, state }, i) => ({
		state,
		time: Math.max(0, (states[i + 1]?.at ?? end) - Math.max(at, begin)),
	}));
	const named = states.filter(({ at, state }) => state && at >= begin);
	return {
		firstFrame,
		firstSound,
		gone: goneShare(rates.slice(Math.floor(begin / 1000), Math.ceil(end / 1000))),
		still: time ? 1 - sum(moving.map((one) => one.time)) / time : 1,
		longestFreeze: Math.max(...gaps.map(({ gap }) => (gap > FREEZE ? gap : 0)), frames.length ? 0 : end),
		madeUp: samples ? concealed / samples : NaN,
		silent: firstSound < end ? Math.max(0, 1 - (heard * 1000) / (end - firstSound)) : 1,
		longestSilence: states.length ? longestSilence(states, end) : end,
		connections,
		switches: named.filter(({ state }, i) => i > 0 && state !== named[i - 1]!.state).length,
		kbps: time ? sum(moving.map((one) => one.time * kbpsOf(one.width))) / time : 0,
		changes: frames.flatMap(({ at: first, width: to }, i) => {
			const { at: last, width: from } = frames[i - 1] ?? { at: first, width: to };
			return from === to ? [] : [{ from, to, last, first }];
		}),
		shares: SHOWN.map(({ state }) =>
			time ? sum(spans.map((span) => (span.state === state ? span.time : 0))) / time : 0,
		),
	};
}

/** The medians of several visits, figure by figure; changes are of one visit only. */
export function watchMedians(visits: readonly WatchFigures[]): WatchFigures {
	const of = (pick: (visit: WatchFigures) => number) => median(visits.map(pick));
	const { shares, changes: _changes, ...numbers } = visits[0]!;
	const names = Object.keys(numbers) as (keyof typeof numbers)[];
	return {
		...(Object.fromEntries(names.map((name) => [name, of((visit) => visit[name])])) as typeof numbers),
		changes: [],
		shares: shares.map((_, i) => of((visit) => visit.shares[i]!)),
	};
}
