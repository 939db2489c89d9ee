/** What a recording does not need before its first picture: a script of its own (`entry/rare-readers.ts`). */
import { rareReaders } from '../media/mp4/rare-readers.ts';
import { joinPlace } from './act/join-place.ts';
import { keepPicture } from './act/keep-picture.ts';
import { restRecording } from './rules/hidden.ts';

export const recordingLater = Object.assign(
	{
		/** Another quality in place of what is loaded ahead. */
		joinPlace,
		/** The last picture while another source follows. */
		keepPicture,
		/** Hidden pages. */
		restRecording,
	},
	rareReaders,
);

export type RecordingLater = typeof recordingLater;
