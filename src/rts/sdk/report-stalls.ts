import { MessageId } from '../play/message-id.ts';
import type { PlayClientOptions } from '../play/play.ts';
import type { Sample } from '../play/sample.ts';
import { createStallDetector } from '../play/stall-detector.ts';

/** Creates a function that reports stalls (spec §7), for a client without `stats`. */
export function reportStalls(report: NonNullable<PlayClientOptions['report']>): (sample: Sample) => void {
	let detectStall = createStallDetector();
	let last: Sample['receivers'];
	return (sample) => {
		// A new connection.
		if (sample.receivers !== last) detectStall = createStallDetector();
		last = sample.receivers;
		const { stall } = detectStall(sample);
		if (stall) report(MessageId.STALL_TIME, stall);
	};
}
