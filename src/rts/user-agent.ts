/** What a user agent says about itself, by the names usage reports use. */
export interface UserAgent {
	os: 'iOS' | 'Android' | 'Windows' | 'Mac' | 'Linux' | 'Other';
	/** "0.0" when not said. */
	osVersion: string;
	/** "unknown" when it is not one of the browsers the support table knows. */
	browser: string;
	/** "0.0" when not known. */
	version: string;
	/** Whether it is an Electron shell, whose browser is its own. */
	electron: boolean;
}

const UNKNOWN = '0.0';

/** Systems by the first token found, in lower case. iPadOS in its desktop disguise counts as Mac, where the same rules hold. */
const SYSTEMS = [
	['iOS', /iphone|ipad|ipod/, /os ([\d_]+)/],
	['Android', /android/, /android ([\d.]+)/],
	['Windows', /windows/, /windows nt ([\d.]+)/],
	['Mac', /mac/, /os x ([\d_.]+)/],
	['Linux', /linux|cros/, /$^/],
] as const;

/** A plain browser has two parentheses and, after them, only its own tokens; whoever adds one is another browser. */
const PLAIN = '^[^()]*\\([^()]*\\)[^()]*\\([^()]*\\) ';
const plain = (tokens: string): RegExp => new RegExp(`${PLAIN}${tokens}(?: mobile(?:\\/\\S+)?)? safari\\/\\S+$`);

/** Browsers by the first rule that fits, in lower case; the group is the version. */
const BROWSERS: readonly (readonly [name: string, rule: RegExp])[] = [
	// The private web view of UC, which tells no version.
	['UC', /uniquecode/],
	['Edge', /edg(?:e|a|ios)?\/([\d.]+)/],
	['Firefox', /firefox\/([\d.]+)/],
	['Chrome', plain('(?:chrome|crios)\\/([\\d.]+)')],
	// DingTalk on Android is a Chrome with a longer tail.
	['Chrome', /^(?=.*dingtalk).*?chrome\/([\d.]+)/],
	['Opera', /(?:opera|opr)\/([\d.]+)/],
	['MicroMessenger', /micromessenger\/([\d.]+)/],
	['X5Core', /tbs\/([\d.]+)/],
	['QQ', / qq\/([\d.]+)/],
	['QQBrowser', /mqqbrowser\/([\d.]+)/],
	['DingTalk', /dingtalk\/([\d.]+)/],
	['Safari', plain('version\\/([\\d.]+)')],
];

/** Reads a user agent string. Any text gives an answer. */
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
