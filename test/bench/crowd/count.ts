import type { SeenRequest } from './servers.ts';
import type { Window } from './states.ts';

/** Behaviour of a crowd in a window. */
export interface CrowdFigures {
	/** Requests per viewer and minute. */
	rate: number;
	/** Most requests within one second, as a share of the viewers. */
	peak: number;
	/** Requests in the busiest second beside the average second: 1 is perfectly even. */
	unevenness: number;
	/** Most viewers whose first call or file since the window began falls into the same second, as a share of them. */
	together: number;
	/** The same of their first signalling. */
	signalling: number;
	/** Seconds from the beginning of the window until half of the viewers have the stream again; Infinity where they have not. */
	back: number;
}

/** Counts the requests of a crowd of so many viewers in a window, second by second. */
export function count(requests: SeenRequest[], viewers: number, { from, to }: Window): CrowdFigures {
	const inWindow = requests.filter(({ at }) => at >= from * 1000 && at < to * 1000);
	const peak = busiestSecond(inWindow);
	const average = inWindow.length / (to - from);
	const signalling = inWindow.filter(({ to }) => to === 'media');
	const others = inWindow.filter(({ to }) => to !== 'media');
	const together = (group: SeenRequest[]) => busiestSecond(firstOfEach(group)) / viewers;
	const back = firstOfEach(signalling.filter(({ granted }) => granted))
		.map(({ at }) => at)
		.sort((a, b) => a - b);
	const middle = back[Math.floor(viewers / 2)];
	return {
		rate: (average * 60) / viewers,
		peak: peak / viewers,
		unevenness: peak / (average || 1),
		together: together(others),
		signalling: together(signalling),
		back: middle ? middle / 1000 - from : Infinity,
	};
}

/** The first request of each viewer. */
function firstOfEach(requests: SeenRequest[]): SeenRequest[] {
	const seen = new Set<string>();
	return requests.filter(({ viewer }) => !seen.has(viewer) && seen.add(viewer));
}

/** The number of requests in the second that has most of them. */
function busiestSecond(requests: SeenRequest[]): number {
	const seconds = new Map<number, number>();
	for (const { at } of requests) {
		const second = Math.floor(at / 1000);
		seconds.set(second, (seconds.get(second) ?? 0) + 1);
	}
	return Math.max(0, ...seconds.values());
}
