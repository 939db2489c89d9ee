import type { Rules } from './finding.ts';

/** Whether it is a type of media, or of a list of them. */
export const isMediaType = (type: string): boolean => /^(video|audio)\/|mpegurl/i.test(type);

/** Judges the type of media; Chromium plays what has none. @param name begins a sentence */
export function judgeMediaType({ expect, advise }: Rules, id: string, name: string, type: string): void {
	const isUnknown = /^(application|binary)\/octet-stream|^$/i.test(type);
	(isUnknown ? advise : expect)(id, isMediaType(type), `${name} has the type ${type}`, [
		`${name} has the type “${type}”, which ${isUnknown ? 'not all browsers' : 'browsers do not'} play.`,
		'Send the type of the media, such as video/mp4 or application/vnd.apple.mpegurl, from the file’s server.',
	]);
}
