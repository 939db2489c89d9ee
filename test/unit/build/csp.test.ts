import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { contentSecurityPolicies, hashSource } from '../../../src/build/csp.mjs';
import { root } from '../../support/root.ts';

const it = suite('content security policy');

const policies = (inlineScripts: string[], styleSheet: string, more = {}) =>
	contentSecurityPolicies({ inlineScripts, styleSheet, app: false, scriptElements: false, ...more });
const contentSecurityPolicy = (inlineScripts: string[], styleSheet: string, more = {}) =>
	policies(inlineScripts, styleSheet, more)[0]!;

const directives = (policy: string) =>
	Object.fromEntries(policy.split(';').map((directive) => [directive.split(' ')[0]!, directive.split(' ').slice(1)]));

it('should allow its own scripts, the given inline ones and the two of WeChat and QQ, and no others', () => {
	assert.equal(directives(contentSecurityPolicy(['one', 'two'], ''))['script-src'], [
		`'self'`,
		hashSource('one'),
		hashSource('two'),
		'https://res.wx.qq.com/open/js/jweixin-1.6.0.js',
		'https://res2.wx.qq.com/open/js/jweixin-1.6.0.js',
		'https://open.mobile.qq.com/sdk/qqapi.js',
	]);
});

it('should name the scripts that sharing loads', () => {
	const policy = contentSecurityPolicy([], '');
	for (const file of ['wechat', 'qq'])
		for (const [, url] of readFileSync(join(root, `src/share/${file}.ts`), 'utf8').matchAll(/SCRIPT = '([^'?]+)/g))
			assert.match(policy, url!);
});

it('should allow the style sheet by hash, style attributes, and both where an engine does not distinguish them', () => {
	const policy = directives(contentSecurityPolicy([], 'a{}'));
	assert.equal(policy['style-src-elem'], [hashSource('a{}')]);
	assert.equal(policy['style-src-attr'], [`'unsafe-inline'`]);
	assert.equal(policy['style-src'], [`'unsafe-inline'`]);
});

it('should allow no eval, blobs of media alone, forbid whatever it does not name, and fit into an attribute in double quotes', () => {
	assert.not.match(contentSecurityPolicy(['one'], 'two').replace('media-src * blob:', ''), /blob:|unsafe-eval/);
	const forbidden = directives(contentSecurityPolicy([], ''));
	for (const name of ['default-src', 'base-uri', 'form-action']) assert.equal(forbidden[name], [`'none'`], name);
	assert.not.match(policies(['one'], 'two').join(''), /["<>&\n]/);
});

it('should allow scripts that scripts insert only, unless the HTML has one of its own', () => {
	assert.equal(directives(policies(['one'], '')[1]!), {
		'script-src': [`'strict-dynamic'`, '*', hashSource('one')],
		'worker-src': ['*'],
	});
	assert.is(policies(['one'], '', { scriptElements: true }).length, 1);
});

it("should allow the frames of an app's bridge only where there is an app", () => {
	const frames = (app: boolean) => directives(contentSecurityPolicy([], '', { app }))['frame-src']!;
	const ofApp = ['https:', 'wvjbscheme:', 'yy:'];
	const allowed = [frames(true), frames(false)].map((all) => ofApp.filter((one) => all.includes(one)));
	assert.equal(allowed, [ofApp, []]);
	assert.ok(frames(false).includes('weixin:'));
});

it.run();
