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

/** Operating systems by the first token that matches the lower-cased user agent, with their version. iPadOS with a desktop user agent counts as Mac, which has the same rule for Safari. */
const SYSTEMS = [
	['iOS', /iphone|ipad|ipod/, /os ([\d_]+)/],
	['Android', /android/, /android ([\d.]+)/],
	['Windows', /windows/, /windows nt ([\d.]+)/],
	['Mac', /mac/, /os x ([\d_.]+)/],
	['Linux', /linux|cros/, /$^/],
] as const;

/** Start of the user agent of an unmodified Chrome or Safari: two parts in parentheses. After them come only the browser's own tokens; a further token marks another browser. */
const UNMODIFIED = '^[^()]*\\([^()]*\\)[^()]*\\([^()]*\\) ';
const unmodified = (tokens: string): RegExp =>
	new RegExp(`${UNMODIFIED}${tokens}(?: mobile(?:\\/\\S+)?)? safari\\/\\S+$`);

/** Browsers by the first rule that matches the lower-cased user agent; the group is the version. */
const BROWSERS: readonly (readonly [name: string, rule: RegExp])[] = [
	// The private web view of UC, which has no version.
	['UC', /uniquecode/],
	['Edge', /edg(?:e|a|ios)?\/([\d.]+)/],
	['Firefox', /firefox\/([\d.]+)/],
	['Chrome', unmodified('(?:chrome|crios)\\/([\\d.]+)')],
	// DingTalk on Android is a Chrome with further tokens.
	['Chrome', /^(?=.*dingtalk).*?chrome\/([\d.]+)/],
	['Opera', /(?:opera|opr)\/([\d.]+)/],
	['MicroMessenger', /micromessenger\/([\d.]+)/],
	['X5Core', /tbs\/([\d.]+)/],
	['QQ', / qq\/([\d.]+)/],
	['QQBrowser', /mqqbrowser\/([\d.]+)/],
	['DingTalk', /dingtalk\/([\d.]+)/],
	['Safari', unmodified('version\\/([\\d.]+)')],
];

/** Parses a user agent. Never throws; what is not recognized is unknown. */
export function readUserAgent(userAgent: string): UserAgent {
	const text = userAgent.toLowerCase();
	const found: UserAgent = {
		os: 'Other',
		osVersion: UNKNOWN,
		browser: 'unknown',
		version: UNKNOWN,
		electron: text.indexOf('electron') >= 0,
	};
	for (const [name, token, version] of SYSTEMS)
		if (token.test(text)) {
			found.os = name;
			found.osVersion = ((version.exec(text) || [])[1] || UNKNOWN).replace(/_/g, '.');
			break;
		}
	for (const [name, rule] of BROWSERS) {
		const match = rule.exec(text);
		if (match) {
			found.browser = name;
			found.version = match[1] || UNKNOWN;
			break;
		}
	}
	return found;
}
