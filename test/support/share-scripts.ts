/** The scripts of WeChat and QQ that set a share card. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from 'playwright-core';
import { root } from './root.ts';

/** WeChat's script as its host serves it, with two globals: npm's copy is a CommonJS module. */
const JWEIXIN = `(function () { var module = { exports: {} };
${readFileSync(join(root, 'node_modules/weixin-js-sdk/index.js'), 'utf8')}
window.wx = window.jWeixin = module.exports; })();`;

/** Answers a request for WeChat's script, or QQ's with the text given; every other with nothing. */
export function answerShareScript(route: Route, qqapi: string): Promise<void> {
	const url = route.request().url();
	const body = url.includes('jweixin') ? JWEIXIN : url.includes('qqapi') && qqapi;
	return route.fulfill(body ? { contentType: 'text/javascript', body } : { status: 204 });
}
