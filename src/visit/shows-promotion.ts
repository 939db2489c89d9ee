// In the HTML: each byte is paid before the first paint.
/** Safari itself; other browsers add their names. */
const SAFARI = /Version\/([\d.]+) (?:Mobile\/\w+ )?Safari\/[\d.]+$/;

/** Whether the user agent contains the app's token, if any. */
export const isInsideApp = (userAgent: string, appToken: string): boolean => !!appToken && userAgent.includes(appToken);

/**
 * Whether to show the promotion header (spec §2): in WeChat (WeCom, mini-programs, desktop) and Safari, not in the
 * provider's app.
 */
export function showsPromotion(userAgent: string, appToken: string): boolean {
	return (/MicroMessenger\//.test(userAgent) || SAFARI.test(userAgent)) && !isInsideApp(userAgent, appToken);
}
