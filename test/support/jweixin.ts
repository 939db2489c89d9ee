import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

/** WeChat's script as its host serves it, with two globals: npm's copy is a CommonJS module. */
export const JWEIXIN = `(function () { var module = { exports: {} };
${readFileSync(join(root, 'node_modules/weixin-js-sdk/index.js'), 'utf8')}
window.wx = window.jWeixin = module.exports; })();`;
