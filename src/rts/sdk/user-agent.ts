/** A user agent, as usage reports name it. */
export interface UserAgent {
	os: 'iOS' | 'Android' | 'Windows' | 'Mac' | 'Linux' | 'Other';
	/** "0.0" if unknown. */
	osVersion: string;
	/** "unknown" if no rule matches. */
	browser: string;
	/** "0.0" if unknown. */
	version: string;
	/** Electron brings its own engine. */
	electron: boolean;
}

/** As reported by the SDK. */
const UNKNOWN = '0.0';

/**
 * The first match of the lower-cased user agent wins; its group is the version. Accepted browsers (spec §5) have a minimum
 * version and systems.
 */
type Rules<Name extends string> = readonly (readonly [name: Name, rule: RegExp, minimum?: string, systems?: string])[];

/** iPadOS with a desktop user agent counts as Mac. */
const SYSTEMS: Rules<UserAgent['os']> = [
	['iOS', /ip(?:hone|ad|od)(?:.*?os ([\d_]+))?/],
	['Android', /android(?: ([\d.]+))?/],
	['Windows', /windows(?: nt ([\d.]+))?/],
	['Mac', /mac(?:.*?os x ([\d_.]+))?/],
	['Linux', /linux|cros/],
];

/** Chrome and Safari proper have two parenthesized parts, then only their own tokens; others add some. */
export const BROWSERS: Rules<string> = [
	// UC's web view, without a version.
	['UC', /uniquecode/, '0', 'Android'],
	['Edge', /edg(?:e|a|ios)?\/([\d.]+)/, '79', 'iOS Android Mac Windows Linux'],
	['Firefox', /firefox\/([\d.]+)/, '62', 'Mac Windows Linux'],
	[
		'Chrome',
		/^[^()]*\([^()]*\)[^()]*\([^()]*\) (?:chrome|crios)\/([\d.]+)(?: mobile(?:\/\S+)?)? safari\/\S+$/,
		'63',
		'Android Mac Windows Linux',
	],
	// On Android it is Chrome with further tokens.
	['Chrome', /^(?=.*dingtalk).*?chrome\/([\d.]+)/],
	['Opera', /(?:opera|opr)\/([\d.]+)/, '15', 'Mac Windows'],
	['MicroMessenger', /micromessenger\/([\d.]+)/, '7.0.9', 'iOS Android'],
	['X5Core', /tbs\/([\d.]+)/, '0', 'Android'],
	['QQ', / qq\/([\d.]+)/],
	['QQBrowser', /mqqbrowser\/([\d.]+)/],
	// The version is that of iOS.
	['DingTalk', /dingtalk\/([\d.]+)/, '11.2.5', 'iOS'],
	['Safari', /^[^()]*\([^()]*\)[^()]*\([^()]*\) version\/([\d.]+)(?: mobile(?:\/\S+)?)? safari\/\S+$/, '11', 'iOS Mac'],
];

function match<Name extends string>(rules: Rules<Name>, text: string, none: Name): [name: Name, version: string] {
	for (const [name, rule] of rules) {
		const found = rule.exec(text);
		if (found) return [name, found[1] || UNKNOWN];
	}
	return [none, UNKNOWN];
}

/** Parses a user agent. Never throws. */
export function readUserAgent(userAgent: string): UserAgent {
	const text = userAgent.toLowerCase();
	const [os, osVersion] = match(SYSTEMS, text, 'Other');
	const [browser, version] = match(BROWSERS, text, 'unknown');
	return { os, osVersion: osVersion.replace(/_/g, '.'), browser, version, electron: /electron/.test(text) };
}
