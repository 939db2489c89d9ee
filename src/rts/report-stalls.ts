import { MessageId } from './message-id.ts';
import type { PlayClient, PlayClientOptions } from './play.ts';
import { createStallDetector, type Sample } from './stall-detector.ts';

/** Reports stalls of a client without `stats` (spec §7). */
export function reportStalls(client: PlayClient, report: NonNullable<PlayClientOptions['report']>): void {
	let detectStall = createStallDetector();
	let last = 0;
	client.on('onSample', (sample: Sample) => {
		const bytes = sample.audioBytes + sample.videoBytes;
		// Another stream.
		if (bytes < last) detectStall = createStallDetector();
		last = bytes;
		const { stall } = detectStall(sample);
		if (stall) report(MessageId.STALL_TIME, stall);
	});
}
