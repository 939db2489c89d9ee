import type { ReceivedStream } from './received-stream.ts';
import type { Sample } from './stall-detector.ts';

/**
 * Whether a stream can take over, by the latest sample of its client: it has decoded a frame, or without video received sound.
 * Browsers decode what they receive without an element.
 *
 * @param video whether it has video
 */
export const hasStarted = ({ audioBytes, videoBytes, frames = videoBytes }: Sample, video: boolean): boolean =>
	(video ? frames : audioBytes) > 0;

/**
 * Gives the element that `old` plays in to `next`, a stream of another client that has started. In Chromium the last frame
 * stays until the next one, and neither clock nor events of the element tell of it. `old` can be unsubscribed afterwards.
 *
 * @returns whether there was such an element
 */
export function swap(old: ReceivedStream, next: ReceivedStream): boolean {
	const element = old.mediaElement;
	const source = element && (element.srcObject as MediaStream | null);
	if (!source) return false;
	const replaced = source.getTracks();
	old.stop(true);
	next.join(element!);
	for (const track of replaced) source.removeTrack(track);
	return true;
}
