/** Hosts that browsers and policies know; after `new URL`, which encodes other alphabets. */
const HOST = /^([\w.-]+|\[.*\])$/;

/**
 * Whether a URL, or path on the page's host, can be requested.
 * @param {string} text
 */
function isRequestable(text) {
	try {
		const { hostname, username, password } = new URL(text, 'https://page.example');
		return HOST.test(hostname) && !username && !password && text === text.trim();
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

/** Rules for settings that are texts; empty ones pass, but for those of {@link REQUIRED}. @type {[settings: string[], fits: (text: string) => boolean, sentence: string][]} */
const TEXT_RULES = [
	[['app.universalLink'], (text) => /^https:/.test(text), 'must begin with https://'],
	[URLS, (text) => /^(https?:\/\/[^/\s]|\/)/.test(text), 'must begin with https://, http:// or /'],
	[URLS, isRequestable, 'needs a valid host and port, and neither user name nor password'],
	// Calls follow it, such as /juvenile/api/live/detail.
	[['api.base', 'rts.signal'], (text) => !/[?#]|\/$/.test(text), 'must end without /, query and fragment'],
	[['reports.url'], (text) => !/[?#]/.test(text), 'must end without query and fragment'],
	[['api.base'], (text) => !/\/juvenile(\/|$)/.test(text), 'must end before /juvenile, which calls add'],
	[[...REQUIRED, 'api.okCodes', 'chat.phrases'], (text) => /\S/.test(text), 'must not be empty'],
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
];

/**
 * The first rule that a text breaks, as the end of a sentence.
 * @param {string} path such as `api.base`
 * @param {string} text
 */
export function brokenRule(path, text) {
	const setting = path.startsWith('links.') ? 'links' : path;
	return TEXT_RULES.find(([settings, fits]) => settings.includes(setting) && !fits(text))?.[2];
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
export function configWarnings({ api, rts }) {
	const warnings = [];
	if (/^http:/.test(api.base))
		warnings.push(`config: api.base is http:, which browsers refuse on an https page: ${api.base}`);
	const [, host = ''] = /^\w+:\/\/([^/]+)/.exec(rts.stream) ?? [];
	if (host && !rts.signal && !rts.preconnect.some((url) => url.split('/')[2] === host))
		warnings.push(
			`config: rts.stream is at ${host}, which is neither in rts.preconnect nor in rts.signal, so its connection is late, unless it is the page's host`,
		);
	for (const [name, other] of NEEDS)
		if (rts[name] && !rts[other]) warnings.push(`config: rts.${name} has no effect without rts.${other}`);
	return warnings;
}
