import type { ReceivedStream } from './received-stream.ts';
import type { Sample } from './sample.ts';

/** Whether a stream can take over: a frame or, without video, sound has arrived. Browsers decode without an element. */
export const hasStarted = ({ audioBytes, videoBytes, frames = videoBytes }: Sample, video: boolean): boolean =>
	(video ? frames : audioBytes) > 0;

/**
 * Moves the element from `old` to `next`, a started stream of another client. Chromium keeps the last frame until the
 * next, without a jump of the clock or an event.
 *
 * @returns whether there was an element
 */
export function swap(
	old: Pick<ReceivedStream, 'stop'> & Partial<Pick<ReceivedStream, 'mediaElement'>>,
	next: Pick<ReceivedStream, 'join'>,
): boolean {
	const element = old.mediaElement;
	const source = element && (element.srcObject as MediaStream | null);
	if (!source) return false;
	const replaced = source.getTracks();
	old.stop(true);
	next.join(element!);
	for (const track of replaced) source.removeTrack(track);
	return true;
}
