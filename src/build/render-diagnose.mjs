import { hashSource } from './csp.mjs';

/**
 * Renders diagnose.html, which is one file.
 * @param {string} script
 * @param {string} css
 */
export const renderDiagnose = (script, css) =>
	`<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="strict-origin"><meta http-equiv="Content-Security-Policy" content="default-src 'none';script-src 'self' ${hashSource(script)};style-src ${hashSource(css)};media-src * data:;connect-src *;base-uri 'none';form-action 'none'"><title></title><style>${css}</style><h1 id="title"></h1><p id="intro"></p><ul id="lines"></ul><div id="lock"></div><video id="video" muted playsinline webkit-playsinline></video><textarea id="code" readonly rows="4"></textarea><button id="copy" hidden></button><script>${script}</script></html>\n`;
