import { createHash } from 'node:crypto';

/** The scripts for share cards, of WeChat, its second host, and QQ (`share/wechat.ts`, `share/qq.ts`). A query is ignored. */
const SHARE_SCRIPTS = [
	'https://res.wx.qq.com/open/js/jweixin-1.6.0.js',
	'https://res2.wx.qq.com/open/js/jweixin-1.6.0.js',
	'https://open.mobile.qq.com/sdk/qqapi.js',
];

/** Hidden frames carry the calls of the bridges of WeChat and QQ. The page itself has no frame. */
const FRAME_SCHEMES = ['weixin:', 'weixinping:', 'weixinpreinject:', 'webcompt:', 'jsbridge:', 'mqqapi:'];

/**
 * Frames of WebViewJavascriptBridge, on iOS and Android (`yy:`), used in the provider's app only. One of them is
 * https://__wvjb_queue_message__, and WebKit accepts no name with an underscore in a policy, hence all of `https:`.
 */
const APP_FRAME_SCHEMES = ['https:', 'wvjbscheme:', 'yy:'];

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
 * The page's Content-Security-Policies; all of them apply. `frame-ancestors` works in a header only: see `static/`.
 * @param {object} page
 * @param {string[]} page.inlineScripts every one that may run, exactly as it stands in the HTML
 * @param {string} page.styleSheet the inline one; scripts may add rules to it
 * @param {boolean} page.app whether a user agent names the provider's app
 * @param {boolean} page.scriptElements whether the HTML has a `<script src>`
 */
export const contentSecurityPolicies = ({ inlineScripts, styleSheet, app, scriptElements }) => {
	const hashes = inlineScripts.map(hashSource).join(' ');
	const policy = [
		// Whatever is not named: fonts, plugins, manifests.
		`default-src 'none'`,
		// 'self': the page's own files, the service worker included, in any folder of any host. A path needs the folder.
		`script-src 'self' ${hashes} ${SHARE_SCRIPTS.join(' ')}`,
		// For engines before Chrome 75, Firefox 108 and Safari 15.4, which do not know the two below.
		`style-src 'unsafe-inline'`,
		`style-src-elem ${hashSource(styleSheet)}`,
		// Sanitized style of descriptions.
		`style-src-attr 'unsafe-inline'`,
		// The API names images, recordings and streams on hosts of its choice. data: is for the icon.
		`img-src * data:`,
		`media-src *`,
		// Not https:, because a page on plain http plays streams on plain http; elsewhere browsers block those as mixed content.
		`connect-src *`,
		`frame-src ${[...FRAME_SCHEMES, ...(app ? APP_FRAME_SCHEMES : [])].join(' ')}`,
		`base-uri 'none'`,
		`form-action 'none'`,
	].join(';');
	// Of what the first one allows only what a script inserts, so that markup cannot make the API's answers, on the page's
	// host, scripts. A `<script src>` would need its hash here, which Safari before 15.6 and Firefox before 116 do not compare;
	// the HTML has one only where the API is on another host. Engines before Chrome 52 and Safari 15.4 read the `*` instead. Workers are inserted by nothing.
	const inserted = `script-src 'strict-dynamic' * ${hashes};worker-src *`;
	return scriptElements ? [policy] : [policy, inserted];
};
