/** Safari itself; other browsers on its engine add their names. */
const SAFARI = /Version\/([\d.]+) (?:Mobile\/\w+ )?Safari\/[\d.]+$/;

/** Whether the user agent contains `appToken` of the provider's app; false without a token. */
export const isInsideApp = (userAgent: string, appToken: string): boolean => !!appToken && userAgent.includes(appToken);

/**
 * Whether to show the app-promotion header (spec §2): in WeChat-type browsers (WeCom, mini-programs, desktop WeChat)
 * and Safari, but not in the provider's app.
 */
export function showsPromotion(userAgent: string, appToken: string): boolean {
	return (/MicroMessenger\//.test(userAgent) || SAFARI.test(userAgent)) && !isInsideApp(userAgent, appToken);
}
