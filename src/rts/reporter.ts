import { readUserAgent } from './user-agent.ts';

/** Version of the SDK whose programming interface this client has. */
export const VERSION = '2.0.0';

/** The fields of one usage report in the order they are sent (spec §7). `args` is JSON text, missing when there is nothing to say. */
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
	/** Address of a log service's track endpoint. Without one nothing is sent. */
	logUrl?: string;
	/** `false` turns reports off. */
	trackLog?: boolean;
	/** Text of the page's own in every report. */
	customTag?: string;
	/** Takes the reports instead of `logUrl`. */
	customReporter?: (fields: ReportFields) => void;
}

/** Gathers usage reports. */
export interface Reporter {
	/** Notes what has happened. Sent at once while a stream plays; else held back so that it never competes with the first frame. */
	report(messageId: number, args?: Record<string, unknown>): void;
	/** Sends what is held back. */
	flush(): void;
}

/** Where the browser keeps the id of this visitor. */
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
		// Storage is blocked: an id for this page only.
	}
	return id || makeId();
};

/** First frame or its failure, an error, and the outcome of publishing: from then on nothing is held back. */
const RELEASING = [137, 150, 220];

/** Makes a reporter, which sends reports as GET image requests (spec §7). */
export function createReporter({ logUrl, trackLog, customTag, customReporter }: ReporterOptions = {}): Reporter {
	const off = trackLog === false || !(logUrl || customReporter);
	if (off) return { report: () => {}, flush: () => {} };

	const { os, osVersion, browser, version } = readUserAgent(navigator.userAgent);
	const uid = visitorId();
	let tid = makeId();
	let last = 0;
	let held: ReportFields[] | undefined = [];
	/** Requests under way: a browser may drop the request of a picture nobody holds. */
	const pending = new Set<HTMLImageElement>();

	const send = (fields: ReportFields): void => {
		if (customReporter)
			try {
				return customReporter(fields);
			} catch (error) {
				// What is wrong with the page's own function is told by the browser and stops nothing here.
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
		const address = logUrl!.replace(/[?&]$/, '');
		image.src = address + (address.indexOf('?') < 0 ? '?' : '&') + query.join('&');
	};
	const flush = (): void => {
		removeEventListener('pagehide', flush);
		const waiting = held || [];
		if (held) held = [];
		waiting.forEach(send);
	};
	const report: Reporter['report'] = (messageId, args) => {
		// A task id covers one attempt to play or publish. 120 begins the attempt that 125 goes on with; 221 ends one.
		if (messageId === 120 || (messageId === 125 && last !== 120) || last === 221) tid = makeId();
		last = messageId;
		if (messageId === 125) held = held || [];
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
			args: args && JSON.stringify(args),
		};
		if (held) {
			held.push(fields);
			addEventListener('pagehide', flush);
		} else send(fields);
		if (RELEASING.indexOf(messageId) >= 0) {
			flush();
			held = undefined;
		}
	};
	if (os === 'Other' || browser === 'unknown') report(101, { ua: navigator.userAgent });
	return { report, flush };
}
