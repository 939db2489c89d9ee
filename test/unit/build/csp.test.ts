import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { contentSecurityPolicy, hashSource } from '../../../src/build/csp.mjs';

const it = suite('content security policy');

const directives = (policy: string) =>
	Object.fromEntries(policy.split(';').map((directive) => [directive.split(' ')[0]!, directive.split(' ').slice(1)]));

it('should name an inline script by the hash of its UTF-8 bytes', () => {
	const bytes = Buffer.from('alert("中")', 'utf8');
	assert.is(hashSource('alert("中")'), `'sha256-${createHash('sha256').update(bytes).digest('base64')}'`);
});

it('should allow its own scripts, the given inline ones and the hosts of WeChat and QQ, and no others', () => {
	assert.equal(directives(contentSecurityPolicy(['one', 'two']))['script-src'], [
		`'self'`,
		hashSource('one'),
		hashSource('two'),
		'https://res.wx.qq.com',
		'https://res2.wx.qq.com',
		'https://open.mobile.qq.com',
	]);
});

it('should forbid whatever it does not name', () => {
	const { 'default-src': fallback, 'base-uri': base, 'form-action': form } = directives(contentSecurityPolicy([]));
	assert.equal([fallback, base, form], [[`'none'`], [`'none'`], [`'none'`]]);
});

it('should fit into an attribute in double quotes', () => {
	assert.not.match(contentSecurityPolicy(['one']), /["<>&\n]/);
});

it.run();
