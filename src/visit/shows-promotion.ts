/** Safari itself: other browsers on its engine add their own name between or after these words. */
const SAFARI = /Version\/([\d.]+) (?:Mobile\/\w+ )?Safari\/[\d.]+$/;

/** Whether this is the provider's app, whose user agent contains `appToken`; never without such a text. */
export const isInsideApp = (userAgent: string, appToken: string): boolean => !!appToken && userAgent.includes(appToken);

/**
 * Whether the app-promotion header is shown (spec §2): in WeChat-type browsers (WeCom, mini-programs and desktop WeChat
 * included) and Safari-type ones, but not inside the provider's app.
 * Runs in the head before the first paint.
 */
export function showsPromotion(userAgent: string, appToken: string): boolean {
	return (/MicroMessenger\//.test(userAgent) || SAFARI.test(userAgent)) && !isInsideApp(userAgent, appToken);
}
