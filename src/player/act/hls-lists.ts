/** HLS lists as they are written: what hls.js takes on trust is checked before it reads them (RFC 8216). */

import type { LoaderContext } from 'hls.js';

/** Seconds of the longest segment that a list may name. */
const MAX_TARGET = 60;
/** Target durations after which a list that has nothing new is at its end. */
const STANDING = 3;

const TARGET = /^#EXT-X-TARGETDURATION:(.*)\n?/m;
const LENGTHS = /^#EXTINF: *([\d.]+)/gm;

/** Context of a request. Segments and keys have a `frag`, lists a `type`. */
export type Context = LoaderContext & { type?: string; level?: number | null };

/** A list for hls.js. */
export interface ReadList {
	text: string;
	/** It has nothing new. */
	isStale?: boolean;
}

/** Whether a text is a list of media lists. */
export const isMasterList = (text: string): boolean => /^#EXT-X-STREAM-INF:/m.test(text);

/**
 * Reads a media list; null if it is none, or has no segments. Its target duration, which says how often it is requested,
 * is that of its segments where it is missing or absurd, and no less for how long it may stand.
 */
export function readMediaList(list: string) {
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
	const text = isUsable ? list : list.replace(TARGET, '').replace(/\n/, `\n#EXT-X-TARGETDURATION:${target}\n`);
	const [first = ''] = /^#EXT-X-MEDIA-SEQUENCE:.*/m.exec(list) || [];
	const [, skipped = 0] = /SKIPPED-SEGMENTS=(\d+)/.exec(list) || [];
	return {
		/** For hls.js. */
		text,
		/** Seconds of its longest segment. */
		target,
		/** Its end has come. */
		isEnded: /^#EXT-X-ENDLIST/m.test(list),
		/** Segments are parts of files, or encrypted: they can only be read whole. */
		isWhole: /^#EXT-X-(BYTERANGE:|KEY:(?!.*METHOD=NONE))/m.test(list),
		/** Tells whether there is something new. */
		mark: `${first} ${count + +skipped}`,
	};
}

/** A list whose addresses are by https: a page loaded by that loads nothing by http. */
const byHttps = (list: string): string => list.replace(/(^|URI=")http:/gm, '$1https:');

/** Seconds at which a list asks to begin, from its end if negative. */
const START = /^#EXT-X-START:.*TIME-OFFSET=(-?[\d.]+).*/m;

/** Puts what a list and its master list define in place of the names (`EXT-X-DEFINE`); `values` has what is known. */
export function fillIn(list: string, url: string, values: Record<string, string>): string {
	const { searchParams } = new URL(url, location.href);
	list.replace(/^#EXT-X-DEFINE:(.*)/gm, (line, attributes) => {
		const read = (name: string) => (RegExp(`\\b${name}="([^"]*)"`).exec(attributes) || [])[1];
		const [name, parameter] = [read('NAME'), read('QUERYPARAM')];
		if (name) values[name] = read('VALUE') || '';
		if (parameter) values[parameter] = searchParams.get(parameter) || '';
		return line;
	});
	return list.replace(/\{\$([\w-]+)\}/g, (reference, name) => (name in values ? values[name]! : reference));
}

/** Whether what was answered as media is text, as a page of HTML or the API's JSON, or nothing at all. */
export const isNoMedia = (bytes: ArrayBuffer | Uint8Array): boolean =>
	!bytes.byteLength || /^\s*[<{][\t-~]{7}/.test(String.fromCharCode(...new Uint8Array(bytes.slice(0, 16))));

/** Creates what reads the lists of what an element plays, and knows since when each has had nothing new. */
export function createListReaders() {
	const known: Record<string, { mark: string; since: number }> = {};

	/** Seconds for which a list has been the same; 0 for a new one. Servers give each load a query of its own. */
	function stood({ url, level }: Context, mark: string): number {
		const now = performance.now();
		const key = `${level} ${url.replace(/[?#].*/, '')}`;
		const last = known[key];
		if (!last || last.mark !== mark) known[key] = { mark, since: now };
		return (now - known[key]!.since) / 1000;
	}

	return {
		/** Follows the lists of one load; `onWhole` where segments can only be read whole. */
		follow(isReplay: boolean, onWhole: () => void) {
			let [hasList, stands, isUpgraded, startAt] = [false, false, false, 0];
			const values: Record<string, string> = Object.create(null);
			return {
				/** Seconds at which a recording of a duration asks to begin; 0: at its start. */
				startAt(duration: number): number {
					const at = startAt < 0 ? duration + startAt : startAt;
					return at > 0 && at < duration ? at : 0;
				},
				/** That of a live has had nothing new for long. */
				stands: () => stands,
				/** Whether a list has named by http what is requested by https. */
				isUpgraded: () => isUpgraded,
				/** Reads a list for hls.js. */
				read(context: Context, answer: string): ReadList {
					const { url, type } = context;
					const filled = fillIn(answer, url, values);
					const upgraded = location.protocol === 'https:' ? byHttps(filled) : filled;
					isUpgraded = isUpgraded || upgraded !== filled;
					const start = +(START.exec(upgraded) || [])[1]! || 0;
					startAt = startAt || start;
					// A live begins where it is, however much of it a list still has.
					const text = start < 0 ? upgraded : upgraded.replace(START, '');
					const isMaster = isMasterList(text);
					const list = isMaster ? null : readMediaList(text);
					if (!list) return { text: type === 'manifest' && (isMaster || !/^#EXTM3U/.test(text)) ? text : '' };
					if (list.isWhole) onWhole();
					const time = stood(context, list.mark);
					const isOld = time >= STANDING * list.target;
					if (isReplay) return { text: isOld && !list.isEnded ? `${list.text}\n#EXT-X-ENDLIST` : list.text };
					stands = isOld || (list.isEnded && time > 0);
					const isNothingNew = stands && !hasList;
					hasList = !isNothingNew;
					return { text: isNothingNew ? '' : list.text, isStale: stands };
				},
			};
		},
	};
}
