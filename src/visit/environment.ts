/** Apps that open or share differently; the first match counts. */
const APPS = [
	['wxwork', /wxwork(local)?\//],
	['wechat', /MicroMessenger\//],
	['dingtalk', /DingTalk[/(]/],
	['qq', /(^|\s)QQ\//],
	// With TBS it is X5 in another app.
	['qqbrowser', /^(?!.*TBS\/).*MQQBrowser\//],
] as const;

/** HarmonyOS first, as it also says Android or Windows. */
const SYSTEMS = [
	['harmony', /OpenHarmony/],
	['ios', /iPhone|iPad|iPod/],
	['android', /Android/],
	['windows', /Windows/],
	['mac', /Macintosh/],
] as const;

type Name<Table extends readonly (readonly [string, RegExp])[]> = Table[number][0];

/** Whether the app starts no other apps and shares only by its own menu. */
export const blocksApps = ({ app, phone }: Pick<Environment, 'app' | 'phone'>): boolean =>
	phone && /^(wechat|wxwork|qq$|dingtalk)/.test(app);

function find<Key extends string>(table: readonly (readonly [Key, RegExp])[], text: string): Key | undefined {
	const row = table.find(([, pattern]) => pattern.test(text));
	return row && row[0];
}

/** Reads a user agent; `maxTouchPoints` tells a desktop-mode iPad from a Mac. */
export function environment(userAgent: string, maxTouchPoints = 0) {
	let os: Name<typeof SYSTEMS> | 'other' = find(SYSTEMS, userAgent) || 'other';
	if (os === 'mac' && maxTouchPoints > 1 && !/Chrome\//.test(userAgent)) os = 'ios';

	return {
		os,
		app: find(APPS, userAgent) || ('other' as const),
		/** Phone or tablet. */
		phone: /^(ios|android|harmony)$/.test(os) && !/Windows|\(PC;/.test(userAgent),
	};
}

/** Operating system and app of the page. */
export type Environment = ReturnType<typeof environment>;
