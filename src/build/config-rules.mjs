/** Hosts that browsers and policies know; after `new URL`, which encodes other alphabets. */
const HOST = /^([\w.-]+|\[.*\])$/;

/**
 * Whether a URL, or path on the page's host, can be requested.
 * @param {string} text
 */
function isRequestable(text) {
	try {
		const { hostname, username, password } = new URL(text, 'https://page.example');
		return HOST.test(hostname) && !username && !password;
	} catch {
		return false;
	}
}

/**
 * Whether a text is what `URL.host` gives, as images are compared with it.
 * @param {string} text
 */
const isHost = (text) => isRequestable(`https://${text}`) && new URL(`https://${text}`).host === text;

const URLS = [
	'api.base',
	'app.downloadUrl',
	'app.universalLink',
	'links',
	'newsUrl',
	'reports.url',
	'rts.logUrl',
	'rts.preconnect',
	'rts.signal',
	'share.image',
];

/** Settings that may not be empty. */
export const REQUIRED = ['api.fields.commentId', 'api.fields.qualities', 'api.fields.playbackQualities'];

/** Rules for settings that are texts, or for all; empty ones pass, but for those of {@link REQUIRED}. @type {[settings: string[] | undefined, fits: (text: string) => boolean, sentence: string][]} */
const TEXT_RULES = [
	[['app.universalLink'], (text) => /^https:/.test(text), 'must begin with https://'],
	[URLS, (text) => /^(https?:\/\/[^/\s]|\/)/.test(text), 'must begin with https://, http:// or /'],
	[URLS, isRequestable, 'needs a valid host and port, and neither user name nor password'],
	// Calls follow it, such as /juvenile/api/live/detail.
	[['api.base', 'rts.signal'], (text) => !/[?#]|\/$/.test(text), 'must end without /, query and fragment'],
	[['reports.url'], (text) => !/[?#]/.test(text), 'must end without query and fragment'],
	[['api.base'], (text) => !/\/juvenile(\/|$)/.test(text), 'must end before /juvenile, which calls add'],
	[
		[...REQUIRED, 'api.okCodes', 'app.userAgentToken', 'chat.phrases', 'moderators'],
		(text) => /\S/.test(text),
		'must not be empty',
	],
	// Crawlers resolve no path.
	[['share.image'], (text) => /^https?:/.test(text), 'must begin with https:// or http://'],
	[
		['rts.stream'],
		(text) => /^(artc|wheps?|webrtc|https):\/\/[^/\s{}]+\//.test(text) && isRequestable(text),
		'must be the address of a stream, such as artc://play.example.com/live/{id}',
	],
	[
		['rts.stream'],
		(text) => /^[^{}]*\{id\}[^{}]*$/.test(text),
		'needs {id} once, in place of which it has the id of the live',
	],
	[
		['rts.first'],
		(text) => /^(https?:\/\/[^/\s{}]+)?\/[^?#]*\.(flv|live\.mp4)(\?|$)/.test(text) && isRequestable(text),
		'must be the URL of a live that ends in .flv or .live.mp4, such as https://live.example.com/live/{stream}.flv',
	],
	[
		['rts.first'],
		(text) => /^[^{}]*\{(id|stream)\}[^{}]*$/.test(text),
		"needs {id} or {stream} once, in place of which it has the live's id or the last part of its stream's path",
	],
	[['newsUrl'], (text) => !/[{}]/.test(text.replace('{newsid}', '')), 'must have no braces but {newsid}'],
	[['newsUrl'], (text) => text.includes('{newsid}'), 'needs {newsid}, in place of which each item has its id'],
	[
		['app.scheme'],
		// As src/safe/app-url.ts, which lets http pass.
		(text) =>
			/^(?!(https?|javascript|vbscript|data|blob|filesystem|file|about|view-source):)[a-z][\w+.-]*:\S*$/i.test(text),
		'must be a scheme of the app, such as liveapp://live',
	],
	[['ossHosts'], isHost, 'must be host names as browsers write them, such as images.example.com'],
	// As those of a copied id or key, which nobody sees.
	[undefined, (text) => text === text.trim(), 'must not begin or end with a space'],
];

/** To this the page cuts numbers (`../config.ts`). */
const MAX_NUMBER = 86_400_000;
const MAX_KBPS = 100_000;
const RATES = ['rts.qualities.kbps', 'replay.qualities.kbps'];
const INTERVALS = /** @type {const} */ (['chatPollInterval', 'livePollInterval', 'liveRefreshInterval']);
/** Minimum milliseconds between polls; 0: never. */
const MIN_INTERVAL = 1000;

/** Rules for settings that are numbers. @type {[settings: string[] | undefined, fits: (value: number) => boolean, sentence: string][]} */
const NUMBER_RULES = [
	[RATES, (value) => value >= 1 && value <= MAX_KBPS, `must be a number from 1 to ${MAX_KBPS}`],
	[undefined, (value) => value >= 0 && value <= MAX_NUMBER, `must be a number from 0 to ${MAX_NUMBER}`],
	[['chat.maxLength', ...INTERVALS, ...RATES], Number.isInteger, 'must be a whole number'],
];

/**
 * The first rule that a value breaks, as the end of a sentence.
 * @param {string} path such as `api.base` or `rts.qualities[0].kbps`
 * @param {string | number} value
 */
export function brokenRule(path, value) {
	const setting = path.startsWith('links.') ? 'links' : path.replace(/\[\d+\]/, '');
	const isNumber = typeof value === 'number';
	/** @type {[string[] | undefined, (value: any) => boolean, string][]} */
	const rules = isNumber ? NUMBER_RULES : TEXT_RULES;
	const sentence = rules.find(([settings, fits]) => (!settings || settings.includes(setting)) && !fits(value))?.[2];
	return sentence && `${sentence}, not ${isNumber ? value : `"${value}"`}`;
}

/**
 * What is refused of a deployment alone, as tests poll more often; a sentence, or undefined.
 * @param {import('../config.ts').Config} config
 */
export function deploymentMistake(config) {
	const { maxLength, phrases } = config.chat;
	const often = INTERVALS.find((name) => config[name] && config[name] < MIN_INTERVAL);
	if (often) return `${often} must be 0 or at least ${MIN_INTERVAL}, not ${config[often]}`;
	const long = phrases.find((phrase) => maxLength && Array.from(phrase).length > maxLength);
	return long && `chat.phrases must have at most ${maxLength} characters (chat.maxLength), not "${long}"`;
}

/** Settings of `rts` that do nothing without another. @type {['public' | 'hlsPattern' | 'hlsReplacement', 'first' | 'hlsFallback' | 'hlsPattern'][]} */
const NEEDS = [
	['public', 'first'],
	['hlsPattern', 'hlsFallback'],
	['hlsReplacement', 'hlsPattern'],
];

/**
 * Warnings, a sentence each: settings that are accepted and yet do not work on most pages.
 * @param {import('../config.ts').Config} config
 */
export function configWarnings({ api, reports, rts }) {
	const warnings = [];
	const fetched = {
		'api.base': api.base,
		'reports.url': reports.url,
		'rts.first': rts.first,
		'rts.signal': rts.signal,
	};
	for (const [name, url] of Object.entries(fetched))
		if (/^http:/.test(url)) warnings.push(`config: ${name} is http:, which browsers refuse on an https page: ${url}`);
	const [, host = ''] = /^\w+:\/\/([^/]+)/.exec(rts.stream) ?? [];
	if (host && !rts.signal && !rts.preconnect.some((url) => url.split('/')[2] === host))
		warnings.push(
			`config: rts.stream is at ${host}, which is neither in rts.preconnect nor in rts.signal, so its connection is late, unless it is the page's host`,
		);
	for (const [name, other] of NEEDS)
		if (rts[name] && !rts[other]) warnings.push(`config: rts.${name} has no effect without rts.${other}`);
	return warnings;
}
