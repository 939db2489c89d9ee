/** HLS lists as they are written: what hls.js takes on trust is checked before it reads them (RFC 8216). */

/** Seconds of the longest segment that a list may name. */
const MAX_TARGET = 60;

const TARGET = /^#EXT-X-TARGETDURATION:(.*)\n?/m;
const LENGTHS = /^#EXTINF:([\d.]+)/gm;

/** What a media list says. */
export interface MediaList {
	/** For hls.js. */
	text: string;
	/** Seconds of its longest segment. */
	target: number;
	/** Its end has come. */
	isEnded: boolean;
	/** Segments are parts of files, or encrypted: they can only be read whole. */
	isWhole: boolean;
	/** Tells whether there is something new. */
	mark: string;
}

/** Whether a text is a list of media lists. */
export const isMasterList = (text: string): boolean => /^#EXT-X-STREAM-INF:/m.test(text);

/**
 * Reads a media list; null if it is none, or has no segments. Its target duration, which says how often it is requested,
 * is that of its segments where it is missing or absurd, and no less for how long it may stand; a page loaded by https
 * loads everything by it.
 */
export function readMediaList(list: string, isSecure: boolean): MediaList | null {
	let [count, longest] = [0, 1];
	list.replace(LENGTHS, (line, seconds) => {
		count++;
		longest = Math.min(MAX_TARGET, Math.max(longest, +seconds));
		return line;
	});
	if (!/^#EXTM3U/.test(list) || !count) return null;
	const [, stated = ''] = TARGET.exec(list) || [];
	const isUsable = +stated >= 1 && +stated <= MAX_TARGET;
	const target = Math.max(isUsable ? +stated : 1, Math.ceil(longest));
	let text = isUsable ? list : list.replace(TARGET, '').replace(/\n/, `\n#EXT-X-TARGETDURATION:${target}\n`);
	if (isSecure) text = text.replace(/(^|URI=")http:/gm, '$1https:');
	const [first = ''] = /^#EXT-X-MEDIA-SEQUENCE:.*/m.exec(list) || [];
	return {
		text,
		target,
		isEnded: /^#EXT-X-ENDLIST/m.test(list),
		isWhole: /^#EXT-X-(BYTERANGE:|KEY:METHOD=(?!NONE))/m.test(list),
		mark: `${first} ${count}`,
	};
}

/** Whether what was answered as media is text, as a page of HTML or the API's JSON, or nothing at all. */
export const isNoMedia = (bytes: ArrayBuffer | Uint8Array): boolean =>
	!bytes.byteLength || /^\s*[<{][\t-~]{7}/.test(String.fromCharCode(...new Uint8Array(bytes.slice(0, 16))));

/** Since when each list has had nothing new, by address. */
export function createStandingLists() {
	const lists: Record<string, { mark: string; since: number }> = {};
	return {
		/** Seconds for which the list has been the same; 0 for a new one. */
		note(url: string, mark: string): number {
			const now = performance.now();
			const known = lists[url];
			if (!known || known.mark !== mark) lists[url] = { mark, since: now };
			return (now - lists[url]!.since) / 1000;
		},
	};
}
