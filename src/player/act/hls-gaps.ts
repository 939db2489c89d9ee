/** Segments of HLS that do not come: which are left out, and when it is the server that fails. */
import type { Fragment } from 'hls.js';
import { isRefused } from '../../network/failure.ts';
import { aheadOf, isStarved } from './hls-holes.ts';

/** Failures in a row after which a list has failed, or the first segment is left out; others at once. */
export const ATTEMPTS = 3;
/** Seconds loaded ahead below which a missing segment is left out: until then it may come. */
const NEEDED = 8;
/** Segments left out in a row before it is the server that fails; twice as many each time it is loaded again. */
const MOST_LEFT_OUT = 2;
const MAX_LEFT_OUT = 16;

interface FailureFacts {
	isGarbage: boolean;
	/** Its key has failed. */
	isKey: boolean;
	/** hls.js goes on with another level. */
	isLevelLeft: boolean;
}

/** Creates what leaves out segments of what an element plays. */
export function createHlsGaps(video: HTMLVideoElement) {
	/** Those that the server has refused once. */
	const refused: Record<string, boolean> = {};
	let mostLeftOut = MOST_LEFT_OUT;
	/** Failures in a row after which one is left out. */
	let attempts = ATTEMPTS;
	/** Nothing yet; some have been left out and none has come; the same, at a fresh address; some have come. */
	let state: 'new' | 'missing' | 'fresh' | 'come' = 'new';

	return {
		/** Whether any has ever come. */
		hasCome: () => state === 'come',
		/** Playback has failed, and may be loaded again: where nothing has ever come, once without leaving out any. */
		onFailed(): void {
			mostLeftOut = Math.min(MAX_LEFT_OUT, mostLeftOut * 2);
			if (state === 'missing') state = 'fresh';
			else if (state === 'fresh') state = 'missing';
		},
		/** Follows the segments of one load. */
		follow() {
			/** Failures in a row of the latest segment, by its number. */
			let [failures, failed] = [0, -1];
			/** In a row. */
			let leftOut = 0;
			let hasLoaded = false;
			/** All that have been left out or loaded, by number. */
			const isDone: Record<string, boolean> = {};
			return {
				isDone,
				onLoading({ gap, sn }: Fragment): void {
					if (!gap) delete isDone[sn];
				},
				onBuffered({ sn }: Fragment): void {
					isDone[sn] = hasLoaded = true;
					state = 'come';
					if (leftOut) mostLeftOut = MOST_LEFT_OUT;
					failures = leftOut = 0;
				},
				/** It, or its key, has failed. Leaves it out, or returns whether the server is at fault. */
				onFailed(frag: Fragment, status: number, { isGarbage, isKey, isLevelLeft }: FailureFacts): boolean {
					const { sn, relurl } = frag;
					// hls.js leaves out the first that has nothing in it.
					if (frag.gap) isDone[sn] = true;
					else {
						// Until one has come, hls.js requests the next instead of it.
						failures = sn === failed || !hasLoaded ? failures + 1 : 1;
						failed = sn as number;
					}
					if (frag.gap || isLevelLeft || failures < attempts) return false;
					// Without its beginning (EXT-X-MAP) or a key nothing is there.
					const isAll = sn === 'initSegment' || (isKey && !hasLoaded);
					const isMissing = !isAll && (isGarbage || (isRefused({ status }) && (status !== 403 || refused[relurl!])));
					if (isMissing && aheadOf(video) < NEEDED && leftOut < mostLeftOut && state !== 'fresh') {
						leftOut++;
						attempts = 1;
						if (state === 'new') state = 'missing';
						isDone[sn] = frag.gap = true;
						frag.tagList.push(['GAP']);
						return false;
					}
					if (!isStarved(video) && video.readyState) return false;
					// The next time it is another address that is refused.
					refused[relurl!] = status === 403;
					return true;
				},
			};
		},
	};
}
