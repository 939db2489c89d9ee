import { createHash } from 'node:crypto';

/** Scripts for share cards (`share/wechat.ts` with its second host, `share/qq.ts`). Queries are ignored. */
const SHARE_SCRIPTS = [
	'https://res.wx.qq.com/open/js/jweixin-1.6.0.js',
	'https://res2.wx.qq.com/open/js/jweixin-1.6.0.js',
	'https://open.mobile.qq.com/sdk/qqapi.js',
];

/** Hidden frames carry the bridge calls of WeChat and QQ. The page itself has no frame. */
const FRAME_SCHEMES = ['weixin:', 'weixinping:', 'weixinpreinject:', 'webcompt:', 'jsbridge:', 'mqqapi:'];

/**
 * Frames of WebViewJavascriptBridge on iOS and Android (`yy:`), in the provider's app only. One is
 * https://__wvjb_queue_message__; WebKit accepts no underscore in a policy's host, hence all of `https:`.
 */
const APP_FRAME_SCHEMES = ['https:', 'wvjbscheme:', 'yy:'];

/**
 * Value of a script's `integrity` attribute (https://www.w3.org/TR/SRI/).
 * @param {string} script
 */
export const integrityOf = (script) => `sha256-${createHash('sha256').update(script).digest('base64')}`;

/**
 * CSP source of an inline script or style sheet (https://www.w3.org/TR/CSP3/#grammardef-hash-source).
 * @param {string} script
 */
export const hashSource = (script) => `'${integrityOf(script)}'`;

/**
 * The page's Content-Security-Policies, which all apply. `frame-ancestors` works in a header only: see `static/`.
 * @param {object} page
 * @param {string[]} page.inlineScripts exactly as in the HTML
 * @param {string} page.styleSheet inline; scripts may add rules to it
 * @param {boolean} page.app whether the configuration names the user agent of the provider's app
 * @param {boolean} page.scriptElements whether the HTML has a `<script src>`
 */
export const contentSecurityPolicies = ({ inlineScripts, styleSheet, app, scriptElements }) => {
	const hashes = inlineScripts.map(hashSource).join(' ');
	const policy = [
		// Everything not named below: fonts, plugins, manifests.
		`default-src 'none'`,
		// 'self': the page's files and service worker on any host; a path would fix the folder.
		`script-src 'self' ${hashes} ${SHARE_SCRIPTS.join(' ')}`,
		// For engines that ignore the next two (before Chrome 75, Firefox 108, Safari 15.4).
		`style-src 'unsafe-inline'`,
		`style-src-elem ${hashSource(styleSheet)}`,
		// Sanitized style of descriptions.
		`style-src-attr 'unsafe-inline'`,
		// The API may name any host for images, recordings and streams. data: is for the icon.
		`img-src * data:`,
		`media-src *`,
		// Not https:, because a page on plain http plays streams on plain http; on https, browsers block mixed content
		// anyway.
		`connect-src *`,
		`frame-src ${[...FRAME_SCHEMES, ...(app ? APP_FRAME_SCHEMES : [])].join(' ')}`,
		`base-uri 'none'`,
		`form-action 'none'`,
	].join(';');
	// Limits the first policy to scripts inserted by scripts, so that markup cannot run the API's answers from the
	// page's host. A `<script src>` would need its hash here, which Safari before 15.6 and Firefox before 116 do not
	// compare; the HTML has one only if the API is on another host. Engines before Chrome 52 and Safari 15.4 read the
	// `*` instead. Workers are not limited.
	const inserted = `script-src 'strict-dynamic' * ${hashes};worker-src *`;
	return scriptElements ? [policy] : [policy, inserted];
};
