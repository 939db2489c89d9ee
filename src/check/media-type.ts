import type { Wrong } from './finding.ts';

/** Whether it is a type of media, or of a list of them. */
export const isMediaType = (type: string): boolean => /^(video|audio)\/|mpegurl/i.test(type);

/** Says what is wrong with another type; Chromium plays what has none. */
export function wrongType(name: string, type: string): [Wrong, 'fault' | 'note'] {
	const isUnknown = /^(application|binary)\/octet-stream|^$/i.test(type);
	return [
		[
			`${name} has the type “${type}”, which ${isUnknown ? 'not all browsers' : 'browsers do not'} play.`,
			'Send the type of the media, such as video/mp4 or application/vnd.apple.mpegurl, from the file’s server.',
		],
		isUnknown ? 'note' : 'fault',
	];
}
