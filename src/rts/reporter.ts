import { MessageId, type Report } from './message-id.ts';
import { readUserAgent } from './user-agent.ts';

/** Version of the SDK whose programming interface this client has. */
export const VERSION = '2.0.0';

/** The fields of one usage report in the order they are sent (spec §7). `args` is JSON text, missing when the message has no arguments. */
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

/** Where reports go. */
export interface ReporterOptions {
	/** URL of a log service's track endpoint. Without one nothing is sent. */
	logUrl?: string;
	/** `false` turns reports off. */
	trackLog?: boolean;
	/** Text that the page adds to every report. */
	customTag?: string;
	/** Receives the reports instead of `logUrl`. */
	customReporter?: (fields: ReportFields) => void;
}

/** Sends usage reports. */
export interface Reporter {
	/** Adds a report. It is sent at once while a stream plays; else queued, so that it does not compete with the first frame. */
	report: Report;
	/** Sends what is queued. */
	flush(): void;
}

/** Key of the visitor id in `localStorage`; the name the SDK intends. */
const ID_KEY = 'alirtc_uuid';

const makeId = (): string => {
	let id = '';
	for (const byte of crypto.getRandomValues(new Uint8Array(16))) id += (byte + 256).toString(16).slice(1);
	return id.toUpperCase();
};

const visitorId = (): string => {
	let id;
	try {
		id = localStorage.getItem(ID_KEY);
		if (!id) localStorage.setItem(ID_KEY, (id = makeId()));
	} catch {
		// Storage is blocked: the id lasts as long as the page.
	}
	return id || makeId();
};

/** Messages after which nothing is queued any more: first frame or its failure, an error, and the outcome of publishing. */
const FLUSHING_MESSAGES = [MessageId.FIRST_FRAME_TIME, MessageId.ERROR, MessageId.START_PUBLISH];

/** Makes a reporter, which sends reports as GET image requests (spec §7). */
export function createReporter({ logUrl, trackLog, customTag, customReporter }: ReporterOptions = {}): Reporter {
	const off = trackLog === false || !(logUrl || customReporter);
	if (off) return { report: () => {}, flush: () => {} };

	const { os, osVersion, browser, version } = readUserAgent(navigator.userAgent);
	const uid = visitorId();
	let tid = makeId();
	let lastMessage = 0;
	let queue: ReportFields[] | undefined = [];
	/** Requests in flight: a browser may cancel the request of an image without a reference. */
	const pending = new Set<HTMLImageElement>();

	const send = (fields: ReportFields): void => {
		if (customReporter)
			try {
				return customReporter(fields);
			} catch (error) {
				// An error of the page's function becomes an uncaught error and does not stop the client.
				return void setTimeout(() => {
					throw error;
				});
			}
		const image = new Image();
		pending.add(image);
		image.onload = image.onerror = () => pending.delete(image);
		const query = Object.keys(fields)
			.filter((key) => fields[key as 'args'] !== undefined)
			.map((key) => `${key}=${encodeURIComponent(fields[key as 'args']!)}`);
		const url = logUrl!.replace(/[?&]$/, '');
		image.src = url + (url.indexOf('?') < 0 ? '?' : '&') + query.join('&');
	};
	const flush = (): void => {
		removeEventListener('pagehide', flush);
		const queued = queue || [];
		if (queue) queue = [];
		queued.forEach(send);
	};
	const report: Reporter['report'] = (messageId, args) => {
		// A task id covers one attempt to play or publish. START_PLAY begins the attempt that SUBSCRIBE_START continues; STOP_PUBLISH ends one.
		if (
			messageId === MessageId.START_PLAY ||
			(messageId === MessageId.SUBSCRIBE_START && lastMessage !== MessageId.START_PLAY) ||
			lastMessage === MessageId.STOP_PUBLISH
		)
			tid = makeId();
		lastMessage = messageId;
		if (messageId === MessageId.SUBSCRIBE_START) queue = queue || [];
		const fields: ReportFields = {
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
			tm: Date.now(),
			msgid: messageId,
			// The token in an address is a secret.
			args: args && JSON.stringify(args).replace(/([?&]token=)[^&@"]*/g, '$1'),
		};
		if (queue) {
			queue.push(fields);
			addEventListener('pagehide', flush);
		} else send(fields);
		if (FLUSHING_MESSAGES.indexOf(messageId) >= 0) {
			flush();
			queue = undefined;
		}
	};
	if (os === 'Other' || browser === 'unknown') report(MessageId.USER_AGENT, { ua: navigator.userAgent });
	return { report, flush };
}
