import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run-file.ts';

/** WeChat's script as its host serves it: npm's copy is a CommonJS module, the file there sets two globals. */
export const JWEIXIN = `(function () { var module = { exports: {} };
${readFileSync(join(root, 'node_modules/weixin-js-sdk/index.js'), 'utf8')}
window.wx = window.jWeixin = module.exports; })();`;
