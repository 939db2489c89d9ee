import { MessageId } from './message-id.ts';
import type { PlayClientOptions } from './play.ts';
import { createStallDetector, type Sample } from './stall-detector.ts';

/** Creates a function from samples of what plays, for a client without `stats`, to reports of stalls (spec §7). */
export function reportStalls(report: NonNullable<PlayClientOptions['report']>): (sample: Sample) => void {
	let detectStall = createStallDetector();
	let last: Sample['receivers'];
	return (sample) => {
		// Another connection.
		if (sample.receivers !== last) detectStall = createStallDetector();
		last = sample.receivers;
		const { stall } = detectStall(sample);
		if (stall) report(MessageId.STALL_TIME, stall);
	};
}
