import { canAppend } from './appender.ts';
import type { Track } from './track.ts';

/** Whether the engine lacks the codec of the picture, however it is fed: it would play the sound alone. */
export const lacksPicture = (video: HTMLVideoElement, tracks: Track[]): boolean =>
	tracks.some(
		(track) =>
			track.kind === 'video' && !canAppend([track]) && !video.canPlayType(`video/mp4; codecs="${track.codec}"`),
	);
