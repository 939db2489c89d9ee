/** The registered name of a host, nearly: below `.com.cn` and its like one level deeper. */
const SITE = /[^.]+\.(?:(?:com|net|org|gov|edu|ac|co|sch)\.\w\w|[^.]+)$/;
const siteOf = (host: string) => (SITE.exec(host) || [host])[0];

/**
 * The attributes with which an image is requested: without a referrer at another site. Those that editors take images
 * from (WeChat, 135editor, Yuque, Weibo) refuse pages of others, or answer with a notice in place of the image.
 */
export function requestOf(url: string, page = location.hostname): { referrerpolicy?: 'no-referrer' } {
	const [, host] = /^https?:\/\/([^/:?#]+)/i.exec(url) || [];
	return host && siteOf(host) !== siteOf(page) ? { referrerpolicy: 'no-referrer' } : {};
}
