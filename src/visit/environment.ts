import { SAFARI } from './promotion.ts';

/** The first that matches is the app; the group is its version. The order matters: many contain the names of others. */
const APPS = [
	['wxwork', /wxwork(?:local)?\/([\d.]+)/],
	['wechat', /MicroMessenger\/([\d.]+)/],
	['dingtalk', /DingTalk[/(]([\d.]+)/],
	['qq', /(?:^|\s)QQ\/(\d[\d.]*)/],
	['uc', /UCBrowser\/([\d.]+)/],
	['quark', /Quark\/([\d.]+)/],
	['huawei', /HuaweiBrowser\/([\d.]+)/],
	// With TBS it is the X5 core inside another app.
	['qqbrowser', /^(?!.*TBS\/).*MQQBrowser\/([\d.]+)/],
	['firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
	['chrome', /^(?!.*(?:; wv\)|Version\/4\.0)).*(?:Chrome|CriOS)\/([\d.]+)/],
	['safari', SAFARI],
] as const;

/** HarmonyOS comes first: its compatible user agents also say Android or Windows. */
const SYSTEMS = [
	['harmony', /OpenHarmony/],
	['ios', /iPhone|iPad|iPod/],
	['android', /Android/],
	['windows', /Windows/],
	['mac', /Macintosh/],
] as const;

const ENGINES = [
	['tbs', /TBS\//],
	['xweb', /XWEB\//],
	['uws', /UWS\//],
	['webview', /; wv\)/],
	['chromium', /Chrome\//],
	['gecko', /Firefox\//],
] as const;

type Name<Table extends readonly (readonly [string, RegExp])[]> = Table[number][0];

/** Operating system, app and engine the page runs in. */
export interface Environment {
	os: Name<typeof SYSTEMS> | 'other';
	/** `webview`: an app not listed here, such as the provider's own. */
	app: Name<typeof APPS> | 'wechat-desktop' | 'wechat-miniprogram' | 'webview';
	/** `tbs` is the X5 core, `xweb` WeChat's, `uws` that of DingTalk and UC, `webkit` Safari's. */
	engine: Name<typeof ENGINES> | 'arkweb' | 'wkwebview' | 'webkit';
	/** Major version of Chromium, where the engine is one. */
	chromium: number | undefined;
	/** Major version of iOS. */
	ios: number | undefined;
	/** Version of the app; compare with `compareVersions`. */
	appVersion: string;
	/** A phone or tablet, not a desktop. */
	phone: boolean;
}

function find<Key extends string>(table: readonly (readonly [Key, RegExp])[], text: string): Key | undefined {
	const row = table.find(([, pattern]) => pattern.test(text));
	return row && row[0];
}

function version(pattern: RegExp, text: string): number | undefined {
	const match = pattern.exec(text);
	return match ? +match[1]! : undefined;
}

/** Reads the environment from the user agent; `maxTouchPoints` distinguishes an iPad that requests desktop pages from a Mac. */
export function environment(userAgent: string, maxTouchPoints = 0): Environment {
	let os: Environment['os'] = find(SYSTEMS, userAgent) || 'other';
	if (os === 'mac' && maxTouchPoints > 1 && !/Chrome\//.test(userAgent)) os = 'ios';

	const row = APPS.find(([, pattern]) => pattern.test(userAgent));
	let app: Environment['app'] = row ? row[0] : 'webview';
	if (app === 'wechat') {
		if (/WindowsWechat|MacWechat/.test(userAgent)) app = 'wechat-desktop';
		else if (/miniProgram/i.test(userAgent)) app = 'wechat-miniprogram';
	}

	return {
		os,
		app,
		engine:
			os === 'harmony'
				? 'arkweb'
				: os === 'ios'
					? app === 'safari'
						? 'webkit'
						: 'wkwebview'
					: find(ENGINES, userAgent) || 'webkit',
		chromium: version(/Chrome\/(\d+)/, userAgent),
		// Since iOS 26 Safari freezes the number after OS, so Version comes first.
		ios: os === 'ios' ? version(/Version\/(\d+)/, userAgent) || version(/OS (\d+)_/, userAgent) : undefined,
		appVersion: row ? row[1].exec(userAgent)![1]! : '',
		phone: /^(ios|android|harmony)$/.test(os) && !/Windows|\(PC;/.test(userAgent),
	};
}

/** Negative, zero or positive as version `a` is before, at or after `b`; number by number, so 10.0 comes after 8.0. */
export function compareVersions(a: string, b: string): number {
	const left = a.match(/\d+/g) || [];
	const right = b.match(/\d+/g) || [];
	for (let index = 0; index < left.length || index < right.length; index++) {
		const difference = +(left[index] || 0) - +(right[index] || 0);
		if (difference) return difference;
	}
	return 0;
}
