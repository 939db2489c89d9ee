/** A parsed user agent, with the names that usage reports use. */
export interface UserAgent {
	os: 'iOS' | 'Android' | 'Windows' | 'Mac' | 'Linux' | 'Other';
	/** "0.0" when unknown. */
	osVersion: string;
	/** "unknown" when no rule matches. */
	browser: string;
	/** "0.0" when unknown. */
	version: string;
	/** Whether it is an Electron application, which brings its own browser. */
	electron: boolean;
}

/** Version of a browser or system whose user agent has none; the value the SDK reports. */
const UNKNOWN = '0.0';

/** Names by the first rule that matches the lower-cased user agent; the group is the version. */
type Rules<Name extends string> = readonly (readonly [name: Name, rule: RegExp])[];

/** Operating systems. iPadOS with a desktop user agent counts as Mac, which has the same rule for Safari. */
const SYSTEMS: Rules<UserAgent['os']> = [
	['iOS', /ip(?:hone|ad|od)(?:.*?os ([\d_]+))?/],
	['Android', /android(?: ([\d.]+))?/],
	['Windows', /windows(?: nt ([\d.]+))?/],
	['Mac', /mac(?:.*?os x ([\d_.]+))?/],
	['Linux', /linux|cros/],
];

/**
 * Browsers. An unmodified Chrome or Safari has two parts in parentheses, and after them only its own tokens; a further
 * token marks another browser.
 */
const BROWSERS: Rules<string> = [
	// The private web view of UC, which has no version.
	['UC', /uniquecode/],
	['Edge', /edg(?:e|a|ios)?\/([\d.]+)/],
	['Firefox', /firefox\/([\d.]+)/],
	['Chrome', /^[^()]*\([^()]*\)[^()]*\([^()]*\) (?:chrome|crios)\/([\d.]+)(?: mobile(?:\/\S+)?)? safari\/\S+$/],
	// DingTalk on Android is a Chrome with further tokens.
	['Chrome', /^(?=.*dingtalk).*?chrome\/([\d.]+)/],
	['Opera', /(?:opera|opr)\/([\d.]+)/],
	['MicroMessenger', /micromessenger\/([\d.]+)/],
	['X5Core', /tbs\/([\d.]+)/],
	['QQ', / qq\/([\d.]+)/],
	['QQBrowser', /mqqbrowser\/([\d.]+)/],
	['DingTalk', /dingtalk\/([\d.]+)/],
	['Safari', /^[^()]*\([^()]*\)[^()]*\([^()]*\) version\/([\d.]+)(?: mobile(?:\/\S+)?)? safari\/\S+$/],
];

function match<Name extends string>(rules: Rules<Name>, text: string, none: Name): [name: Name, version: string] {
	for (const [name, rule] of rules) {
		const found = rule.exec(text);
		if (found) return [name, found[1] || UNKNOWN];
	}
	return [none, UNKNOWN];
}

/** Parses a user agent. Never throws; what is not recognized is unknown. */
export function readUserAgent(userAgent: string): UserAgent {
	const text = userAgent.toLowerCase();
	const [os, osVersion] = match(SYSTEMS, text, 'Other');
	const [browser, version] = match(BROWSERS, text, 'unknown');
	return { os, osVersion: osVersion.replace(/_/g, '.'), browser, version, electron: /electron/.test(text) };
}
