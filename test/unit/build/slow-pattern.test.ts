import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { slowAddress } from '../../../src/build/slow-pattern.mjs';

const it = suite('slow pattern');

// Each takes 0.7 s.
for (const pattern of ['(\\w+/?)+$', '(?:[a-z]+\\.?)*_hd$', '([a-z]|[a-z0-9])*=$', '.*.*.*.*=$'])
	it(`should find an address that ${pattern} backtracks on`, () =>
		assert.match(slowAddress(pattern)!, /^artc:\/\/.*…$/));

for (const pattern of [
	'',
	'/whep$',
	'^(webrtc://[^/]+/app/)(\\w+)$',
	'_hd(?=\\?|$)',
	'(.*)_hd(.*)',
	'^https://([\\w.-]+)/',
])
	it(`should take ${pattern || 'an empty pattern'}`, () => assert.is(slowAddress(pattern), undefined));

it.run();
