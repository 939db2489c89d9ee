import { createHash } from 'node:crypto';

/** Hosts of the scripts of WeChat, its backup host, and QQ. */
const SCRIPT_HOSTS = ['https://res.wx.qq.com', 'https://res2.wx.qq.com', 'https://open.mobile.qq.com'];

/**
 * Hidden frames carry the calls of bridges: those of WeChat, QQ, and WebViewJavascriptBridge on Android (`yy:`) and iOS.
 * The last uses https://__wvjb_queue_message__, and WebKit accepts no name with an underscore in a policy, hence
 * all of `https:`. The page itself has no frame.
 */
const FRAME_SCHEMES = [
	'https:',
	'weixin:',
	'weixinping:',
	'weixinpreinject:',
	'webcompt:',
	'jsbridge:',
	'mqqapi:',
	'wvjbscheme:',
	'yy:',
];

/**
 * A script as the attribute `integrity` names it (https://www.w3.org/TR/SRI/).
 * @param {string} script
 */
export const integrityOf = (script) => `sha256-${createHash('sha256').update(script).digest('base64')}`;

/**
 * An inline script as a source of `script-src` (https://www.w3.org/TR/CSP3/#grammardef-hash-source).
 * @param {string} script
 */
export const hashSource = (script) => `'${integrityOf(script)}'`;

/**
 * The page's Content-Security-Policy.
 * @param {string[]} inlineScripts every one that may run, exactly as it stands in the HTML
 */
export const contentSecurityPolicy = (inlineScripts) =>
	[
		`default-src 'none'`,
		`script-src 'self' ${[...inlineScripts.map(hashSource), ...SCRIPT_HOSTS].join(' ')}`,
		`style-src 'unsafe-inline'`,
		`img-src * data:`,
		`media-src * blob:`,
		`connect-src *`,
		`frame-src ${FRAME_SCHEMES.join(' ')}`,
		`base-uri 'none'`,
		`form-action 'none'`,
	].join(';');
