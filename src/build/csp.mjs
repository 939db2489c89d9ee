import { createHash } from 'node:crypto';

/** Scripts for share cards (`share/wechat.ts`, `share/qq.ts`). Queries are ignored. */
const SHARE_SCRIPTS = [
	'https://res.wx.qq.com/open/js/jweixin-1.6.0.js',
	'https://res2.wx.qq.com/open/js/jweixin-1.6.0.js',
	'https://open.mobile.qq.com/sdk/qqapi.js',
];

/** Hidden frames that carry bridge calls of WeChat and QQ. */
const FRAME_SCHEMES = ['weixin:', 'weixinping:', 'weixinpreinject:', 'webcompt:', 'jsbridge:', 'mqqapi:'];

/**
 * Frames of WebViewJavascriptBridge (`yy:` on Android) in the provider's app. One is https://__wvjb_queue_message__,
 * but WebKit accepts no underscore in a policy's host, hence `https:`.
 */
const APP_FRAME_SCHEMES = ['https:', 'wvjbscheme:', 'yy:'];

/**
 * `integrity` of a script (https://www.w3.org/TR/SRI/).
 * @param {string} script
 */
export const integrityOf = (script) => `sha256-${createHash('sha256').update(script).digest('base64')}`;

/**
 * Source of an inline script or style sheet (https://www.w3.org/TR/CSP3/#grammardef-hash-source).
 * @param {string} script
 */
export const hashSource = (script) => `'${integrityOf(script)}'`;

/**
 * The page's policies, which all apply. `frame-ancestors` works only in a header (`static/`).
 * @param {object} page
 * @param {string[]} page.inlineScripts exactly as in the HTML
 * @param {string} page.styleSheet inline; scripts may add rules
 * @param {boolean} page.app whether the provider's app is configured
 * @param {boolean} page.scriptElements whether the HTML has a `<script src>`
 */
export const contentSecurityPolicies = ({ inlineScripts, styleSheet, app, scriptElements }) => {
	const hashes = inlineScripts.map(hashSource).join(' ');
	const policy = [
		// Fonts, plugins, manifests.
		`default-src 'none'`,
		// On any host; a path would fix the folder.
		`script-src 'self' ${hashes} ${SHARE_SCRIPTS.join(' ')}`,
		// Chrome before 75, Firefox before 108 and Safari before 15.4 ignore the next two.
		`style-src 'unsafe-inline'`,
		`style-src-elem ${hashSource(styleSheet)}`,
		// Styles in descriptions.
		`style-src-attr 'unsafe-inline'`,
		// On any host the API names; data: is for the icon.
		`img-src * data:`,
		// Beyond any host, what scripts give a video (HLS).
		`media-src * blob:`,
		// Not https:, for streams on plain http; https pages block mixed content.
		`connect-src *`,
		`frame-src ${[...FRAME_SCHEMES, ...(app ? APP_FRAME_SCHEMES : [])].join(' ')}`,
		`base-uri 'none'`,
		`form-action 'none'`,
	].join(';');
	// Limits the first policy to what scripts insert, so that markup cannot run API answers from the page's host. A
	// `<script src>` would need a hash, which Safari before 15.6 and Firefox before 116 do not compare; the HTML has
	// one only if the API is elsewhere. Chrome before 52 and Safari before 15.4 read the `*`. Workers are not limited.
	const inserted = `script-src 'strict-dynamic' * ${hashes};worker-src *`;
	return scriptElements ? [policy] : [policy, inserted];
};
