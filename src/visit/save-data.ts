// In the HTML: each byte is paid before the first paint.
/** Chromium's Network Information; `type` only on Android. */
export interface NetworkInformation {
	saveData?: boolean;
	effectiveType?: string;
	type?: string;
	/** Mbit/s. */
	downlink?: number;
}

/** Reads Network Information; empty if unsupported. */
export const connection = (): NetworkInformation => (navigator as { connection?: NetworkInformation }).connection || {};

/** Whether the user saves data or is on 2G; images then load on a tap. */
export function saveData(): boolean {
	const { saveData, effectiveType = '' } = connection();
	return !!saveData || /2g/.test(effectiveType);
}

/** Whether the user saves data, whatever the link carries: no better quality is then chosen automatically. */
export const savesData = (): boolean => !!connection().saveData;

/** Whether the connection is known to be mobile, from the browser or, in WeChat, from its user agent. */
export const isMetered = (): boolean => connection().type === 'cellular' || /NetType\/\dG/.test(navigator.userAgent);

/** Kind of the connection, from the browser or, in WeChat, from its user agent, such as `cellular.4g`; '' if unknown. */
export function networkOf(userAgent: string): string {
	const { type, effectiveType } = connection();
	const [, named] = /NetType\/(\w+)/.exec(userAgent) || [];
	return [type || named, effectiveType].filter(Boolean).join('.').toLowerCase();
}
