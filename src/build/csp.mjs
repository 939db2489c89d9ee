import { createHash } from 'node:crypto';

/** The scripts for share cards, of WeChat, its second host, and QQ (`share/wechat.ts`, `share/qq.ts`). A query is ignored. */
const SHARE_SCRIPTS = [
	'https://res.wx.qq.com/open/js/jweixin-1.6.0.js',
	'https://res2.wx.qq.com/open/js/jweixin-1.6.0.js',
	'https://open.mobile.qq.com/sdk/qqapi.js',
];

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
 * An inline script or style sheet as a source (https://www.w3.org/TR/CSP3/#grammardef-hash-source).
 * @param {string} script
 */
export const hashSource = (script) => `'${integrityOf(script)}'`;

/**
 * The page's Content-Security-Policy. `frame-ancestors` works in a header only: see `static/`.
 * @param {string[]} inlineScripts every one that may run, exactly as it stands in the HTML
 * @param {string} styleSheet the inline one; scripts may add rules to it
 */
export const contentSecurityPolicy = (inlineScripts, styleSheet) =>
	[
		// Whatever is not named: fonts, plugins, manifests.
		`default-src 'none'`,
		// 'self': the page's own files, the service worker included, at any address a deployment has.
		`script-src 'self' ${[...inlineScripts.map(hashSource), ...SHARE_SCRIPTS].join(' ')}`,
		// For engines before Chrome 75, Firefox 108 and Safari 15.4, which do not know the two below.
		`style-src 'unsafe-inline'`,
		`style-src-elem ${hashSource(styleSheet)}`,
		// Sanitized style of descriptions.
		`style-src-attr 'unsafe-inline'`,
		// The API names images, recordings and streams on hosts of its choice. data: is for the icon.
		`img-src * data:`,
		`media-src *`,
		`connect-src *`,
		`frame-src ${FRAME_SCHEMES.join(' ')}`,
		`base-uri 'none'`,
		`form-action 'none'`,
	].join(';');
