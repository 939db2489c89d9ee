import { throwLater } from '../play/events.ts';
import { MessageId, type Report } from '../play/message-id.ts';
import { readUserAgent } from './user-agent.ts';

/** Version of the SDK with this interface. */
export const VERSION = '2.0.0';

/** A usage report in sending order (spec §7); `args` is JSON. */
export interface ReportFields {
	APIVersion: string;
	os: string;
	osv: string;
	bt: string;
	bv: string;
	host: string;
	uid: string;
	tid: string;
	ver: string;
	ct: string;
	dt: string;
	lv: string;
	tm: number;
	msgid: number;
	args?: string;
}

/** Replacer of `JSON.stringify` that leaves out of an address what may let somebody in: user, query and fragment. */
const withoutQuery = (_name: string, value: unknown): unknown =>
	typeof value === 'string' && /:\/\//.test(value) ? value.replace(/(:\/\/)[^/@]*@|[?#][^@]*/g, '$1') : value;

/** Options of usage reports. */
export interface ReporterOptions {
	/** Track endpoint of a log service. */
	logUrl?: string;
	/** `false` turns reports off. */
	trackLog?: boolean;
	customTag?: string;
	/** Replaces `logUrl`. */
	customReporter?: (fields: ReportFields) => void;
}

const ID_KEY = 'alirtc_uuid';

const makeId = (): string => {
	let id = '';
	for (const byte of crypto.getRandomValues(new Uint8Array(16))) id += (byte + 256).toString(16).slice(1);
	return id.toUpperCase();
};

const visitorId = (): string => {
	let id = makeId();
	try {
		id = localStorage.getItem(ID_KEY) || id;
		localStorage.setItem(ID_KEY, id);
	} catch {
		// Storage is blocked; the id lasts as long as the page.
	}
	return id;
};

const FLUSHING_MESSAGES = [MessageId.ERROR, MessageId.START_PUBLISH, MessageId.FIRST_FRAME_TIME];

/** Milliseconds in which so many reports are sent at most that are not answered by an image. */
const MINUTE = 60_000;
const MOST = 10;

/**
 * Creates a function that sends usage reports as GET images (spec §7), queued while a stream starts, and while earlier ones
 * are not answered, or calls `customReporter` at once. All that wait are sent as the page is left.
 */
export function createReporter({ logUrl, trackLog, customTag, customReporter }: ReporterOptions = {}): Report {
	if (trackLog === false || !(logUrl || customReporter)) return () => {};

	const { os, osVersion, browser, version } = readUserAgent(navigator.userAgent);
	const uid = visitorId();
	let tid = makeId();
	let lastMessage = 0;
	const queue: ReportFields[] = [];
	/** How many may be unanswered; 0 while a stream starts. */
	let limit = 0;
	/** For a minute at most. Browsers may cancel unreferenced images. */
	const unanswered = new Set<HTMLImageElement>();

	const flush = (leaves?: unknown): void => {
		while (queue[0] && (leaves || unanswered.size < limit)) {
			const fields = queue.shift()!;
			const image = new Image();
			unanswered.add(image);
			image.onload = () => unanswered.delete(image) && flush();
			setTimeout(image.onload, MINUTE);
			let url = `${logUrl}`.replace(/[?&]$/, '');
			for (const key in fields) {
				const value = fields[key as 'args'];
				if (value != null) url += (url.includes('?') ? '&' : '?') + key + '=' + encodeURIComponent(value);
			}
			image.src = url;
		}
		(queue[0] ? addEventListener : removeEventListener)('pagehide', flush);
	};
	const report: Report = (messageId, args, tm = Date.now()) => {
		// A task id covers one attempt to play or publish. SUBSCRIBE_START continues START_PLAY; STOP_PUBLISH ends it.
		if (
			messageId === MessageId.START_PLAY ||
			(messageId === MessageId.SUBSCRIBE_START && lastMessage !== MessageId.START_PLAY) ||
			lastMessage === MessageId.STOP_PUBLISH
		)
			tid = makeId();
		lastMessage = messageId;
		if (messageId === MessageId.SUBSCRIBE_START) limit = 0;
		if (FLUSHING_MESSAGES.includes(messageId)) limit = MOST;
		const fields = {
			APIVersion: '0.6.0',
			os,
			osv: osVersion,
			bt: browser,
			bv: version,
			host: location.origin,
			uid,
			tid,
			ver: VERSION,
			ct: customTag || '',
			dt: '',
			lv: '1.0.0',
			tm,
			msgid: messageId,
			args: JSON.stringify(args, withoutQuery),
		};
		if (customReporter)
			try {
				customReporter(fields);
			} catch (error) {
				throwLater(error);
			}
		else {
			queue.push(fields);
			// The page may be left.
			flush(messageId === MessageId.STOP_PLAY);
		}
	};
	if (os === 'Other' || browser === 'unknown') report(MessageId.USER_AGENT, { ua: navigator.userAgent });
	return report;
}
