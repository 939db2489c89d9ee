import type { Notice } from '../../models/notice.ts';
import * as texts from '../../texts.ts';

/** Seconds. */
const SKIP = 10;

/** Moves a replay back (-1) or on (1) by ten seconds, and says so. */
export function skip(video: HTMLVideoElement, side: number, notice: Notice): void {
	video.currentTime += side * SKIP;
	notice.showToast(texts.skipped(side * SKIP));
}
